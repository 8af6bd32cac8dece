import { Flex, Link } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { Suspense } from 'react';
import { orderStatuses } from '#shared/order-status.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { CopyButton } from '../../../components/copy-button.tsx';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { MoneyText } from '../../../components/money-text.tsx';
import { OrderLink } from '../../../components/order-link.tsx';
import { progressWords } from '../../../components/order-progress.tsx';
import { ServiceName } from '../../../components/service-name.tsx';
import { OrderStatusBadge } from '../../../components/status-badge.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { adminOrderTexts } from '../../../i18n/en/admin/admin-orders.ts';
import { adminRequestTexts } from '../../../i18n/en/admin/admin-requests.ts';
import { adminTicketTexts } from '../../../i18n/en/admin/admin-tickets.ts';
import { progressTexts } from '../../../i18n/en/order-progress.ts';
import { formatCount } from '../../../lib/format.ts';
import { usePollMs } from '../../../lib/live/live-state.ts';
import { managedOrderPath } from '../../../lib/paths.ts';
import { trpc } from '../../../lib/trpc.ts';
import type { Order } from '../orders/order.ts';
import { OrderActions } from '../orders/order-actions.tsx';
import { orderActions } from '../orders/order-decisions.tsx';
import { orderWords } from '../orders/order-words.ts';
import { RequestsOfOrder } from '../requests/requests-of-order.tsx';
import { DetailsFacts } from '../review-queue/details-parts.tsx';
import { Part } from './context-part.tsx';
import { useDecideBeside } from './use-decide-beside.ts';

/** The order that a ticket is about, with its decisions. */
export function TicketOrder({ id }: { id: number }) {
  const t = useStore(adminTicketTexts);
  const words = useStore(adminOrderTexts);
  const progressWord = useStore(progressTexts);
  const { requests } = useStore(adminRequestTexts);
  const order = trpc.admin.orders.get.useQuery({ id }, { refetchInterval: usePollMs() }).data;
  const { handle, dialog } = useDecideBeside<Order>({
    kind: 'order',
    row: order,
    statuses: orderStatuses,
    actions: orderActions,
    words: orderWords,
    path: managedOrderPath,
  });
  const progress = order && progressWords(order, progressWord);
  return (
    <Part
      title={t.aboutOrder({ id: String(id) })}
      aside={order && <OrderStatusBadge status={order.status} audience="admin" />}
    >
      {order ? (
        <>
          <DetailsFacts
            size="sm"
            facts={[
              { label: t.service, value: <ServiceName id={order.serviceId} name={order.serviceName} /> },
              {
                label: t.link,
                value: (
                  <Flex align="center" gap="1" minW="0">
                    <OrderLink link={order.link} />
                    <CopyButton size="2xs" my="-2" value={order.link} label={words.linkOf} />
                  </Flex>
                ),
              },
              { label: t.amount, value: formatCount(order.quantity) },
              ...(progress ? [{ label: progressWord.progress, value: progress }] : []),
              { label: t.cost, value: <MoneyText nanos={order.chargeNanos} fontWeight="semibold" /> },
              { label: t.placed, value: <TimeText at={order.createdAt} /> },
            ]}
          />
          <OrderActions order={order} queue={handle} inDetails />
          <RequestsOfOrder title={requests} requests={order.requests} />
        </>
      ) : (
        <LoadingStack heights={['5', '5', '5', '5']} />
      )}
      <Link asChild variant="underline" textStyle="sm" alignSelf="start">
        <AppLink to={managedOrderPath(id)}>{words.openOrder({ id: String(id) })}</AppLink>
      </Link>
      <Suspense>{dialog}</Suspense>
    </Part>
  );
}
