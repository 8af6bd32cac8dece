import type { Db } from '#db/client.ts';
import { forwards } from '#db/schema/forwards.ts';
import { orders } from '#db/schema/orders.ts';
import type { SupplierOrder } from '#server/testing/supplier-server.ts';
import type { StaffDecisions } from './staff.ts';

/** Each list has a sentence per case. */
export interface ReconciledForwards {
  /** Orders that were placed for a supplier. */
  forwarded: number;
  boughtTwice: string[];
  /** Bought and forgotten, or believed to be bought. */
  lostPurchases: string[];
  wronglyRefunded: string[];
  /** Still on their way when everything is calm. */
  unfinished: string[];
  /** Purchases of which the panel does not know whether the supplier has them; all of them are listed. */
  unknowns: number;
  /** Those that should have been settled by their `request_id`. */
  unsettled: string[];
}

interface Evidence {
  /** The acknowledged orders of forwarded services. */
  placed: { orderId: number; link: string }[];
  /** What each supplier sold, with its id in the panel. */
  suppliers: { id: number; takesRequestId: boolean; orders: Map<string, SupplierOrder> }[];
  decisions: Pick<StaffDecisions, 'rejected' | 'refunded'>;
  /** The ids of unknown forwards that the panel lists for staff. */
  listed: ReadonlySet<number>;
}

type Forward = typeof forwards.$inferSelect;
type Sale = { supplierId: number; externalOrderId: string; order: SupplierOrder };

const AT_REST: readonly Forward['state'][] = ['accepted', 'refused', 'withdrawn', 'unknown'];
const GIVES_BACK = ['Canceled', 'Partial'];

/** Compares what the suppliers sold with what the panel believes, and every refund with its evidence. */
export async function reconcileForwards(
  db: Db,
  { placed, suppliers, decisions, listed }: Evidence,
): Promise<ReconciledForwards> {
  const sales = Map.groupBy(suppliers.flatMap(salesOf), ({ order }) => order.link);
  const forwardsOf = Map.groupBy(await db.select().from(forwards), ({ orderId }) => orderId);
  const statusOf = new Map((await db.select().from(orders)).map(({ id, status }) => [id, status]));
  const takesRequestId = new Set(suppliers.filter((each) => each.takesRequestId).map(({ id }) => id));
  const found: ReconciledForwards = {
    forwarded: placed.length,
    boughtTwice: [],
    lostPurchases: [],
    wronglyRefunded: [],
    unfinished: [],
    unknowns: 0,
    unsettled: [],
  };
  for (const { orderId, link } of placed) {
    const sold = sales.get(link) ?? [];
    const own = forwardsOf.get(orderId) ?? [];
    const isByStaff = decisions.rejected.has(orderId) || decisions.refunded.has(orderId);
    const about = `order ${orderId} (${statusOf.get(orderId)}), forwards ${own.map(({ id, state }) => `${id} ${state}`).join(', ')}`;
    if (sold.length > 1) found.boughtTwice.push(`${about}: sold by ${sold.map(nameOf).join(', ')}`);
    if (own.length === 0 && !isByStaff) found.lostPurchases.push(`${about}: never queued`);
    for (const forward of own) {
      const { id, state, supplierId } = forward;
      if (state === 'accepted' && !sold.some((sale) => isOf(sale, forward)))
        found.lostPurchases.push(`${about}: the supplier has no order ${forward.externalOrderId}`);
      if (!AT_REST.includes(state)) found.unfinished.push(`${about}: supplier ${supplierId}`);
      if (state !== 'unknown') continue;
      found.unknowns++;
      if (!listed.has(id)) found.lostPurchases.push(`${about}: unknown, and not listed`);
      if (supplierId !== null && takesRequestId.has(supplierId)) found.unsettled.push(about);
    }
    const forgotten = sold.filter((sale) => !own.some((forward) => isOf(sale, forward) || mayBe(sale, forward)));
    if (forgotten.length > 0 && !isByStaff)
      found.lostPurchases.push(`${about}: sold by ${forgotten.map(nameOf).join(', ')}, and the panel forgot it`);
    const isRefunded = ['rejected', 'partial'].includes(statusOf.get(orderId) ?? '');
    const isGivenBack = sold.some(({ order }) => GIVES_BACK.includes(order.status));
    if (isRefunded && !isByStaff && !isGivenBack)
      found.wronglyRefunded.push(`${about}: the supplier says ${sold.map(({ order }) => order.status).join(', ')}`);
  }
  return found;
}

function salesOf({ id, orders: sold }: Evidence['suppliers'][number]): Sale[] {
  return [...sold].map(([externalOrderId, order]) => ({ supplierId: id, externalOrderId, order }));
}

const nameOf = ({ supplierId, externalOrderId }: Sale) => `supplier ${supplierId} as ${externalOrderId}`;

/** Whether the panel says that it may have bought there. */
function mayBe({ supplierId }: Sale, forward: Forward): boolean {
  return forward.state === 'unknown' && (forward.supplierId === null || forward.supplierId === supplierId);
}

function isOf({ supplierId, externalOrderId }: Sale, forward: Forward): boolean {
  return forward.supplierId === supplierId && forward.externalOrderId === externalOrderId;
}
