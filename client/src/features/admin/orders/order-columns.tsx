import { Span } from '@chakra-ui/react';
import type { Column } from '../../../components/data-table/columns.ts';
import { Ago } from '../../../components/data-table/moment.tsx';
import { MoneyText } from '../../../components/money-text.tsx';
import { OrderLink } from '../../../components/order-link.tsx';
import { ServiceName } from '../../../components/service-name.tsx';
import { OrderStatusBadge } from '../../../components/status-badge.tsx';
import { formatCount } from '../../../lib/format.ts';
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
    {
      id: 'service',
      header: 'Service',
      fromPx: 640,
      cell: ({ serviceId, serviceName }) => (
        <span title={serviceName}>
          <ServiceName id={serviceId} name={serviceName} />
        </span>
      ),
    },
    { id: 'link', header: 'Link', fromPx: 900, cell: ({ link }) => <OrderLink link={link} /> },
    {
      id: 'amount',
      header: 'Amount',
      sorts: { ascending: 'fewestUnits', descending: 'mostUnits', first: 'descending' },
      width: '4.75rem',
      fromPx: 640,
      cell: ({ quantity }) => <Span fontVariantNumeric="tabular-nums">{formatCount(quantity)}</Span>,
      align: 'end',
    },
    {
      id: 'cost',
      header: 'Cost',
      sorts: { ascending: 'smallest', descending: 'largest', first: 'descending' },
      width: '5.5rem',
      cell: ({ chargeNanos }) => <MoneyText nanos={chargeNanos} fontWeight="semibold" />,
      align: 'end',
    },
    {
      id: 'age',
      header: 'Age',
      width: '5.5rem',
      fromPx: 850,
      spills: true,
      sorts: { ascending: 'newest', descending: 'oldest', first: 'descending' },
      cell: ({ createdAt }) => <Ago at={createdAt} />,
    },
    {
      id: 'status',
      header: 'Status',
      width: '7.75rem',
      cell: ({ status }) => <OrderStatusBadge status={status} audience="admin" quiet />,
      card: 'aside',
    },
    {
      id: 'actions',
      header: 'Actions',
      width: '12rem',
      fromPx: 800,
      cell: (order) => <OrderActions order={order} queue={queue} />,
      align: 'end',
      card: 'footer',
      canHide: false,
      pinned: true,
    },
  ];
}
