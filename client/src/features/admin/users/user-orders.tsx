import { Span } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { Column } from '../../../components/data-table/columns.ts';
import { Ago } from '../../../components/data-table/moment.tsx';
import { MoneyText } from '../../../components/money-text.tsx';
import { OrderLink } from '../../../components/order-link.tsx';
import { ServiceName } from '../../../components/service-name.tsx';
import { OrderStatusBadge } from '../../../components/status-badge.tsx';
import { formatCount } from '../../../lib/format.ts';
import { managedOrderPath } from '../../../lib/paths.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';
import { useLiveList } from '../desk/live-list.ts';
import { linkedNumber, toneOfRejected, UserList } from './user-list.tsx';

type Order = Outputs['admin']['orders']['list']['items'][number];

/** A user's orders, the newest first; each number leads to where it is decided. */
export function UserOrders({ userId, tabs }: { userId: number; tabs: ReactNode }) {
  const query = trpc.admin.orders.list.useInfiniteQuery({ userId }, useLiveList());
  return <UserList name="Orders" columns={columns} query={query} rowTone={toneOfRejected} toolbar={tabs} />;
}

const columns: Column<Order>[] = [
  linkedNumber(managedOrderPath),
  {
    id: 'service',
    header: 'Service',
    cell: ({ serviceId, serviceName }) => (
      <span title={serviceName}>
        <ServiceName id={serviceId} name={serviceName} />
      </span>
    ),
    card: 'title',
  },
  { id: 'link', header: 'Link', cell: ({ link }) => <OrderLink link={link} /> },
  {
    id: 'quantity',
    header: 'Amount',
    width: '5rem',
    cell: ({ quantity }) => <Span fontVariantNumeric="tabular-nums">{formatCount(quantity)}</Span>,
    align: 'end',
  },
  {
    id: 'cost',
    header: 'Cost',
    width: '6.5rem',
    cell: ({ chargeNanos }) => <MoneyText nanos={chargeNanos} fontWeight="semibold" />,
    align: 'end',
  },
  { id: 'date', header: 'Date', width: '7rem', spills: true, cell: ({ createdAt }) => <Ago at={createdAt} /> },
  {
    id: 'status',
    header: 'Status',
    width: '8rem',
    cell: ({ status }) => <OrderStatusBadge status={status} audience="admin" quiet />,
    card: 'aside',
  },
];
