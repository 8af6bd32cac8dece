import { Box, Span } from '@chakra-ui/react';
import { AppLink } from '../../../components/app-link.tsx';
import { type Column, recordNumber } from '../../../components/data-table/columns.ts';
import { adminTexts } from '../../../i18n/en/admin/admin.ts';
import { adminTicketTexts } from '../../../i18n/en/admin/admin-tickets.ts';
import { manageTicketPath } from '../../../lib/paths.ts';
import type { Outputs } from '../../../lib/trpc.ts';
import { agoColumn, countColumn } from '../columns.tsx';
import { FullUserLink } from '../user-link.tsx';
import { AboutLink } from './about-link.tsx';
import { AdminTicketStatus } from './ticket-status.tsx';

export type Ticket = Outputs['admin']['tickets']['list']['items'][number];

export const ticketColumns = () => columnsWith(adminTicketTexts.get().lastMessage);

/** The last message of a waiting ticket has no answer yet. */
export const waitingColumns = () => columnsWith(adminTicketTexts.get().waitingSince);

function columnsWith(lastMessage: string): Column<Ticket>[] {
  const t = adminTicketTexts.get();
  return [
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
    {
      id: 'subject',
      header: t.subject,
      cell: (ticket) => <Subject ticket={ticket} />,
      below: ({ user }) => <FullUserLink user={user} />,
      card: 'title',
      canHide: false,
    },
    {
      id: 'customer',
      header: t.customer,
      width: '20%',
      cell: ({ user }) => <FullUserLink user={user} />,
      stacked: true,
      card: 'detail',
    },
    {
      id: 'about',
      header: t.about,
      width: '8.5rem',
      fromPx: 640,
      cell: (ticket) => <AboutLink ticket={ticket} />,
      card: 'figure',
    },
    {
      id: 'status',
      header: adminTexts.get().status,
      width: '9.5rem',
      cell: ({ status }) => <AdminTicketStatus status={status} quiet />,
      card: 'aside',
    },
    countColumn('messages', t.messages, ({ messageCount }) => messageCount, {
      width: '5rem',
      fromPx: 850,
      card: 'figure',
    }),
    agoColumn('lastMessage', lastMessage, ({ lastMessageAt }) => lastMessageAt, {
      width: '8rem',
      card: 'figure',
    }),
  ];
}

function Subject({ ticket: { id, subject } }: { ticket: Ticket }) {
  return (
    <Box asChild fontWeight="semibold" _hover={{ textDecoration: 'underline' }} title={subject}>
      <AppLink to={manageTicketPath(id)} dir="auto">
        {subject}
      </AppLink>
    </Box>
  );
}
