import { Box, Span } from '@chakra-ui/react';
import { AppLink } from '../../../components/app-link.tsx';
import type { Column } from '../../../components/data-table/columns.ts';
import { Ago } from '../../../components/data-table/moment.tsx';
import { TicketStatusBadge } from '../../../components/ticket/ticket-status-badge.tsx';
import { formatCount } from '../../../lib/format.ts';
import { manageTicketPath } from '../../../lib/paths.ts';
import type { Outputs } from '../../../lib/trpc.ts';
import { FullUserLink } from '../user-link.tsx';
import { AboutLink } from './about-link.tsx';

export type Ticket = Outputs['admin']['tickets']['list']['items'][number];

export const ticketColumns: Column<Ticket>[] = [
  {
    id: 'id',
    header: '#',
    width: '4.5rem',
    cell: ({ id }) => (
      <Span fontVariantNumeric="tabular-nums" whiteSpace="nowrap" _before={{ content: '"#"' }}>
        {id}
      </Span>
    ),
    card: 'title',
    canHide: false,
  },
  { id: 'subject', header: 'Subject', cell: (ticket) => <Subject ticket={ticket} />, card: 'title', canHide: false },
  { id: 'customer', header: 'Customer', width: '14rem', cell: ({ user }) => <FullUserLink user={user} /> },
  { id: 'about', header: 'About', width: '8.5rem', cell: (ticket) => <AboutLink ticket={ticket} /> },
  {
    id: 'status',
    header: 'Status',
    width: '9.5rem',
    cell: ({ status }) => <TicketStatusBadge status={status} />,
    card: 'aside',
  },
  {
    id: 'messages',
    header: 'Messages',
    width: '5rem',
    align: 'end',
    fromPx: 850,
    cell: ({ messageCount }) => <Span fontVariantNumeric="tabular-nums">{formatCount(messageCount)}</Span>,
  },
  {
    id: 'lastMessage',
    header: 'Last Message',
    width: '8.5rem',
    spills: true,
    cell: ({ lastMessageAt }) => <Ago at={lastMessageAt} />,
  },
];

/** The last message of a ticket that waits was not answered yet. */
export const waitingColumns = ticketColumns.map((column) =>
  column.id === 'lastMessage' ? { ...column, header: 'Waiting Since' } : column,
);

function Subject({ ticket: { id, subject } }: { ticket: Ticket }) {
  return (
    <Box asChild fontWeight="semibold" _hover={{ textDecoration: 'underline' }} title={subject}>
      <AppLink to={manageTicketPath(id)} dir="auto">
        {subject}
      </AppLink>
    </Box>
  );
}
