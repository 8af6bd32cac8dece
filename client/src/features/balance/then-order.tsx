import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { AppLink } from '../../components/app-link.tsx';
import { OrderLink } from '../../components/order-link.tsx';
import { rechargeProgressTexts } from '../../i18n/en/wallet.ts';
import { reportError } from '../../lib/errors.ts';
import { localName } from '../../lib/local-name.ts';
import { formatDollars } from '../../lib/money.ts';
import { orderPath } from '../../lib/paths.ts';
import { type Outputs, trpc } from '../../lib/trpc.ts';
import { useOrderParam } from '../../lib/use-order-param.ts';

type Waiting = NonNullable<Outputs['balance']['recharge']['thenOrder']>;

const titles = {
  waiting: 'orderWaits',
  placed: 'placed',
  asks: 'asks',
  called_back: 'calledBack',
  ended: 'ended',
} as const;

const whyAsked: Partial<Record<string, 'asksPrice' | 'asksService' | 'asksShort' | 'asksLess'>> = {
  price_changed: 'asksPrice',
  service_not_found: 'asksService',
  insufficient_balance: 'asksShort',
  credited_less: 'asksLess',
};

/** The order that waits for a recharge, and what has become of it. */
export function ThenOrder({ id, thenOrder: { state, reason, orderId, order } }: { id: number; thenOrder: Waiting }) {
  const t = useStore(rechargeProgressTexts);
  const utils = trpc.useUtils();
  const { open } = useOrderParam();
  const { mutateAsync, isPending } = trpc.balance.callBack.useMutation();
  const { data: service } = trpc.services.get.useQuery({ id: order.serviceId }, { retry: false });
  const callBack = async () => {
    try {
      utils.balance.recharge.setData({ id }, await mutateAsync({ id }));
    } catch (error) {
      void reportError(t.changeFailed, error);
      void utils.balance.recharge.invalidate();
    }
  };
  const units = order.quantity ?? order.comments?.length;
  return (
    <Box borderWidth="1px" borderRadius="l2" p="3">
      <Text fontWeight="semibold">{t[titles[state]]}</Text>
      {state === 'asks' && <Text>{t[whyAsked[reason ?? ''] ?? 'asksOther']}</Text>}
      <Text textStyle="sm" overflowWrap="anywhere">
        {service ? localName(service) : t.serviceNumber({ id: String(order.serviceId) })}
        {units !== undefined && ` · ${t.units({ count: units })}`}
        {state !== 'placed' && ` · ${formatDollars(order.expectedChargeNanos)}`}
      </Text>
      <Box textStyle="sm" mb="2">
        <OrderLink link={order.link} isWhole />
      </Box>
      <Flex gap="2" wrap="wrap">
        {state === 'waiting' && (
          <Button size="sm" variant="outline" loading={isPending} onClick={() => void callBack()}>
            {t.callBack}
          </Button>
        )}
        {orderId !== null && (
          <Button asChild size="sm" variant="outline">
            <AppLink to={orderPath(orderId)}>{t.follow({ id: String(orderId) })}</AppLink>
          </Button>
        )}
        {state === 'asks' && service && (
          <Button
            size="sm"
            variant="outline"
            onClick={() =>
              open(order.serviceId, { link: order.link, quantity: order.quantity, comments: order.comments })
            }
          >
            {t.orderAgain}
          </Button>
        )}
      </Flex>
    </Box>
  );
}
