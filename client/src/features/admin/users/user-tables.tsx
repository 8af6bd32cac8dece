import { Badge, Flex, Link, Span } from '@chakra-ui/react';
import { AppLink } from '../../../components/app-link.tsx';
import type { Column } from '../../../components/data-table/columns.ts';
import { MoneyText } from '../../../components/money-text.tsx';
import { OrderLink } from '../../../components/order-link.tsx';
import { OrderStatusBadge, RechargeStatusBadge } from '../../../components/status-badge.tsx';
import { adminTexts } from '../../../i18n/en/admin/admin.ts';
import { adminUserTexts } from '../../../i18n/en/admin/admin-users.ts';
import { POLL_MS } from '../../../lib/live/live-state.ts';
import { managedOrderPath, managedRechargePath, manageTicketPath } from '../../../lib/paths.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';
import { agoColumn, countColumn, moneyColumn, serviceColumn } from '../columns.tsx';
import { declareList } from '../list/declare-list.tsx';
import { useLiveList, useOnePage } from '../live-list.ts';
import { DuplicateBadge } from '../recharges/duplicate-badge.tsx';
import { whoDecided } from '../review-queue/by-words.ts';
import { AdminTicketStatus } from '../tickets/ticket-status.tsx';
import type { UserDetails } from './user.ts';

type Order = Outputs['admin']['orders']['list']['items'][number];
type Recharge = Outputs['admin']['recharges']['list']['items'][number];
type Ticket = Outputs['admin']['tickets']['list']['items'][number];
type Session = Outputs['admin']['users']['sessions'][number];

interface UserProps {
  user: UserDetails;
}

const usual = { dense: true, hasPagesInUrl: true, useInput: () => ({}) };

/** A user's orders, newest first; each id links to its review queue. */
export const UserOrders = declareList<Order, UserProps>()({
  ...usual,
  keptAs: 'Orders',
  useList: (_input, { user: { id: userId } }) => trpc.admin.orders.list.useInfiniteQuery({ userId }, useLiveList()),
  words: () => ({ heading: adminTexts.get().orders, none: adminUserTexts.get().noOrders }),
  columns: orderColumns,
  rowTone: toneOfRejected,
});

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
export const UserRecharges = declareList<Recharge, UserProps>()({
  ...usual,
  keptAs: 'Recharges',
  useList: (_input, { user: { id: userId } }) => trpc.admin.recharges.list.useInfiniteQuery({ userId }, useLiveList()),
  words: () => ({ heading: adminTexts.get().recharges, none: adminUserTexts.get().noRecharges }),
  columns: rechargeColumns,
  rowTone: toneOfRejected,
});

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
export const UserTickets = declareList<Ticket, UserProps>()({
  ...usual,
  keptAs: 'Tickets',
  useList: (_input, { user: { id: userId } }) => trpc.admin.tickets.list.useInfiniteQuery({ userId }, useLiveList()),
  words: () => ({ heading: adminTexts.get().tickets, none: adminUserTexts.get().noTickets }),
  columns: ticketColumns,
});

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
export const UserSessions = declareList<Session, UserProps>()({
  ...usual,
  hasPagesInUrl: false,
  keptAs: 'Sessions',
  useList(_input, { user: { id } }) {
    const query = trpc.admin.users.sessions.useQuery({ id }, { refetchInterval: POLL_MS });
    return useOnePage(query, query.data);
  },
  words() {
    const { sessions, notLoggedIn } = adminUserTexts.get();
    return { heading: sessions, none: notLoggedIn };
  },
  columns: sessionColumns,
});

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
