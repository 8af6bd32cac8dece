import { Flex, Heading, Link, Span, Stack, type StackProps } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { AppLink } from '../../components/app-link.tsx';
import { AskRows } from '../../components/order-requests/ask-rows.tsx';
import { DeliveryTime } from '../../components/order-requests/delivery-time.tsx';
import { canAsk, openRequestOf } from '../../components/order-requests/request-state.ts';
import { RequestStatusBadge } from '../../components/order-requests/request-status-badge.tsx';
import { describeDelivery } from '../../components/order-requests/request-words.ts';
import { requestKindTexts, requestTexts } from '../../i18n/en/requests.ts';
import { usePollMs } from '../../lib/live/live-state.ts';
import { orderPath } from '../../lib/paths.ts';
import { trpc } from '../../lib/trpc.ts';
import { useNow } from '../../lib/use-now.ts';

interface OfferFirstProps extends StackProps {
  orderId: number;
  heading: string;
}

/** The usual time of an order, its open request, or the requests that are possible: they may answer its customer at once. */
export function OfferFirst({ orderId, heading, ...stack }: OfferFirstProps) {
  const t = useStore(requestTexts);
  const names = useStore(requestKindTexts);
  const now = useNow();
  const { data: order } = trpc.orders.get.useQuery({ id: orderId }, { refetchInterval: usePollMs() });
  if (!order) return null;
  const open = openRequestOf(order);
  if (!open && !canAsk(order) && describeDelivery(order, now) === null) return null;
  return (
    <Stack as="section" aria-labelledby="offer" gap="3" p="4" borderRadius="l2" bg="bg.subtle" {...stack}>
      <Heading as="h2" id="offer" size="sm">
        {heading}
      </Heading>
      <DeliveryTime order={order} />
      {open && (
        <Flex columnGap="3" rowGap="1" align="center" wrap="wrap" textStyle="sm">
          <Span fontWeight="semibold">{names[open.kind]}</Span>
          <RequestStatusBadge kind={open.kind} status={open.status} />
          <Link asChild variant="underline">
            <AppLink to={orderPath(orderId)}>{t.seeOrder({ id: String(orderId) })}</AppLink>
          </Link>
        </Flex>
      )}
      {canAsk(order) && <AskRows order={order} possibleOnly />}
    </Stack>
  );
}
