import { Flex, Stack } from '@chakra-ui/react';
import { refundFor } from '../../../../../shared/money.ts';
import { CopyButton } from '../../../components/copy-button.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { MoneyText } from '../../../components/money-text.tsx';
import { OrderLink } from '../../../components/order-link.tsx';
import { OrderTimeline } from '../../../components/order-timeline/order-timeline.tsx';
import { ServiceName } from '../../../components/service-name.tsx';
import { OrderStatusBadge } from '../../../components/status-badge.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { formatCount } from '../../../lib/format.ts';
import { usePollMs } from '../../../lib/live/live-state.ts';
import { managedOrderPath } from '../../../lib/paths.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';
import { AuditTrail } from '../audit/audit-trail.tsx';
import { CustomerFacts } from '../desk/customer-facts.tsx';
import { DetailFacts } from '../desk/detail-facts.tsx';
import { DetailFrame, type DetailFrameProps } from '../desk/detail-frame.tsx';
import { DetailSection } from '../desk/detail-section.tsx';
import { OrderActions } from './order-actions.tsx';
import type { Order } from './order-desk.ts';

interface OrderDetailProps extends Pick<DetailFrameProps, 'step' | 'onClose'> {
  id: number;
  openPartial: (order: Order) => void;
}

/** One order with everything that happened to it, who ordered it, and the same decisions as in the list. */
export default function OrderDetail({ id, openPartial, ...frame }: OrderDetailProps) {
  const query = trpc.admin.orders.get.useQuery({ id }, { refetchInterval: usePollMs() });
  const order = query.data;
  return (
    <DetailFrame
      {...frame}
      title={`Order ${id}`}
      path={managedOrderPath(id)}
      status={order && <OrderStatusBadge status={order.status} audience="admin" />}
      footer={order && <OrderActions order={order} openPartial={openPartial} />}
    >
      {order ? (
        <Stack gap="6">
          <DetailFacts facts={factsOf(order)} />
          <DetailSection title="Timeline">
            <OrderTimeline order={order} audience="admin" />
          </DetailSection>
          <CustomerFacts user={order.user} />
          <AuditTrail of={{ subject: 'order', subjectId: order.id }} />
        </Stack>
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <LoadingStack heights={['6', '6', '6', '6', '6', '6']} />
      )}
    </DetailFrame>
  );
}

function factsOf(order: Outputs['admin']['orders']['get']) {
  return [
    { label: 'Customer', value: order.user.userName },
    { label: 'Service', value: <ServiceName id={order.serviceId} name={order.serviceName} /> },
    {
      label: 'Link',
      value: (
        <Flex align="center" gap="1" minW="0">
          <OrderLink link={order.link} />
          <CopyButton size={{ base: 'sm', md: '2xs' }} my="-2" value={order.link} label="link of the order" />
        </Flex>
      ),
    },
    { label: 'Amount', value: formatCount(order.quantity) },
    { label: 'Price per 1000', value: <MoneyText priceMicros={order.priceMicros} /> },
    { label: 'Cost', value: <MoneyText nanos={order.chargeNanos} fontWeight="semibold" /> },
    ...(order.remaining === null
      ? []
      : [
          { label: 'Undelivered', value: formatCount(order.remaining) },
          { label: 'Refunded', value: <MoneyText nanos={refundFor(order.remaining, order.priceMicros)} /> },
        ]),
    { label: 'Placed', value: <TimeText at={order.createdAt} /> },
  ];
}
