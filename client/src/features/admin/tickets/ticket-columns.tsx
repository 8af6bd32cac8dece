import { Box, Span, Text } from '@chakra-ui/react';
import { AppLink } from '../../../components/app-link.tsx';
import type { Column } from '../../../components/data-table/columns.ts';
import { TicketStatusBadge } from '../../../components/ticket/ticket-status-badge.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { formatCount } from '../../../lib/format.ts';
import { manageTicketPath } from '../../../lib/paths.ts';
import type { Outputs } from '../../../lib/trpc.ts';
import { UserLink } from '../user-link.tsx';
import { wrapped } from '../wrapped.ts';
import { AboutLink } from './about-link.tsx';

export type Ticket = Outputs['admin']['tickets']['list']['items'][number];

export const ticketColumns: Column<Ticket>[] = [
  {
    id: 'id',
    header: '#',
    cell: ({ id }) => (
      <Span fontVariantNumeric="tabular-nums" whiteSpace="nowrap" _before={{ content: { base: '"#"', md: 'none' } }}>
        {id}
      </Span>
    ),
    card: 'title',
    canHide: false,
  },
  { id: 'subject', header: 'Subject', cell: (ticket) => <Subject ticket={ticket} />, card: 'title', canHide: false },
  { id: 'customer', header: 'Customer', cell: ({ user }) => <Customer user={user} /> },
  { id: 'about', header: 'About', cell: (ticket) => <AboutLink ticket={ticket} /> },
  { id: 'status', header: 'Status', cell: ({ status }) => <TicketStatusBadge status={status} />, card: 'aside' },
  {
    id: 'messages',
    header: 'Messages',
    align: 'end',
    cell: ({ messageCount }) => <Span fontVariantNumeric="tabular-nums">{formatCount(messageCount)}</Span>,
  },
  {
    id: 'lastMessage',
    header: 'Last Message',
    cell: ({ lastMessageAt }) => (
      <Box asChild display="block" {...wrapped('28')} textStyle={{ md: 'xs' }}>
        <TimeText at={lastMessageAt} />
      </Box>
    ),
  },
];

function Subject({ ticket: { id, subject } }: { ticket: Ticket }) {
  return (
    <Box {...wrapped('80')} asChild fontWeight="semibold" display="block" _hover={{ textDecoration: 'underline' }}>
      <AppLink to={manageTicketPath(id)} dir="auto">
        {subject}
      </AppLink>
    </Box>
  );
}

function Customer({ user }: Pick<Ticket, 'user'>) {
  return (
    <Box {...wrapped('36')}>
      <UserLink user={user}>{user.name}</UserLink>
      <Text textStyle="xs" color="fg.muted" fontWeight="normal">
        @{user.userName}
      </Text>
    </Box>
  );
}
