import { Badge, Flex, Link, Span } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import type { RowData } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import type { Column } from '../../../components/data-table/columns.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import type { DataTableProps, PagedQuery } from '../../../components/data-table/table-props.ts';
import { MoneyText } from '../../../components/money-text.tsx';
import { OrderLink } from '../../../components/order-link.tsx';
import { OrderStatusBadge, RechargeStatusBadge } from '../../../components/status-badge.tsx';
import { adminTexts } from '../../../i18n/en/admin/admin.ts';
import { adminUserTexts } from '../../../i18n/en/admin/admin-users.ts';
import { POLL_MS } from '../../../lib/live/live-state.ts';
import { useRows } from '../../../lib/paged-list.ts';
import { usePagesInUrl } from '../../../lib/pages-in-url.ts';
import { managedOrderPath, managedRechargePath, manageTicketPath } from '../../../lib/paths.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';
import { agoColumn, countColumn, moneyColumn, serviceColumn } from '../columns.tsx';
import { useLiveList } from '../live-list.ts';
import { DuplicateBadge } from '../recharges/duplicate-badge.tsx';
import { whoDecided } from '../review-queue/by-words.ts';
import { AdminTicketStatus } from '../tickets/ticket-status.tsx';
import { useInLanguage } from '../use-in-language.ts';

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
  const { t, words, columns } = useColumns(orderColumns);
  return (
    <UserList
      name={words.orders}
      keptAs="Orders"
      emptyText={t.noOrders}
      columns={columns}
      query={query}
      rowTone={toneOfRejected}
      toolbar={tabs}
    />
  );
}

function orderColumns(): Column<Order>[] {
  const t = adminUserTexts.get();
  const words = adminTexts.get();
  return [
    linkedNumber(managedOrderPath),
    serviceColumn({ card: 'title' }),
    { id: 'link', header: t.link, cell: ({ link }) => <OrderLink link={link} /> },
    countColumn('quantity', words.amount, ({ quantity }) => quantity, { width: '5rem' }),
    moneyColumn('cost', t.cost, ({ chargeNanos }) => chargeNanos, { width: '6.5rem' }),
    agoColumn('date', t.date, ({ createdAt }) => createdAt, { width: '7rem' }),
    {
      id: 'status',
      header: words.status,
      width: '8rem',
      cell: ({ status }) => <OrderStatusBadge status={status} audience="admin" quiet />,
      card: 'aside',
    },
  ];
}

/** A user's recharges, newest first; each id links to its review queue. */
export function UserRecharges({ userId, tabs }: TableProps) {
  const query = trpc.admin.recharges.list.useInfiniteQuery({ userId }, useLiveList());
  const { t, words, columns } = useColumns(rechargeColumns);
  return (
    <UserList
      name={words.recharges}
      keptAs="Recharges"
      emptyText={t.noRecharges}
      columns={columns}
      query={query}
      rowTone={toneOfRejected}
      toolbar={tabs}
    />
  );
}

function rechargeColumns(): Column<Recharge>[] {
  const t = adminUserTexts.get();
  const words = adminTexts.get();
  return [
    linkedNumber(managedRechargePath),
    {
      id: 'reference',
      header: t.reference,
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
    { id: 'method', header: t.method, width: '6rem', cell: ({ method }) => method },
    {
      id: 'paidTaka',
      header: t.paidTaka,
      width: '7rem',
      cell: ({ paidTaka }) => <MoneyText taka={paidTaka} />,
      align: 'end',
    },
    moneyColumn('amount', words.amount, ({ amountNanos }) => amountNanos, { width: '7rem' }),
    agoColumn('date', t.date, ({ createdAt }) => createdAt, { width: '7rem' }),
    {
      id: 'status',
      header: words.status,
      width: '8rem',
      cell: (recharge) => <RechargeStatusBadge recharge={recharge} quiet />,
      card: 'aside',
    },
    {
      id: 'decidedBy',
      header: t.decidedBy,
      width: '9rem',
      cell: (recharge) => {
        const who = whoDecided(recharge);
        return (
          who && (
            <Span color="fg.muted" title={recharge.reason ?? undefined}>
              {who}
            </Span>
          )
        );
      },
    },
  ];
}

/** A user's tickets, the latest message first. */
export function UserTickets({ userId, tabs }: TableProps) {
  const query = trpc.admin.tickets.list.useInfiniteQuery({ userId }, useLiveList());
  const { t, words, columns } = useColumns(ticketColumns);
  return (
    <UserList
      name={words.tickets}
      keptAs="Tickets"
      emptyText={t.noTickets}
      columns={columns}
      query={query}
      toolbar={tabs}
    />
  );
}

function ticketColumns(): Column<Ticket>[] {
  const t = adminUserTexts.get();
  const words = adminTexts.get();
  return [
    { id: 'id', header: '#', width: '5rem', cell: ({ id }) => `#${id}`, card: 'title', canHide: false },
    {
      id: 'subject',
      header: t.subject,
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
      header: words.status,
      width: '9rem',
      cell: ({ status }) => <AdminTicketStatus status={status} />,
      card: 'aside',
    },
    countColumn('messages', t.messages, ({ messageCount }) => messageCount, { width: '6rem' }),
    agoColumn('lastMessage', t.lastMessage, ({ lastMessageAt }) => lastMessageAt, { width: '7rem' }),
  ];
}

/** A user's sessions; few enough for one page. */
export function UserSessions({ userId, tabs }: TableProps) {
  const query = trpc.admin.users.sessions.useQuery({ id: userId }, { refetchInterval: POLL_MS });
  const { t, columns } = useColumns(sessionColumns);
  return (
    <DataTable
      name={t.sessions}
      keptAs="Sessions"
      dense
      columns={columns}
      query={{ ...query, ...onePage }}
      rows={query.data ?? none}
      rowId={({ id }) => id}
      toolbar={tabs}
      emptyText={t.notLoggedIn}
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

function sessionColumns(): Column<Session>[] {
  const t = adminUserTexts.get();
  return [
    {
      id: 'device',
      header: t.device,
      cell: ({ browser, system, current }) => (
        <Flex gap="2" align="center" wrap="wrap">
          {deviceOf(browser, system)}
          {current && <Badge variant="outline">{t.yours}</Badge>}
        </Flex>
      ),
      card: 'title',
      canHide: false,
    },
    { id: 'address', header: t.address, cell: ({ address }) => address ?? t.unknown },
    agoColumn('lastUsed', t.lastUsed, ({ lastUsedAt }) => lastUsedAt, { width: '7rem' }),
    agoColumn('since', t.loggedIn, ({ createdAt }) => createdAt, { width: '7rem' }),
  ];
}

type Query<Row> = PagedQuery &
  Parameters<typeof usePagesInUrl>[0] & { data: { pages: readonly { items: readonly Row[] }[] } | undefined };

interface UserListProps<Row extends RowData>
  extends Pick<DataTableProps<Row>, 'name' | 'keptAs' | 'columns' | 'rowTone' | 'toolbar' | 'emptyText'> {
  query: Query<Row>;
}

/** A user's list, newest row first. */
function UserList<Row extends { id: number }>({ query, ...table }: UserListProps<Row>) {
  usePagesInUrl(query);
  return <DataTable {...table} dense query={query} rows={useRows(query)} rowId={({ id }) => String(id)} />;
}

/** The columns in the current language; the same ones until that changes. */
function useColumns<Columns>(columnsOf: () => Columns) {
  const t = useStore(adminUserTexts);
  const words = useStore(adminTexts);
  return { t, words, columns: useInLanguage(columnsOf) };
}

function deviceOf(browser: string | null, system: string | null): string {
  const t = adminUserTexts.get();
  return browser && system ? t.onSystem({ browser, system }) : (browser ?? system ?? t.unknownDevice);
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
