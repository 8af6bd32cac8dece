import { Button } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { LuMessageSquareText, LuX } from 'react-icons/lu';
import { useNavigate } from 'react-router-dom';
import { parseId } from '#shared/parse-id.ts';
import { ticketStatuses } from '#shared/ticket-status.ts';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { FilterChips } from '../../../components/filter-chips.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { adminTexts } from '../../../i18n/en/admin/admin.ts';
import { adminTicketTexts } from '../../../i18n/en/admin/admin-tickets.ts';
import { queueTexts } from '../../../i18n/en/admin/review-queue.ts';
import { commonTexts } from '../../../i18n/en/common.ts';
import { useIsWide } from '../../../lib/media.ts';
import { useRows } from '../../../lib/paged-list.ts';
import { manageTicketPath } from '../../../lib/paths.ts';
import { usePreloadOnIntent } from '../../../lib/preload-on-intent.ts';
import { trpc } from '../../../lib/trpc.ts';
import { oneOf, useUrlParam } from '../../../lib/url-state.ts';
import { useLiveList } from '../live-list.ts';
import { useActiveRow } from '../review-queue/active-row.ts';
import { KeysHint } from '../review-queue/keys-hint.tsx';
import { moveKeys, openKeys, useQueueKeys } from '../review-queue/use-queue-keys.ts';
import { useScrollRestoration } from '../review-queue/use-scroll-restoration.ts';
import { useInLanguage } from '../use-in-language.ts';
import { type Ticket, ticketColumns, waitingColumns } from './ticket-columns.tsx';

const loadReplies = () => import('./saved-replies-dialog.tsx');
const SavedRepliesDialog = lazy(loadReplies);

const filters = ['open', 'answered', 'mine', 'closed', 'all'] as const;

/** All customers' tickets; those that wait for the support first, the longest waiting on top. */
export default function ManageTicketsPage() {
  const t = useStore(adminTicketTexts);
  const words = useStore(queueTexts);
  const { status: statusLabel } = useStore(adminTexts);
  const { all } = useStore(commonTexts);
  const isWide = useIsWide();
  const [hintIsOpen, openHint] = useState(false);
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
  const ids = useMemo(() => rows.map(idOf), [rows]);
  const active = useActiveRow(ids, JSON.stringify(input), query);
  const columns = useInLanguage(filter === 'open' ? waitingColumns : ticketColumns);
  const openActive = () => {
    const id = active.$id.get();
    if (id !== undefined) open(id);
  };
  const keys = [...moveKeys(active, t.keyNext, t.keyPrevious), ...openKeys(openActive, t.keyOpen)];
  const help = { key: '?', does: words.keyHelp, act: () => openHint((isOpen) => !isOpen) };
  useQueueKeys([...keys, help], false);
  useScrollRestoration({ query, ids, active, openedId: '' });
  return (
    <>
      <PageHeading dense title={t.heading} text={t.headingText}>
        <Button variant="outline" size="sm" onClick={() => setShowsReplies(true)}>
          <LuMessageSquareText aria-hidden /> {t.savedReplies}
        </Button>
        {isWide && <KeysHint keys={[...keys, help]} open={hintIsOpen} onOpenChange={openHint} />}
      </PageHeading>
      <DataTable
        name={t.heading}
        keptAs="Manage Tickets"
        dense
        columns={columns}
        query={query}
        rows={rows}
        rowId={idOf}
        active={active.$id}
        onRowClick={({ id }) => open(id)}
        emptyText={filter === 'open' && !search ? t.noneWaits : t.noTickets}
        toolbar={
          <>
            <SearchBox label={t.search} placeholder={t.searchHint} />
            <FilterChips
              param="status"
              label={statusLabel}
              unchosen="open"
              options={[
                { value: 'open', label: t.waiting, count: waiting },
                { value: 'answered', label: t.answered },
                { value: 'mine', label: t.mine },
                { value: 'closed', label: t.closed },
                { value: 'all', label: all },
              ]}
            />
            {input.userId !== undefined && (
              <Button size="sm" borderRadius="selector" onClick={() => setUser('')}>
                {customerIn(rows, input.userId)} <LuX aria-label={t.showEverybody} />
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
  const t = adminTicketTexts.get();
  return name ? t.ofCustomer({ name }) : t.ofCustomerNumber({ id: String(userId) });
}
