import { Box, Span } from '@chakra-ui/react';
import { AppLink } from '../../../components/app-link.tsx';
import { type Column, recordNumber } from '../../../components/data-table/columns.ts';
import { TicketStatusBadge } from '../../../components/ticket/ticket-status-badge.tsx';
import { manageTicketPath } from '../../../lib/paths.ts';
import type { Outputs } from '../../../lib/trpc.ts';
import { agoColumn, countColumn } from '../columns.tsx';
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
        {recordNumber(id)}
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
  countColumn('messages', 'Messages', ({ messageCount }) => messageCount, { width: '5rem', fromPx: 850 }),
  agoColumn('lastMessage', 'Last Message', ({ lastMessageAt }) => lastMessageAt, { width: '8.5rem' }),
];

/** The last message of a waiting ticket has no answer yet. */
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
