import { useStore } from '@nanostores/react';
import { drops, type FactFields, noFacts } from '#shared/facts.ts';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { TextField } from '../../../components/fields.tsx';
import { changeManyTexts } from '../../../i18n/en/admin/change-services.ts';
import { dropTexts, factNameTexts, serviceFactsTexts } from '../../../i18n/en/admin/service-facts.ts';
import type { TypedFacts } from './changed-facts.ts';
import { startOptions } from './fact-words.ts';
import { QualityChips } from './quality-chips.tsx';

const facts = Object.keys(noFacts) as (keyof FactFields)[];

interface ChangeFactsProps {
  typed: TypedFacts;
  error: string | null;
  disabled: boolean;
  set: (changed: Partial<TypedFacts>) => void;
}

/** The facts that many services get: those of their texts, or one by hand. */
export function ChangeFacts({ typed, error, disabled, set }: ChangeFactsProps) {
  const t = useStore(changeManyTexts);
  const names = useStore(factNameTexts);
  return (
    <>
      <ChoiceField
        label={t.facts}
        hint={typed.facts === 'as_read' ? t.factsAsReadHint : undefined}
        disabled={disabled}
        value={typed.facts}
        options={[
          ['', t.choose],
          ['as_read', t.factsAsRead],
          ['chosen', t.factsByHand],
        ]}
        onChange={({ target }) => set({ facts: target.value as TypedFacts['facts'] })}
      />
      {typed.facts === 'chosen' && (
        <>
          <ChoiceField
            label={t.fact}
            disabled={disabled}
            value={typed.fact}
            options={[['', t.choose], ...facts.map((fact) => [fact, names[fact]] as const)]}
            onChange={({ target }) => set({ fact: target.value as TypedFacts['fact'], factValue: '' })}
          />
          <FactValue typed={typed} error={error} disabled={disabled} set={set} />
        </>
      )}
    </>
  );
}

function FactValue({ typed: { fact, factValue }, error, disabled, set }: ChangeFactsProps) {
  const t = useStore(changeManyTexts);
  const words = useStore(serviceFactsTexts);
  const dropNames = useStore(dropTexts);
  const names = useStore(factNameTexts);
  const change = (value: string) => set({ factValue: value });
  if (fact === '') return null;
  if (fact === 'quality') return <QualityChips typed={factValue} disabled={disabled} onChange={change} />;
  const options = {
    startMinutes: startOptions(factValue),
    drop: [['', words.notSaid] as const, ...drops.map((drop) => [drop, dropNames[drop]] as const)],
    autoRefill: [['', t.choose] as const, ['yes', t.yes] as const, ['no', t.no] as const],
  };
  if (fact === 'startMinutes' || fact === 'drop' || fact === 'autoRefill')
    return (
      <ChoiceField
        label={names[fact]}
        disabled={disabled}
        value={factValue}
        options={options[fact]}
        onChange={({ target }) => change(target.value)}
      />
    );
  return (
    <TextField
      label={names[fact]}
      hint={t.factEmptyHint}
      error={error === null ? undefined : { type: 'value', message: error }}
      inputMode={fact === 'speedPerDay' ? 'numeric' : 'text'}
      autoComplete="off"
      maxLength={fact === 'country' ? 2 : 40}
      maxW="12rem"
      disabled={disabled}
      value={factValue}
      onChange={({ target }) => change(target.value)}
    />
  );
}
