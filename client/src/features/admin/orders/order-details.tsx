import { Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { refundFor } from '#shared/money.ts';
import { LazyBoundary } from '../../../components/lazy-boundary.tsx';
import { MoneyText } from '../../../components/money-text.tsx';
import { OrderComments } from '../../../components/order-comments.tsx';
import { OrderTimeline } from '../../../components/order-timeline/order-timeline.tsx';
import { ServiceName } from '../../../components/service-name.tsx';
import { OrderStatusBadge } from '../../../components/status-badge.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { adminOrderTexts } from '../../../i18n/en/admin/admin-orders.ts';
import { adminRequestTexts } from '../../../i18n/en/admin/admin-requests.ts';
import { orderDetailsTexts } from '../../../i18n/en/admin/order-details.ts';
import { queueTexts } from '../../../i18n/en/admin/review-queue.ts';
import { linkFitTexts } from '../../../i18n/en/link-fit.ts';
import { orderPartsTexts } from '../../../i18n/en/order-parts.ts';
import { progressTexts } from '../../../i18n/en/order-progress.ts';
import { withSupplierTexts } from '../../../i18n/supplier-texts.ts';
import { formatCount } from '../../../lib/format.ts';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';
import { usePollMs } from '../../../lib/live/live-state.ts';
import { managedOrderPath } from '../../../lib/paths.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';
import { AuditTrail } from '../audit/audit-trail.tsx';
import { RequestsOfOrder } from '../requests/requests-of-order.tsx';
import type { DetailsProps, QueueHandle } from '../review-queue/declaration.ts';
import { DetailsFrame } from '../review-queue/details-frame.tsx';
import { CopyableLink, CustomerFacts, DetailsFacts, DetailsSection } from '../review-queue/details-parts.tsx';
import type { Order } from './order.ts';
import { OrderActions } from './order-actions.tsx';
import { ProgressValue } from './progress-value.tsx';

/** Orders that were never forwarded need no code of it. */
const { Part: PurchasesOfOrder } = lazyWithPreload(() =>
  withSupplierTexts(import('../purchases/purchases-of-order.tsx')),
);

/** One order with its history, its customer, and the same decisions as in the list. */
export default function OrderDetails({ id, queue, ...frame }: DetailsProps<Order>) {
  const t = useStore(adminOrderTexts);
  const { timeline } = useStore(queueTexts);
  const { requests } = useStore(adminRequestTexts);
  useStore(linkFitTexts);
  const query = trpc.admin.orders.get.useQuery({ id }, { refetchInterval: usePollMs() });
  return (
    <DetailsFrame
      {...frame}
      query={query}
      title={t.title({ id: String(id) })}
      path={managedOrderPath(id)}
      status={(order) => <OrderStatusBadge status={order.status} audience="admin" />}
      footer={(order) => <OrderActions order={order} queue={queue} inDetails />}
    >
      {(order) => (
        <>
          <DetailsFacts facts={factsOf(t, order, queue)} />
          <OrderComments order={order} level="h3" />
          <DetailsSection title={timeline}>
            <OrderTimeline order={order} audience="admin" />
          </DetailsSection>
          {order.purchases.length > 0 && (
            <LazyBoundary>
              <PurchasesOfOrder purchases={order.purchases} />
            </LazyBoundary>
          )}
          <RequestsOfOrder title={requests} requests={order.requests} />
          <CustomerFacts user={order.user} />
          <AuditTrail of={{ subject: 'order', subjectId: order.id }} />
        </>
      )}
    </DetailsFrame>
  );
}

function factsOf(
  t: ReturnType<typeof adminOrderTexts.get>,
  order: Outputs['admin']['orders']['get'],
  queue: QueueHandle<Order>,
) {
  const words = orderDetailsTexts.get();
  return [
    { label: t.customer, value: order.user.userName },
    { label: t.service, value: <ServiceName id={order.serviceId} name={order.serviceName} /> },
    {
      label: t.link,
      value: (
        <>
          <CopyableLink link={order.link} label={t.linkOf} />
          {order.misfit && (
            <Text textStyle="sm" color="fg.warning">
              {linkFitTexts.get().noted}
            </Text>
          )}
        </>
      ),
    },
    { label: t.amount, value: formatCount(order.quantity) },
    { label: progressTexts.get().progress, value: <ProgressValue order={order} queue={queue} /> },
    {
      label: order.per === 1 ? orderPartsTexts.get().packagePrice : t.price,
      value: <MoneyText priceMicros={order.priceMicros} />,
    },
    { label: t.cost, value: <MoneyText nanos={order.chargeNanos} fontWeight="semibold" /> },
    ...(order.remaining === null
      ? []
      : [
          { label: words.undelivered, value: formatCount(order.remaining) },
          { label: words.refunded, value: <MoneyText nanos={refundFor(order.remaining, order)} /> },
        ]),
    { label: words.placed, value: <TimeText at={order.createdAt} /> },
  ];
}
