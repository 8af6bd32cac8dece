import { useStore } from '@nanostores/react';
import { linkFits } from '#shared/paste/fit.ts';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { linkFitWords } from '../../../i18n/en/admin/settings.ts';
import type { ChosenFieldProps } from './zone-field.tsx';

/** What becomes of a script's order whose link does not fit. */
export function LinkFitField({ chosen, onChoose, ...field }: ChosenFieldProps) {
  const words = useStore(linkFitWords);
  return (
    <ChoiceField
      {...field}
      options={linkFits.map((fit) => [fit, words[fit]] as const)}
      value={chosen}
      onChange={({ target }) => onChoose(target.value)}
    />
  );
}
