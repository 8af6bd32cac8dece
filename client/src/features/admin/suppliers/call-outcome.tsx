import { useStore } from '@nanostores/react';
import { callOutcomeTexts } from '../../../i18n/en/admin/suppliers.ts';
import { Reason } from './reason.tsx';

/**
 * What came of a call: "Refused: Link is private".
 * @param outcome as the server stores it: a word, and a reason behind a colon
 * @param without a reason that stands elsewhere
 */
export function CallOutcome({ outcome, without }: { outcome: string; without?: string | null }) {
  const t = useStore(callOutcomeTexts);
  const [kind = '', reason] = outcome.split(/: (.*)/s);
  if (!isKind(kind)) return <Reason text={outcome} />;
  if (!reason || reason === without) return t[kind];
  return (
    <>
      {t[kind]}: <Reason text={reason} />
    </>
  );
}

function isKind(kind: string): kind is keyof typeof callOutcomeTexts.english {
  return Object.hasOwn(callOutcomeTexts.english, kind);
}
