import { Link, Span } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import type { Column } from '../../../components/data-table/columns.ts';
import { Ago } from '../../../components/data-table/moment.tsx';
import { TicketStatusBadge } from '../../../components/ticket/ticket-status-badge.tsx';
import { formatCount } from '../../../lib/format.ts';
import { manageTicketPath } from '../../../lib/paths.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';
import { useLiveList } from '../desk/live-list.ts';
import { UserList } from './user-list.tsx';

type Ticket = Outputs['admin']['tickets']['list']['items'][number];

/** A user's tickets; where something was said last stands first. */
export function UserTickets({ userId, tabs }: { userId: number; tabs: ReactNode }) {
  const query = trpc.admin.tickets.list.useInfiniteQuery({ userId }, useLiveList());
  return <UserList name="Tickets" columns={columns} query={query} toolbar={tabs} />;
}

const columns: Column<Ticket>[] = [
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
  {
    id: 'messages',
    header: 'Messages',
    width: '6rem',
    align: 'end',
    cell: ({ messageCount }) => <Span fontVariantNumeric="tabular-nums">{formatCount(messageCount)}</Span>,
  },
  {
    id: 'lastMessage',
    header: 'Last Message',
    width: '7rem',
    spills: true,
    cell: ({ lastMessageAt }) => <Ago at={lastMessageAt} />,
  },
];
