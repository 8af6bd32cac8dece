import type { Column } from '../../../components/data-table/columns.ts';
import { OrderLink } from '../../../components/order-link.tsx';
import { OrderStatusBadge } from '../../../components/status-badge.tsx';
import { actionsColumn, agoColumn, countColumn, moneyColumn, serviceColumn } from '../columns.tsx';
import type { QueueHandle } from '../review-queue/declaration.ts';
import { OpenButton } from '../review-queue/open-button.tsx';
import { UserLink } from '../user-link.tsx';
import { OrderActions } from './order-actions.tsx';
import type { Order } from './order-decisions.tsx';

export function orderColumns(queue: QueueHandle<Order>): Column<Order>[] {
  return [
    {
      id: 'id',
      header: '#',
      width: '4.25rem',
      cell: (order) => <OpenButton queue={queue} row={order} />,
      card: 'title',
      canHide: false,
    },
    {
      id: 'customer',
      header: 'Customer',
      cell: ({ user }) => <UserLink user={user} />,
      card: 'title',
    },
    serviceColumn({ fromPx: 640 }),
    { id: 'link', header: 'Link', fromPx: 900, cell: ({ link }) => <OrderLink link={link} /> },
    countColumn('amount', 'Amount', ({ quantity }) => quantity, {
      sorts: { ascending: 'fewestUnits', descending: 'mostUnits', first: 'descending' },
      width: '4.75rem',
      fromPx: 640,
    }),
    moneyColumn('cost', 'Cost', ({ chargeNanos }) => chargeNanos, {
      sorts: { ascending: 'smallest', descending: 'largest', first: 'descending' },
      width: '5.5rem',
    }),
    agoColumn('age', 'Age', ({ createdAt }) => createdAt, {
      width: '5.5rem',
      fromPx: 850,
      sorts: { ascending: 'newest', descending: 'oldest', first: 'descending' },
    }),
    {
      id: 'status',
      header: 'Status',
      width: '7.75rem',
      cell: ({ status }) => <OrderStatusBadge status={status} audience="admin" quiet />,
      card: 'aside',
    },
    actionsColumn((order) => <OrderActions order={order} queue={queue} />, { width: '12rem', fromPx: 800 }),
  ];
}
