import { lazy, Suspense, useMemo, useState } from 'react';
import { type HistorySort, historySorts } from '../../../../../shared/history-sorts.ts';
import { formatDollars, sum } from '../../../../../shared/money.ts';
import { parseId } from '../../../../../shared/parse-id.ts';
import { rechargeStatuses } from '../../../../../shared/recharge-status.ts';
import { ExportButton } from '../../../components/export-button.tsx';
import { FilterChips } from '../../../components/filter-chips.tsx';
import { LazyBoundary } from '../../../components/lazy-boundary.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { formatCount } from '../../../lib/format.ts';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';
import { usePageMeta } from '../../../lib/page-meta.ts';
import { usePreloadOnIntent } from '../../../lib/preload-on-intent.ts';
import { useQueueCounts } from '../../../lib/queue-counts.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useMethodFilter, useNarrowedBy } from '../desk/active-filters.tsx';
import { isDecidedHere } from '../desk/decided-here.ts';
import { DecisionDesk } from '../desk/decision-desk.tsx';
import { DeskNotices } from '../desk/desk-notices.tsx';
import { DeskChoices, MethodChoice } from '../desk/filter-choices.tsx';
import { FilterMenu } from '../desk/filter-menu.tsx';
import { useLiveList } from '../desk/live-list.ts';
import { useKnownRows } from '../desk/steady-rows.ts';
import { totalWords } from '../desk/total-words.ts';
import { useDesk, type Verdict } from '../desk/use-desk.ts';
import { everyStatus, SEARCH_PAUSE_MS, useDeskFilter } from '../desk/use-desk-filter.ts';
import { useDetail } from '../desk/use-detail.ts';
import { useSteadyDesk } from '../desk/use-steady-desk.ts';
import { withCounts } from '../desk/with-counts.ts';
import { rechargeColumns } from './recharge-columns.tsx';
import { failureTitle, type Recharge, RechargeDesk, successNotice, useRechargeCalls } from './recharge-desk.ts';

const { Part: RechargeDetail, load: loadDetail } = lazyWithPreload(() => import('./recharge-detail.tsx'));
const loadDuplicate = () => import('./duplicate-dialog.tsx');
const DuplicateDialog = lazy(loadDuplicate);

/** A recharge whose transaction ID another request has too, and who waits for what becomes of it. */
interface Doubted {
  recharge: Recharge;
  answer: (isSure: boolean) => void;
}

const statusChips = [
  { value: 'pending', label: 'Pending' },
  { value: everyStatus, label: 'All' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
] as const;

const sortNames: Record<HistorySort, string> = {
  oldest: 'Oldest first',
  newest: 'Newest first',
  largest: 'Largest first',
  smallest: 'Smallest first',
};
const sortOptions = Object.entries(sortNames).map(([value, label]) => ({ value, label }));

export default function ManageRechargesPage() {
  const { search, status, unchosen, sort, sortedBy, input } = useDeskFilter({
    statuses: rechargeStatuses,
    waiting: 'pending',
    undecided: ['pending'],
    sorts: historySorts,
  });
  const { methodId, active: activeMethod } = useMethodFilter();
  const active = [...activeMethod, ...useNarrowedBy(input)];
  const filter = { ...input, methodId };
  const listKey = JSON.stringify([filter, sortedBy]);
  const query = trpc.admin.recharges.list.useInfiniteQuery({ ...filter, sort: sortedBy }, useLiveList());
  const steady = useSteadyDesk({ query, listKey, idOf, mayLeave });
  const gone = trpc.admin.recharges.list.useQuery(steady.gone, { enabled: steady.gone.ids.length > 0 });
  const rows = useKnownRows(steady.rows, gone.data?.items, idOf);
  const counts = useQueueCounts()?.recharges;
  const isNarrowed = search !== '' || active.length > 0;
  const matching = trpc.admin.recharges.count.useQuery(filter, { enabled: isNarrowed && query.hasNextPage }).data;
  const total = totalWords({ ofStatus: isNarrowed ? undefined : counts?.[status ?? 'all'], matching });
  usePageMeta(counts && counts.pending > 0 ? `(${formatCount(counts.pending)}) Manage Recharges` : 'Manage Recharges');
  const utils = trpc.useUtils();
  const { decide, refresh } = useRechargeCalls();
  const [doubted, askOfDuplicate] = useState<Doubted | null>(null);
  usePreloadOnIntent(loadDuplicate);
  usePreloadOnIntent(loadDetail);
  const desk = useDesk<Recharge>({
    kind: 'recharge',
    rows,
    listKey,
    idOf,
    nameOf: ({ id, user, amountNanos }) => `recharge ${id} of ${user.name}, ${formatDollars(amountNanos)}`,
    can: isPending,
    decide,
    refresh,
    successNotice,
    failureTitle,
    askFirst: (recharge) =>
      recharge.isDuplicate
        ? new Promise((answer) => {
            askOfDuplicate({ recharge, answer });
          })
        : undefined,
  });

  const ids = useMemo(() => rows.map(idOf), [rows]);
  const detail = useDetail('recharge', desk.active, ids);
  const openId = parseId(detail.openedId);
  const { data: openRecharge } = trpc.admin.recharges.get.useQuery({ id: openId ?? 0 }, { enabled: openId !== null });
  const { open } = detail;
  const columns = useMemo(() => rechargeColumns((recharge) => open(idOf(recharge))), [open]);

  return (
    <RechargeDesk value={desk}>
      <DecisionDesk
        title="Manage Customer Recharges"
        text="Approve what has arrived. The balance is added at once; a decision is final."
        desk={desk}
        query={query}
        rows={rows}
        columns={columns}
        emptyText="No recharges found"
        consequence={consequence}
        detail={{
          ...detail,
          row: openRecharge,
          shown: openId !== null && (
            <LazyBoundary>
              <RechargeDetail
                id={openId}
                step={ids.includes(detail.openedId) ? desk.active.move : undefined}
                onClose={detail.close}
              />
            </LazyBoundary>
          ),
        }}
        toolbar={
          <>
            <SearchBox label="Search recharges" placeholder="Name, phone, transaction ID" pauseMs={SEARCH_PAUSE_MS} />
            <FilterMenu active={active.length}>
              <DeskChoices sorts={sortOptions} sort={sort}>
                <MethodChoice />
              </DeskChoices>
            </FilterMenu>
            <FilterChips
              param="status"
              label="Status"
              unchosen={unchosen}
              options={withCounts(statusChips, counts && { pending: counts.pending })}
            />
          </>
        }
        tools={<ExportButton compact list="all-recharges" input={{ ...filter, sort: sortedBy }} />}
        notices={<DeskNotices filters={active} news={steady.news} query={query} shown={rows.length} />}
        sort={sort}
        total={total}
        bulk={{
          listKey,
          countText: (count) => (count === 1 ? '1 recharge' : `${formatCount(count)} recharges`),
          readMatching: (cursor) =>
            utils.admin.recharges.matching.fetch({ ...filter, sort: sortedBy, cursor }, { staleTime: 0 }),
        }}
      />
      <Suspense>
        {doubted && (
          <DuplicateDialog
            recharge={doubted.recharge}
            onAnswer={(isSure) => {
              askOfDuplicate(null);
              doubted.answer(isSure);
            }}
          />
        )}
      </Suspense>
    </RechargeDesk>
  );
}

const idOf = ({ id }: Recharge) => String(id);
const mayLeave = ({ id }: Recharge) => isDecidedHere('recharge', id);
const isPending = ({ status }: Recharge) => status === 'pending';

/** What a decision does to the customers' money, in a sentence. */
function consequence(recharges: readonly Recharge[], verdict: Verdict): string {
  const total = formatDollars(sum(recharges.map(({ amountNanos }) => amountNanos)));
  if (verdict === 'approve') {
    return `${total} in all is added to the customers' balances. This is final. ${duplicateWarning(recharges)}`.trim();
  }
  return 'Nothing is added to the balance. This is final; the same transaction ID may be sent again.';
}

/** Names those whose money another request claims too: only one of them can have been paid with it. */
function duplicateWarning(recharges: readonly Recharge[]): string {
  const ids = recharges.filter(({ isDuplicate }) => isDuplicate).map(({ id }) => String(id));
  if (ids.length === 0) return '';
  if (ids.length === 1) return `Duplicate ID: another request has the transaction ID of recharge ${ids[0]} too.`;
  return `Duplicate IDs: other requests have the transaction IDs of recharges ${listed.format(ids)} too.`;
}

const listed = new Intl.ListFormat('en-US');
