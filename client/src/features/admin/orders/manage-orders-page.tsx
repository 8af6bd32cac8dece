import { lazy, Suspense, useMemo, useState } from 'react';
import { LuCircleDashed } from 'react-icons/lu';
import { type AdminOrderSort, adminOrderSorts } from '../../../../../shared/history-sorts.ts';
import { formatDollars, sum } from '../../../../../shared/money.ts';
import { adminOrderFilters, adminStatus, legalDecisions, orderStatuses } from '../../../../../shared/order-status.ts';
import { parseId } from '../../../../../shared/parse-id.ts';
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
import { useNarrowedBy, useServiceFilter } from '../desk/active-filters.tsx';
import type { BulkJob } from '../desk/bulk-jobs.ts';
import { isDecidedHere } from '../desk/decided-here.ts';
import { DeskNotices } from '../desk/desk-notices.tsx';
import { DeskChoices } from '../desk/filter-choices.tsx';
import { FilterMenu } from '../desk/filter-menu.tsx';
import { useLiveList } from '../desk/live-list.ts';
import { ServiceChoice } from '../desk/service-choice.tsx';
import { useKnownRows } from '../desk/steady-rows.ts';
import { totalWords } from '../desk/total-words.ts';
import { type Desk, useDesk, type Verdict } from '../desk/use-desk.ts';
import { everyStatus, SEARCH_PAUSE_MS, useDeskFilter } from '../desk/use-desk-filter.ts';
import { useDetail } from '../desk/use-detail.ts';
import { useSteadyDesk } from '../desk/use-steady-desk.ts';
import { withCounts } from '../desk/with-counts.ts';
import { orderColumns } from './order-columns.tsx';
import { OrderDecisions } from './order-decisions.tsx';
import {
  askToChargeAgain,
  canDecide,
  decisionFor,
  decisionNotice,
  failureTitle,
  type Order,
  OrderDesk,
  useOrderCalls,
} from './order-desk.ts';

const { Part: OrderDetail, load: loadDetail } = lazyWithPreload(() => import('./order-detail.tsx'));
const loadPartial = () => import('./partial-dialog.tsx');
const PartialDialog = lazy(loadPartial);

const statusChips = [
  { value: 'open', label: 'Open' },
  { value: everyStatus, label: 'All' },
  ...orderStatuses.map((status) => ({ value: status, label: capitalised(adminStatus[status]) })),
] as const;

const sortNames: Record<AdminOrderSort, string> = {
  oldest: 'Oldest first',
  newest: 'Newest first',
  largest: 'Dearest first',
  smallest: 'Cheapest first',
  mostUnits: 'Largest amount first',
  fewestUnits: 'Smallest amount first',
};
const sortOptions = Object.entries(sortNames).map(([value, label]) => ({ value, label }));

export default function ManageOrdersPage() {
  const { search, status, unchosen, sort, sortedBy, input } = useDeskFilter({
    statuses: adminOrderFilters,
    waiting: 'open',
    undecided: ['open', 'pending', 'processing'],
    sorts: adminOrderSorts,
  });
  const { serviceId, active: activeService } = useServiceFilter();
  const active = [...activeService, ...useNarrowedBy(input)];
  const filter = { ...input, serviceId };
  const listKey = JSON.stringify([filter, sortedBy]);
  const [partial, setPartial] = useState<Order | null>(null);
  usePreloadOnIntent(loadPartial);
  usePreloadOnIntent(loadDetail);

  const query = trpc.admin.orders.list.useInfiniteQuery({ ...filter, sort: sortedBy }, useLiveList());
  const steady = useSteadyDesk({ query, listKey, idOf, mayLeave });
  const gone = trpc.admin.orders.list.useQuery(steady.gone, { enabled: steady.gone.ids.length > 0 });
  const rows = useKnownRows(steady.rows, gone.data?.items, idOf);
  const counts = useQueueCounts()?.orders;
  const isNarrowed = search !== '' || active.length > 0;
  const matching = trpc.admin.orders.count.useQuery(filter, { enabled: isNarrowed && query.hasNextPage }).data;
  const total = totalWords({ ofStatus: isNarrowed ? undefined : counts?.[status ?? 'all'], matching });
  usePageMeta(counts && counts.open > 0 ? `(${formatCount(counts.open)}) Manage Orders` : 'Manage Orders');
  const utils = trpc.useUtils();
  const { decide, change, refresh } = useOrderCalls();
  const desk = useDesk<Order>({
    kind: 'order',
    rows,
    listKey,
    idOf,
    nameOf: ({ id, user }) => `order ${id} of ${user.userName}`,
    can: canDecide,
    decide,
    refresh,
    successNotice: (order, verdict) => decisionNotice(order, decisionFor[verdict]),
    failureTitle,
    askFirst: askToChargeAgain,
  });

  const ids = useMemo(() => rows.map(idOf), [rows]);
  const detail = useDetail('order', desk.active, ids);
  const openId = parseId(detail.openedId);
  const { data: openOrder } = trpc.admin.orders.get.useQuery({ id: openId ?? 0 }, { enabled: openId !== null });
  const { open } = detail;
  const columns = useMemo(
    () => orderColumns({ openDetails: (order) => open(idOf(order)), openPartial: setPartial }),
    [open],
  );

  return (
    <OrderDesk value={desk}>
      <OrderDecisions
        openPartial={setPartial}
        isAsking={partial !== null}
        title="Manage Promotion Orders"
        text="Approve what was delivered. Rejecting refunds the customer at once."
        desk={desk}
        query={query}
        rows={rows}
        columns={columns}
        emptyText="No orders found"
        consequence={consequence}
        detail={{
          ...detail,
          row: openOrder,
          shown: openId !== null && (
            <LazyBoundary>
              <OrderDetail
                id={openId}
                openPartial={setPartial}
                step={ids.includes(detail.openedId) ? desk.active.move : undefined}
                onClose={detail.close}
              />
            </LazyBoundary>
          ),
        }}
        toolbar={
          <>
            <SearchBox
              label="Search orders"
              placeholder="Customer, service, link or order number"
              pauseMs={SEARCH_PAUSE_MS}
            />
            <FilterMenu active={active.length}>
              <DeskChoices sorts={sortOptions} sort={sort}>
                <ServiceChoice />
              </DeskChoices>
            </FilterMenu>
            <FilterChips
              param="status"
              label="Status"
              unchosen={unchosen}
              options={withCounts(
                statusChips,
                counts && { open: counts.open, pending: counts.pending, processing: counts.processing },
              )}
            />
          </>
        }
        tools={<ExportButton compact list="all-orders" input={{ ...filter, sort: sortedBy }} />}
        notices={<DeskNotices filters={active} news={steady.news} query={query} shown={rows.length} />}
        sort={sort}
        total={total}
        furtherJobs={[processingJob(desk, change)]}
        bulk={{
          listKey,
          countText: (count) => (count === 1 ? '1 order' : `${formatCount(count)} orders`),
          readMatching: (cursor) =>
            utils.admin.orders.matching.fetch({ ...filter, sort: sortedBy, cursor }, { staleTime: 0 }),
          copy: { label: 'Copy links', text: linksAndQuantities },
        }}
      />
      <Suspense>{partial && <PartialDialog order={partial} onClose={() => setPartial(null)} />}</Suspense>
    </OrderDesk>
  );
}

const idOf = ({ id }: Order) => String(id);
const mayLeave = ({ id }: Order) => isDecidedHere('order', id);

/** A link and a quantity a line, as tables take them, for whoever delivers. */
function linksAndQuantities(orders: readonly Order[]): string {
  return orders.map(({ link, quantity }) => `${link}\t${quantity}`).join('\n');
}

type Change = ReturnType<typeof useOrderCalls>['change'];

function processingJob(desk: Desk<Order>, change: Change): BulkJob<Order> {
  return {
    ask: 'Mark processing',
    doing: 'Marking as processing',
    done: 'marked as processing',
    icon: LuCircleDashed,
    tone: 'calm',
    can: (order) => legalDecisions[order.status].includes('processing') && !desk.pending.has(idOf(order)),
    run: (order) => change(order, 'processing'),
    text: () => 'Their customers read that work has begun. No money moves.',
  };
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** What a decision does to the customers' money, in a sentence. */
function consequence(orders: readonly Order[], verdict: Verdict): string {
  const total = (some: readonly Order[]) => formatDollars(sum(some.map(({ chargeNanos }) => chargeNanos)));
  const [only] = orders;
  if (verdict === 'reject') {
    if (orders.length === 1 && only) return `${total(orders)} goes back to ${only.user.userName} at once.`;
    return `${total(orders)} in all goes back to the customers at once.`;
  }
  const chargedAgain = orders.filter((order) => order.status === 'rejected');
  if (chargedAgain.length === 0) {
    return `They become done, which is final. Nothing more is charged; ${total(orders)} in all stays charged.`;
  }
  return `They become done, which is final. ${total(chargedAgain)} is charged again for those that had been rejected.`;
}
