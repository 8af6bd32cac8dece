import { lazy, Suspense, useMemo, useState } from 'react';
import { formatDollars, sum } from '../../../../../shared/money.ts';
import { adminOrderFilters, adminStatus, orderStatuses } from '../../../../../shared/order-status.ts';
import { parseId } from '../../../../../shared/parse-id.ts';
import { FilterChips } from '../../../components/filter-chips.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { useOnFirstTouch } from '../../../lib/first-touch.ts';
import { formatCount } from '../../../lib/format.ts';
import { useRows } from '../../../lib/paged-list.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useLiveList } from '../desk/live-list.ts';
import { useDesk, type Verdict } from '../desk/use-desk.ts';
import { everyStatus, useDeskFilter } from '../desk/use-desk-filter.ts';
import { useDetail } from '../desk/use-detail.ts';
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
import { OrderDetail } from './order-detail.tsx';

const loadPartial = () => import('./partial-dialog.tsx');
const PartialDialog = lazy(loadPartial);

const statusChips = [
  { value: 'open', label: 'Open' },
  { value: everyStatus, label: 'All' },
  ...orderStatuses.map((status) => ({ value: status, label: capitalised(adminStatus[status]) })),
];

export default function ManageOrdersPage() {
  const { search, status, unchosen } = useDeskFilter(adminOrderFilters, 'open');
  const [partial, setPartial] = useState<Order | null>(null);
  useOnFirstTouch(loadPartial);

  const query = trpc.admin.orders.list.useInfiniteQuery({ status, search: search || undefined }, useLiveList());
  const rows = useRows(query);
  const { decide, refresh } = useOrderCalls();
  const desk = useDesk<Order>({
    kind: 'order',
    rows,
    listKey: `${status} ${search}`,
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
        countText={(count) => (count === 1 ? '1 order' : `${formatCount(count)} orders`)}
        consequence={consequence}
        detail={{
          ...detail,
          row: openOrder,
          shown: openId !== null && (
            <OrderDetail
              id={openId}
              openPartial={setPartial}
              step={ids.includes(detail.openedId) ? desk.active.move : undefined}
              onClose={detail.close}
            />
          ),
        }}
        toolbar={
          <>
            <SearchBox label="Search orders" placeholder="Customer, service, link or order number" />
            <FilterChips param="status" label="Status" unchosen={unchosen} options={statusChips} />
          </>
        }
      />
      <Suspense>{partial && <PartialDialog order={partial} onClose={() => setPartial(null)} />}</Suspense>
    </OrderDesk>
  );
}

const idOf = ({ id }: Order) => String(id);

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
  if (chargedAgain.length === 0) return 'They become done, which is final. Nothing more is charged.';
  return `They become done, which is final. ${total(chargedAgain)} is charged again for those that had been rejected.`;
}
