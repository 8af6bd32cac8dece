import { Button, Span, Text } from '@chakra-ui/react';
import type { Column } from '../../../components/data-table/columns.ts';
import { MoneyText } from '../../../components/money-text.tsx';
import { OrderLink } from '../../../components/order-link.tsx';
import { OrderStatusBadge } from '../../../components/status-badge.tsx';
import { formatCount } from '../../../lib/format.ts';
import { wrapped } from '../wrapped.ts';
import { OrderActions } from './order-actions.tsx';
import type { Order } from './order-desk.ts';

interface Openers {
  openDetails: (order: Order) => void;
  openPartial: (order: Order) => void;
}

export function orderColumns({ openDetails, openPartial }: Openers): Column<Order>[] {
  return [
    {
      id: 'id',
      header: '#',
      cell: (order) => (
        <Button
          variant="plain"
          size="xs"
          h={{ base: '6', md: '8' }}
          px="1"
          mx="-1"
          gap="0"
          textStyle="sm"
          _before={{ content: { base: '"#"', md: 'none' } }}
          fontVariantNumeric="tabular-nums"
          aria-label={`Open order ${order.id}`}
          onClick={() => openDetails(order)}
        >
          {order.id}
        </Button>
      ),
      card: 'title',
      canHide: false,
    },
    {
      id: 'customer',
      header: 'Customer',
      cell: ({ user }) => (
        <Span display="block" {...wrapped('28')}>
          {user.userName}
        </Span>
      ),
      card: 'title',
    },
    {
      id: 'service',
      header: 'Service',
      cell: ({ serviceName }) => (
        <Text lineClamp={{ md: '2' }} {...wrapped('40')} title={serviceName}>
          {serviceName}
        </Text>
      ),
    },
    { id: 'link', header: 'Link', cell: ({ link }) => <OrderLink link={link} maxW={{ base: 'full', md: '40' }} /> },
    {
      id: 'amount',
      header: 'Amount',
      cell: ({ quantity }) => <Span fontVariantNumeric="tabular-nums">{formatCount(quantity)}</Span>,
      align: 'end',
    },
    {
      id: 'cost',
      header: 'Cost',
      cell: ({ chargeNanos }) => <MoneyText nanos={chargeNanos} fontWeight="semibold" />,
      align: 'end',
    },
    {
      id: 'status',
      header: 'Status',
      cell: ({ status }) => <OrderStatusBadge status={status} audience="admin" />,
      card: 'aside',
    },
    {
      id: 'actions',
      header: 'Actions',
      cell: (order) => <OrderActions order={order} openDetails={openDetails} openPartial={openPartial} />,
      align: 'end',
      card: 'footer',
      canHide: false,
      pinned: true,
    },
  ];
}
