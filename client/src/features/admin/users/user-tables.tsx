import { Badge, Flex, Link, Span } from '@chakra-ui/react';
import type { RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import type { Column } from '../../../components/data-table/columns.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import type { DataTableProps, PagedQuery } from '../../../components/data-table/table-props.ts';
import { MoneyText } from '../../../components/money-text.tsx';
import { OrderLink } from '../../../components/order-link.tsx';
import { OrderStatusBadge, RechargeStatusBadge } from '../../../components/status-badge.tsx';
import { TicketStatusBadge } from '../../../components/ticket/ticket-status-badge.tsx';
import { POLL_MS } from '../../../lib/live/live-state.ts';
import { useRows } from '../../../lib/paged-list.ts';
import { usePagesInUrl } from '../../../lib/pages-in-url.ts';
import { managedOrderPath, managedRechargePath, manageTicketPath } from '../../../lib/paths.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';
import { agoColumn, countColumn, moneyColumn, serviceColumn } from '../columns.tsx';
import { useLiveList } from '../live-list.ts';
import { DuplicateBadge } from '../recharges/duplicate-badge.tsx';

type Order = Outputs['admin']['orders']['list']['items'][number];
type Recharge = Outputs['admin']['recharges']['list']['items'][number];
type Ticket = Outputs['admin']['tickets']['list']['items'][number];
type Session = Outputs['admin']['users']['sessions'][number];

interface TableProps {
  userId: number;
  tabs: ReactNode;
}

/** A user's orders, newest first; each id links to its review queue. */
export function UserOrders({ userId, tabs }: TableProps) {
  const query = trpc.admin.orders.list.useInfiniteQuery({ userId }, useLiveList());
  return <UserList name="Orders" columns={orderColumns} query={query} rowTone={toneOfRejected} toolbar={tabs} />;
}

const orderColumns: Column<Order>[] = [
  linkedNumber(managedOrderPath),
  serviceColumn({ card: 'title' }),
  { id: 'link', header: 'Link', cell: ({ link }) => <OrderLink link={link} /> },
  countColumn('quantity', 'Amount', ({ quantity }) => quantity, { width: '5rem' }),
  moneyColumn('cost', 'Cost', ({ chargeNanos }) => chargeNanos, { width: '6.5rem' }),
  agoColumn('date', 'Date', ({ createdAt }) => createdAt, { width: '7rem' }),
  {
    id: 'status',
    header: 'Status',
    width: '8rem',
    cell: ({ status }) => <OrderStatusBadge status={status} audience="admin" quiet />,
    card: 'aside',
  },
];

/** A user's recharges, newest first; each id links to its review queue. */
export function UserRecharges({ userId, tabs }: TableProps) {
  const query = trpc.admin.recharges.list.useInfiniteQuery({ userId }, useLiveList());
  return <UserList name="Recharges" columns={rechargeColumns} query={query} rowTone={toneOfRejected} toolbar={tabs} />;
}

const rechargeColumns: Column<Recharge>[] = [
  linkedNumber(managedRechargePath),
  {
    id: 'reference',
    header: 'Transaction ID',
    cell: ({ reference, isDuplicate }) => (
      <Flex gap="2" align="center" minW="0" justify={{ base: 'end', md: 'start' }}>
        <Span fontFamily="mono" textStyle="xs" truncate title={reference}>
          {reference}
        </Span>
        {isDuplicate && (
          <Span flexShrink="0">
            <DuplicateBadge />
          </Span>
        )}
      </Flex>
    ),
  },
  { id: 'method', header: 'Method', width: '6rem', cell: ({ method }) => method },
  {
    id: 'paidTaka',
    header: 'Paid Taka',
    width: '7rem',
    cell: ({ paidTaka }) => <MoneyText taka={paidTaka} />,
    align: 'end',
  },
  moneyColumn('amount', 'Amount', ({ amountNanos }) => amountNanos, { width: '7rem' }),
  agoColumn('date', 'Date', ({ createdAt }) => createdAt, { width: '7rem' }),
  {
    id: 'status',
    header: 'Status',
    width: '8rem',
    cell: (recharge) => <RechargeStatusBadge recharge={recharge} quiet />,
    card: 'aside',
  },
  {
    id: 'decidedBy',
    header: 'Decided by',
    width: '9rem',
    cell: ({ decidedBy, reason }) =>
      decidedBy && (
        <Span color="fg.muted" title={reason ?? undefined}>
          {decidedBy}
        </Span>
      ),
  },
];

/** A user's tickets, the latest message first. */
export function UserTickets({ userId, tabs }: TableProps) {
  const query = trpc.admin.tickets.list.useInfiniteQuery({ userId }, useLiveList());
  return <UserList name="Tickets" columns={ticketColumns} query={query} toolbar={tabs} />;
}

const ticketColumns: Column<Ticket>[] = [
  { id: 'id', header: '#', width: '5rem', cell: ({ id }) => `#${id}`, card: 'title', canHide: false },
  {
    id: 'subject',
    header: 'Subject',
    cell: ({ id, subject }) => (
      <Link asChild variant="underline">
        <AppLink to={manageTicketPath(id)} dir="auto" title={subject}>
          {subject}
        </AppLink>
      </Link>
    ),
    card: 'title',
    canHide: false,
  },
  {
    id: 'status',
    header: 'Status',
    width: '9rem',
    cell: ({ status }) => <TicketStatusBadge status={status} />,
    card: 'aside',
  },
  countColumn('messages', 'Messages', ({ messageCount }) => messageCount, { width: '6rem' }),
  agoColumn('lastMessage', 'Last Message', ({ lastMessageAt }) => lastMessageAt, { width: '7rem' }),
];

/** A user's sessions; few enough for one page. */
export function UserSessions({ userId, tabs }: TableProps) {
  const query = trpc.admin.users.sessions.useQuery({ id: userId }, { refetchInterval: POLL_MS });
  return (
    <DataTable
      name="Sessions"
      dense
      columns={sessionColumns}
      query={{ ...query, ...onePage }}
      rows={query.data ?? none}
      rowId={({ id }) => id}
      toolbar={tabs}
      emptyText="Not logged in anywhere"
    />
  );
}

const none: Session[] = [];
const onePage = {
  hasNextPage: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: () => undefined,
};

const sessionColumns: Column<Session>[] = [
  {
    id: 'device',
    header: 'Device',
    cell: ({ browser, system, current }) => (
      <Flex gap="2" align="center" wrap="wrap">
        {[browser, system].filter(Boolean).join(' on ') || 'Unknown device'}
        {current && <Badge variant="outline">Yours</Badge>}
      </Flex>
    ),
    card: 'title',
    canHide: false,
  },
  { id: 'address', header: 'Address', cell: ({ address }) => address ?? 'Unknown' },
  agoColumn('lastUsed', 'Last used', ({ lastUsedAt }) => lastUsedAt, { width: '7rem' }),
  agoColumn('since', 'Logged in', ({ createdAt }) => createdAt, { width: '7rem' }),
];

type Query<Row> = PagedQuery &
  Parameters<typeof usePagesInUrl>[0] & { data: { pages: readonly { items: readonly Row[] }[] } | undefined };

interface UserListProps<Row extends RowData>
  extends Pick<DataTableProps<Row>, 'name' | 'columns' | 'rowTone' | 'toolbar'> {
  query: Query<Row>;
}

/** A user's list, newest row first. */
function UserList<Row extends { id: number }>({ query, name, ...table }: UserListProps<Row>) {
  usePagesInUrl(query);
  return (
    <DataTable
      {...table}
      name={name}
      dense
      query={query}
      rows={useRows(query)}
      rowId={({ id }) => String(id)}
      emptyText={`No ${name.toLowerCase()} yet`}
    />
  );
}

/** A row's id, which links to its review queue. */
function linkedNumber<Row extends { id: number }>(pathOf: (id: number) => string): Column<Row> {
  return {
    id: 'id',
    header: '#',
    width: '5rem',
    cell: ({ id }) => (
      <Link asChild variant="underline">
        <AppLink to={pathOf(id)}>#{id}</AppLink>
      </Link>
    ),
    card: 'title',
    canHide: false,
  };
}

/** Rejected rows are tinted. */
function toneOfRejected({ status }: { status: string }) {
  return status === 'rejected' ? ('error' as const) : undefined;
}
