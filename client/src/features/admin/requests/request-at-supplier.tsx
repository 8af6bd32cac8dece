import { Span, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { adminRequestTexts } from '../../../i18n/en/admin/admin-requests.ts';
import type { Request } from './request-decisions.ts';

type AtSupplier = NonNullable<Request['atSupplier']>;

/** How far a request is at the supplier of its order, with the supplier's words. */
export function RequestAtSupplier({ state, answer }: Pick<AtSupplier, 'state' | 'answer'>) {
  const t = useStore(adminRequestTexts);
  const words: Record<AtSupplier['state'], string> = {
    queued: t.atSupplierQueued,
    sending: t.atSupplierSending,
    accepted: t.atSupplierAccepted,
    refused: t.atSupplierRefused,
    unknown: t.atSupplierUnknown,
    ended: t.atSupplierEnded,
  };
  return (
    <Span>
      {words[state]}
      {answer && (
        <Text textStyle="xs" color="fg.muted" overflowWrap="anywhere">
          “{answer}”
        </Text>
      )}
    </Span>
  );
}
