import { Button, Flex, Span } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { kindIcons } from '../../../components/order-requests/request-look.tsx';
import { possibleKinds } from '../../../components/order-requests/request-state.ts';
import { RequestStatusBadge } from '../../../components/order-requests/request-status-badge.tsx';
import { useAsk } from '../../../components/order-requests/use-ask.ts';
import { requestKindTexts, requestTexts } from '../../../i18n/en/requests.ts';
import type { Outputs } from '../../../lib/trpc.ts';
import { useAskableOrder } from './requests-of-rows.ts';

type Order = Outputs['orders']['list']['items'][number];

/** An order's open request, or a button for each request that is possible now; nothing for most orders. */
export default function RowRequests({ order }: { order: Order }) {
  const t = useStore(requestTexts);
  const names = useStore(requestKindTexts);
  const { ask, asking } = useAsk(order);
  const found = useAskableOrder(order.id);
  if (!found) return null;
  const { open, askable } = found;
  if (open) {
    return (
      <Flex columnGap="2" rowGap="1" align="center" wrap="wrap" textStyle="sm">
        {kindIcons[open.kind]}
        <Span>{names[open.kind]}</Span>
        <RequestStatusBadge kind={open.kind} status={open.status} quiet />
      </Flex>
    );
  }
  const possible = possibleKinds(askable);
  if (possible.length === 0) return null;
  return (
    <Flex gap="2" wrap={{ base: 'wrap', md: 'nowrap' }}>
      {possible.map((kind) => (
        <Button
          key={kind}
          size={{ base: 'sm', md: 'xs' }}
          variant="outline"
          aria-label={t.askFor({ kind: names[kind], id: String(order.id) })}
          disabled={asking !== null && asking !== kind}
          loading={asking === kind}
          onClick={() => void ask(kind)}
        >
          {kindIcons[kind]} {names[kind]}
        </Button>
      ))}
    </Flex>
  );
}
