import { Button } from '@chakra-ui/react';
import { lazy, Suspense, useState } from 'react';
import { LuMessageSquareText, LuX } from 'react-icons/lu';
import { useNavigate } from 'react-router-dom';
import { parseId } from '#shared/parse-id.ts';
import { ticketStatuses } from '#shared/ticket-status.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { FilterChips } from '../../../components/filter-chips.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { useRows } from '../../../lib/paged-list.ts';
import { manageTicketPath } from '../../../lib/paths.ts';
import { usePreloadOnIntent } from '../../../lib/preload-on-intent.ts';
import { trpc } from '../../../lib/trpc.ts';
import { oneOf, useUrlParam } from '../../../lib/url-state.ts';
import { useLiveList } from '../live-list.ts';
import { useActiveRow } from '../review-queue/active-row.ts';
import { moveKeys, openKeys, useQueueKeys } from '../review-queue/use-queue-keys.ts';
import { type Ticket, ticketColumns, waitingColumns } from './ticket-columns.tsx';

const loadReplies = () => import('./saved-replies-dialog.tsx');
const SavedRepliesDialog = lazy(loadReplies);

const filters = ['open', 'answered', 'mine', 'closed', 'all'] as const;

/** All customers' tickets; those that wait for the support first, the longest waiting on top. */
export default function ManageTicketsPage() {
  const navigate = useNavigate();
  usePreloadOnIntent(loadReplies);
  const [filterParam] = useUrlParam('status');
  const [search] = useUrlParam('q');
  const [userParam, setUser] = useUrlParam('user');
  const [showsReplies, setShowsReplies] = useState(false);
  const filter = oneOf(filterParam, filters) ?? 'open';
  const input = {
    status: oneOf(filter, ticketStatuses),
    mine: filter === 'mine' || undefined,
    userId: parseId(userParam) ?? undefined,
    search: search || undefined,
    oldestFirst: filter === 'open',
  };
  const query = trpc.admin.tickets.list.useInfiniteQuery(input, useLiveList());
  const rows = useRows(query);
  const waiting = query.data?.pages[0]?.waiting;
  const open = (id: string | number) => void navigate(manageTicketPath(Number(id)));
  const active = useActiveRow(rows.map(idOf), JSON.stringify(input));
  const openActive = () => {
    const id = active.$id.get();
    if (id !== undefined) open(id);
  };
  useQueueKeys(
    [...moveKeys(active, 'Next ticket', 'Ticket before'), ...openKeys(openActive, 'Open the ticket')],
    false,
  );
  return (
    <>
      <PageHeading dense title="Manage Tickets" text="What customers ask; who has waited longest stands on top.">
        <Button variant="outline" size="sm" onClick={() => setShowsReplies(true)}>
          <LuMessageSquareText aria-hidden /> Saved replies
        </Button>
      </PageHeading>
      <DataTable
        name="Manage Tickets"
        dense
        columns={filter === 'open' ? waitingColumns : ticketColumns}
        query={query}
        rows={rows}
        rowId={idOf}
        active={active.$id}
        onRowClick={({ id }) => open(id)}
        emptyText={filter === 'open' && !search ? 'Nobody waits for an answer' : 'No tickets found'}
        toolbar={
          <>
            <SearchBox label="Search tickets" placeholder="Subject, customer or ticket number" />
            <FilterChips
              param="status"
              label="Status"
              unchosen="open"
              options={[
                { value: 'open', label: 'Waiting', count: waiting },
                { value: 'answered', label: 'Answered' },
                { value: 'mine', label: 'Mine' },
                { value: 'closed', label: 'Closed' },
                { value: 'all', label: 'All' },
              ]}
            />
            {input.userId !== undefined && (
              <Button size="sm" borderRadius="selector" onClick={() => setUser('')}>
                {customerIn(rows, input.userId)} <LuX aria-label="Show everybody’s tickets" />
              </Button>
            )}
          </>
        }
      />
      <Suspense>{showsReplies && <SavedRepliesDialog onClose={() => setShowsReplies(false)} />}</Suspense>
    </>
  );
}

const idOf = ({ id }: Ticket) => String(id);

function customerIn(rows: readonly Ticket[], userId: number): string {
  const name = rows.find(({ user }) => user.id === userId)?.user.userName;
  return name ? `Of @${name}` : `Of customer #${userId}`;
}
