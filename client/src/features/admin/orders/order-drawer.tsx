import { CloseButton, DataList, Drawer, Flex, Heading, Portal, Span, Stack } from '@chakra-ui/react';
import { useState } from 'react';
import { refundFor } from '../../../../../shared/money.ts';
import { CopyButton } from '../../../components/copy-button.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { LoadingStack } from '../../../components/loading-stack.tsx';
import { MoneyText } from '../../../components/money-text.tsx';
import { OrderLink } from '../../../components/order-link.tsx';
import { OrderTimeline } from '../../../components/order-timeline/order-timeline.tsx';
import { OrderStatusBadge } from '../../../components/status-badge.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { formatCount } from '../../../lib/format.ts';
import { usePollMs } from '../../../lib/live/live-state.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';
import { AuditTrail } from '../audit/audit-trail.tsx';
import { OrderActions } from './order-actions.tsx';
import type { Order } from './order-desk.ts';

interface OrderDrawerProps {
  /** Null while it is closed. */
  id: number | null;
  openPartial: (order: Order) => void;
  onClose: () => void;
}

/** One order with everything that happened to it, and the same decisions as in the list. */
export function OrderDrawer({ id, openPartial, onClose }: OrderDrawerProps) {
  /** What was open stays readable while the drawer slides away. */
  const [shownId, setShownId] = useState(id);
  if (id !== null && id !== shownId) setShownId(id);
  return (
    <Drawer.Root
      open={id !== null}
      placement="end"
      size="md"
      lazyMount
      unmountOnExit
      onOpenChange={({ open }) => !open && onClose()}
    >
      <Portal>
        <Drawer.Backdrop />
        <Drawer.Positioner>
          <Drawer.Content>
            {shownId !== null && <Details id={shownId} openPartial={openPartial} />}
            <Drawer.CloseTrigger asChild>
              <CloseButton aria-label="Close details" />
            </Drawer.CloseTrigger>
          </Drawer.Content>
        </Drawer.Positioner>
      </Portal>
    </Drawer.Root>
  );
}

function Details({ id, openPartial }: { id: number; openPartial: (order: Order) => void }) {
  const query = trpc.admin.orders.get.useQuery({ id }, { refetchInterval: usePollMs() });
  const order = query.data;
  return (
    <>
      <Drawer.Header gap="3" pe="14" alignItems="center" justifyContent="start">
        <Drawer.Title>Order {id}</Drawer.Title>
        {order && <OrderStatusBadge status={order.status} audience="admin" />}
      </Drawer.Header>
      <Drawer.Body>
        {order ? (
          <Stack gap="8">
            <Facts order={order} />
            <Stack gap="4">
              <Heading as="h3" size="sm">
                Timeline
              </Heading>
              <OrderTimeline order={order} audience="admin" />
            </Stack>
            <AuditTrail of={{ subject: 'order', subjectId: order.id }} />
          </Stack>
        ) : query.isError ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <LoadingStack heights={['6', '6', '6', '6', '6', '6']} />
        )}
      </Drawer.Body>
      {order && (
        <Drawer.Footer borderTopWidth="1px" display="block">
          <OrderActions order={order} openPartial={openPartial} />
        </Drawer.Footer>
      )}
    </>
  );
}

type OrderDetails = Outputs['admin']['orders']['get'];

function Facts({ order }: { order: OrderDetails }) {
  const facts = [
    { label: 'Customer', value: order.user.userName },
    { label: 'Service', value: order.serviceName },
    {
      label: 'Link',
      value: (
        <Flex align="center" gap="1" minW="0">
          <OrderLink link={order.link} />
          <CopyButton size={{ base: 'sm', md: '2xs' }} my="-2" value={order.link} label="link" />
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
  return (
    <DataList.Root orientation="horizontal" gap="3">
      {facts.map(({ label, value }) => (
        <DataList.Item key={label} alignItems="start">
          <DataList.ItemLabel minW="28">{label}</DataList.ItemLabel>
          <DataList.ItemValue fontVariantNumeric="tabular-nums" minW="0">
            <Span overflowWrap="anywhere" minW="0">
              {value}
            </Span>
          </DataList.ItemValue>
        </DataList.Item>
      ))}
    </DataList.Root>
  );
}
