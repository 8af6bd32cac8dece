import { Alert, Button } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { LuShoppingCart } from 'react-icons/lu';
import { sum } from '#shared/money.ts';
import { numbered } from '../../components/service-name.tsx';
import { dashboardTexts } from '../../i18n/en/dashboard.ts';
import { formatAmount, formatShortfall } from '../../lib/money.ts';
import { trpc } from '../../lib/trpc.ts';
import { useOrderParam } from '../../lib/use-order-param.ts';
import { preloadOrderDialog } from '../orders/order-dialog-host.tsx';
import { usePendingRecharges } from './pending-recharges.tsx';
import type { PendingOrder } from './use-pending-order.ts';

/** Leads back to an order that was filled in and not placed, and shows what it waits for. */
export function ContinueOrder({ order }: { order: PendingOrder }) {
  const t = useStore(dashboardTexts);
  const { open } = useOrderParam();
  useOpenOnceItCanBePaid(order);
  return (
    <Alert.Root status="info" alignItems="center" borderRadius="l2" flexWrap="wrap">
      <Alert.Indicator>
        <LuShoppingCart />
      </Alert.Indicator>
      <Alert.Content flex="1 1 12rem">
        <Alert.Description>
          <PendingOrderText order={order} />
        </Alert.Description>
      </Alert.Content>
      <Button
        {...(order.shortNanos > 0 ? { variant: 'outline' } : { colorPalette: 'brand' })}
        onPointerEnter={preloadOrderDialog}
        onClick={() => open(order.serviceId)}
      >
        {t.continueOrder}
      </Button>
    </Alert.Root>
  );
}

/**
 * Opens the order for a customer who waits on this page, as soon as the balance suffices. No dialog opens by itself for a customer who
 * has visited another page or tab in the meantime: only a balance read since this page became visible counts.
 */
function useOpenOnceItCanBePaid({ serviceId, shortNanos }: PendingOrder): void {
  const { serviceId: opened, open } = useOrderParam();
  const { dataUpdatedAt: readAtMs } = trpc.balance.get.useQuery(undefined, { staleTime: 0 });
  const [openedAtMs] = useState(Date.now);
  const lookedAtMs = useRef(openedAtMs);
  const wasShort = useRef(false);
  useEffect(() => {
    const lookAnew = () => {
      lookedAtMs.current = Date.now();
      wasShort.current = false;
    };
    document.addEventListener('visibilitychange', lookAnew);
    return () => document.removeEventListener('visibilitychange', lookAnew);
  }, []);
  useEffect(() => {
    if (shortNanos === 0 && wasShort.current && opened === undefined) open(serviceId);
    wasShort.current = shortNanos > 0 && readAtMs > lookedAtMs.current;
  }, [open, opened, serviceId, shortNanos, readAtMs]);
}

function PendingOrderText({ order: { service, chargeNanos, shortNanos } }: { order: PendingOrder }) {
  const t = useStore(dashboardTexts);
  const { data: pending } = usePendingRecharges();
  if (!service) return t.orderKept;
  if (chargeNanos === null || shortNanos === 0) return t.orderKeptFor({ service: numbered(service) });
  const requestedNanos = sum((pending?.items ?? []).map(({ amountNanos }) => amountNanos));
  if (requestedNanos >= shortNanos) return t.orderWaitsForApproval({ service: numbered(service) });
  return t.orderWaitsForBalance({
    service: numbered(service),
    charge: formatAmount(chargeNanos),
    amount: formatShortfall(shortNanos),
  });
}
