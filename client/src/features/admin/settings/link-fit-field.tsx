import { Link } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { linkFits } from '#shared/paste/fit.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { linkFitWords, settingsTexts } from '../../../i18n/en/admin/settings.ts';
import { servicesTaskPath } from '../../../lib/paths.ts';
import { trpc } from '../../../lib/trpc.ts';
import type { ChosenFieldProps } from './zone-field.tsx';

const links = { kind: 'links', target: 'as_read' } as const;

/** What becomes of a script's order whose link does not fit. It says how many services take any link, though their names say which. */
export function LinkFitField({ chosen, hint, onChoose, ...field }: ChosenFieldProps) {
  const words = useStore(linkFitWords);
  const t = useStore(settingsTexts);
  const isJudged = chosen !== 'off';
  const { data } = trpc.admin.services.previewMany.useQuery({ shelf: 'offered', change: links }, { enabled: isJudged });
  const unread = isJudged && data ? data.changed : 0;
  return (
    <ChoiceField
      {...field}
      hint={
        <>
          {hint}
          {unread > 0 && (
            <>
              {' '}
              {t.servicesUnread({ count: unread })}{' '}
              <Link asChild variant="underline">
                <AppLink to={servicesTaskPath('changeServices')}>{t.readNames}</AppLink>
              </Link>
            </>
          )}
        </>
      }
      options={linkFits.map((fit) => [fit, words[fit]] as const)}
      value={chosen}
      onChange={({ target }) => onChoose(target.value)}
    />
  );
}
