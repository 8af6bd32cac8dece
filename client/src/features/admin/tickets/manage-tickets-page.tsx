import { useNavigate } from 'react-router-dom';
import { ticketStatuses } from '../../../../../shared/ticket-status.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { FilterChips } from '../../../components/filter-chips.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { useRows } from '../../../lib/paged-list.ts';
import { manageTicketPath } from '../../../lib/paths.ts';
import { trpc } from '../../../lib/trpc.ts';
import { oneOf, useUrlParam } from '../../../lib/url-state.ts';
import { useLiveList } from '../desk/live-list.ts';
import { type Ticket, ticketColumns } from './ticket-columns.tsx';

const filters = ['open', 'answered', 'closed', 'all'] as const;

/** Everybody's tickets; those that wait for us first, who has waited longest on top. */
export default function ManageTicketsPage() {
  const navigate = useNavigate();
  const [filterParam] = useUrlParam('status');
  const [search] = useUrlParam('q');
  const filter = oneOf(filterParam, filters) ?? 'open';
  const status = oneOf(filter, ticketStatuses);
  const query = trpc.admin.tickets.list.useInfiniteQuery(
    { status, search: search || undefined, oldestFirst: filter === 'open' },
    useLiveList(),
  );
  const waiting = query.data?.pages[0]?.waiting;
  return (
    <>
      <PageHeading title="Manage Tickets" text="What customers ask; who has waited longest stands on top." />
      <DataTable
        name="Manage Tickets"
        columns={ticketColumns}
        query={query}
        rows={useRows(query)}
        rowId={({ id }: Ticket) => String(id)}
        onRowClick={({ id }) => void navigate(manageTicketPath(id))}
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
                { value: 'closed', label: 'Closed' },
                { value: 'all', label: 'All' },
              ]}
            />
          </>
        }
      />
    </>
  );
}
