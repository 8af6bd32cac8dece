import { Flex, Span } from '@chakra-ui/react';
import { isOpen } from '#shared/order-status.ts';
import type { Column } from '../../../components/data-table/columns.ts';
import { Ago } from '../../../components/data-table/moment.tsx';
import { DENSE_FROM_PX } from '../../../components/data-table/table-looks.ts';
import { OrderLink } from '../../../components/order-link.tsx';
import { ServiceName } from '../../../components/service-name.tsx';
import { OrderStatusBadge } from '../../../components/status-badge.tsx';
import { adminOrderTexts } from '../../../i18n/en/admin/admin-orders.ts';
import { formatCount } from '../../../lib/format.ts';
import { actionsColumn, agoColumn, countColumn, moneyColumn, serviceColumn } from '../columns.tsx';
import type { QueueHandle } from '../review-queue/declaration.ts';
import { idColumn } from '../review-queue/open-button.tsx';
import { UserLink } from '../user-link.tsx';
import type { Order } from './order.ts';
import { OrderActions } from './order-actions.tsx';

export function orderColumns(queue: QueueHandle<Order>): Column<Order>[] {
  const t = adminOrderTexts.get();
  return [
    idColumn(queue, {
      stackedWidth: '6.75rem',
      below: ({ status }) => <OrderStatusBadge status={status} audience="admin" quiet />,
    }),
    {
      id: 'customer',
      header: t.customer,
      width: '9rem',
      stackedWidth: 'auto',
      cell: (order) => <Customer order={order} />,
      below: (order) => (
        <Flex gap="2">
          <ServiceName id={order.serviceId} name={order.serviceName} lines={1} />
          <AtSupplier order={order} />
        </Flex>
      ),
      card: 'title',
    },
    serviceColumn({ fromPx: 640, stacked: true, card: 'detail' }),
    {
      id: 'link',
      header: t.link,
      width: 'clamp(7rem, 11cqw, 18rem)',
      fromPx: 900,
      cell: ({ link }) => <OrderLink link={link} />,
      card: 'detail',
    },
    countColumn('amount', t.amount, ({ quantity }) => quantity, {
      sorts: { ascending: 'fewestUnits', descending: 'mostUnits', first: 'descending' },
      width: '4.75rem',
      fromPx: 640,
      stacked: true,
      card: 'figure',
    }),
    moneyColumn('cost', t.cost, ({ chargeNanos }) => chargeNanos, {
      sorts: { ascending: 'smallest', descending: 'largest', first: 'descending' },
      width: '5rem',
      below: ({ quantity }) => formatCount(quantity),
      card: 'figure',
    }),
    agoColumn('age', t.age, ({ createdAt }) => createdAt, {
      width: '6.25rem',
      fromPx: AGE_FROM_PX,
      card: 'figure',
      sorts: { ascending: 'newest', descending: 'oldest', first: 'descending' },
    }),
    {
      id: 'status',
      header: t.status,
      width: 'clamp(8rem, 15cqw, 18rem)',
      cell: (order) => <Status order={order} />,
      card: 'aside',
      stacked: true,
    },
    actionsColumn((order) => <OrderActions order={order} queue={queue} />, {
      width: '11rem',
      stackedWidth: '12.5rem',
      fromPx: 800,
    }),
  ];
}

/** The list's width from which the age has its own column where rows have two lines. */
const AGE_FROM_PX = 850;

/** The customer and, in a table without room for its column, the age. */
function Customer({ order: { user, createdAt } }: { order: Order }) {
  return (
    <Flex justify="space-between" align="baseline" gap="2" minW="0">
      <Span truncate minW="0">
        <UserLink user={user} />
      </Span>
      <Span flexShrink="0" textStyle="xs" color="fg.muted" css={whereNarrow}>
        <Ago at={createdAt} />
      </Span>
    </Flex>
  );
}

const whereNarrow = {
  display: 'none',
  [`@media (max-width: ${DENSE_FROM_PX - 1}px)`]: {
    [`@container (max-width: ${AGE_FROM_PX - 1}px)`]: { display: 'inline' },
  },
} as const;

function Status({ order }: { order: Order }) {
  return (
    <Flex direction="column" align={{ base: 'end', md: 'start' }} minW="0" css={twoLines}>
      <OrderStatusBadge status={order.status} audience="admin" quiet />
      <AtSupplier order={order} />
    </Flex>
  );
}

/** Within the height of a table's row. */
const twoLines = { md: { my: '-1', '& > *': { lineHeight: '1.15' } } } as const;

function AtSupplier({ order: { status, atSupplier } }: { order: Order }) {
  if (!atSupplier || !isOpen(status)) return null;
  const t = adminOrderTexts.get();
  const { supplierName, externalOrderId } = atSupplier;
  const supplier = supplierName ?? t.aSupplier;
  const words = externalOrderId
    ? t.atSupplierNumber({ supplier, number: externalOrderId })
    : t.atSupplierNamed({ supplier });
  return (
    <Span
      truncate
      maxW={{ base: '13rem', md: 'full' }}
      textStyle="xs"
      fontWeight="normal"
      color="fg.muted"
      title={words}
    >
      {words}
    </Span>
  );
}
