import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { LuLifeBuoy, LuMessageSquare, LuPlus } from 'react-icons/lu';
import { useNavigate } from 'react-router-dom';
import { ticketStatuses } from '#shared/ticket-status.ts';
import { AppLink } from '../../components/app-link.tsx';
import { CardNumber } from '../../components/data-table/card-number.tsx';
import type { Column } from '../../components/data-table/columns.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { Moment } from '../../components/data-table/moment.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FilterChips } from '../../components/filter-chips.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { RowTitle } from '../../components/row-title.tsx';
import { TicketStatusBadge } from '../../components/ticket/ticket-status-badge.tsx';
import { ticketStatusTexts, ticketTexts } from '../../i18n/en/tickets.ts';
import { formatCount } from '../../lib/format.ts';
import { useListPoll } from '../../lib/live/list-poll.ts';
import { pagedList, useRows } from '../../lib/paged-list.ts';
import { paths, ticketPath } from '../../lib/paths.ts';
import { type Outputs, trpc } from '../../lib/trpc.ts';
import { oneOf, useUrlParam } from '../../lib/url-state.ts';
import { aboutLabel } from './about.ts';
import { WhereToLook } from './where-to-look.tsx';

type Ticket = Outputs['tickets']['list']['items'][number];

/** So few tickets leave room for what may answer without one. */
const FEW = 5;

/** The customer's own tickets, the last message first; answers are live. */
export default function TicketsPage() {
  const t = useStore(ticketTexts);
  const statusWords = useStore(ticketStatusTexts);
  const navigate = useNavigate();
  const [statusParam] = useUrlParam('status');
  const status = oneOf(statusParam, ticketStatuses);
  const columns = useMemo(() => ticketColumns(t), [t]);
  const query = trpc.tickets.list.useInfiniteQuery({ status }, { ...pagedList, refetchInterval: useListPoll() });
  const rows = useRows(query);
  const hasNone = rows.length === 0 && query.isSuccess && !status;
  return (
    <>
      <PageHeading title={t.heading} text={t.headingText}>
        {!hasNone && <OpenTicketButton />}
      </PageHeading>
      {hasNone ? (
        <NoTickets />
      ) : (
        <DataTable
          name={t.heading}
          keptAs="Tickets"
          columns={columns}
          query={query}
          rows={rows}
          rowId={(ticket) => String(ticket.id)}
          onRowClick={(ticket) => void navigate(ticketPath(ticket.id))}
          emptyText={t.none}
          emptyAction={
            <Button asChild variant="outline">
              <AppLink to={paths.tickets}>{t.showAll}</AppLink>
            </Button>
          }
          toolbar={
            <FilterChips
              param="status"
              label={t.status}
              options={ticketStatuses.map((value) => ({ value, label: statusWords[value] }))}
            />
          }
        />
      )}
      {query.isSuccess && rows.length < FEW && (
        <Box mt="8">
          <WhereToLook />
        </Box>
      )}
    </>
  );
}

function ticketColumns(t: ReturnType<typeof ticketTexts.get>): Column<Ticket>[] {
  return [
    {
      id: 'number',
      header: '#',
      width: '4rem',
      cell: CardNumber,
      card: 'brief',
      canHide: false,
    },
    { id: 'subject', header: t.subject, cell: (ticket) => <Subject ticket={ticket} />, card: 'title', canHide: false },
    {
      id: 'status',
      header: t.status,
      width: '9rem',
      cell: ({ status }) => <TicketStatusBadge status={status} />,
      card: 'aside',
    },
    {
      id: 'messages',
      header: t.messages,
      width: '5rem',
      align: 'end',
      cell: ({ messageCount }) => (
        <Flex as="span" display="inline-flex" align="center" gap="1" fontVariantNumeric="tabular-nums">
          <Box hideFrom="md">
            <LuMessageSquare aria-hidden />
          </Box>
          {formatCount(messageCount)}
        </Flex>
      ),
      card: 'brief',
    },
    {
      id: 'lastMessage',
      header: t.lastMessage,
      width: '9.5rem',
      cell: ({ lastMessageAt }) => <Moment at={lastMessageAt} />,
      card: 'brief',
    },
  ];
}

/** The subject links to the ticket; its order or recharge is below. */
function Subject({ ticket }: { ticket: Ticket }) {
  const t = useStore(ticketTexts);
  const about = aboutLabel(t, ticket);
  return (
    <Box minW="0" maxW={{ md: '28rem' }}>
      <RowTitle to={ticketPath(ticket.id)} dir="auto">
        {ticket.subject}
      </RowTitle>
      {about && (
        <Text textStyle="xs" color="fg.muted" fontWeight="normal" fontVariantNumeric="tabular-nums">
          {about}
        </Text>
      )}
    </Box>
  );
}

function NoTickets() {
  const t = useStore(ticketTexts);
  return (
    <EmptyState icon={<LuLifeBuoy />} title={t.none} text={t.noneText}>
      <OpenTicketButton />
    </EmptyState>
  );
}

function OpenTicketButton() {
  const t = useStore(ticketTexts);
  return (
    <Button asChild colorPalette="brand">
      <AppLink to={paths.newTicket}>
        <LuPlus aria-hidden /> {t.open}
      </AppLink>
    </Button>
  );
}
