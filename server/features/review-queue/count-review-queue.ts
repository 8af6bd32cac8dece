import { count, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { evidence } from '#db/schema/evidence.ts';
import { orderRequests } from '#db/schema/order-parts.ts';
import { orders } from '#db/schema/orders.ts';
import { recharges } from '#db/schema/recharges.ts';
import { tickets } from '#db/schema/tickets.ts';
import { users } from '#db/schema/users.ts';
import { orderStatuses } from '#shared/order-status.ts';
import { rechargeStatuses } from '#shared/recharge-status.ts';
import { requestStatuses } from '#shared/request-status.ts';
import type { QueueCounts } from '#shared/review-queue.ts';
import type { Actor } from '#shared/users.ts';
import { cachedRead } from '../../base/cache/cached-read.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { agreesInAmount, agreesInPayer, isProved } from '../../money/agrees.ts';
import { ordersAtSupplier } from '../../suppliers/at-supplier.ts';

/** Counts orders, recharges, requests and tickets. Pending counts are current, decided ones are some seconds old at most. Admins only. */
export async function countReviewQueue(db: Db, actor: Actor): Promise<QueueCounts> {
  assertAdmin(actor);
  const [
    decided,
    { pending, processing, atSuppliers },
    matches,
    pendingRecharges,
    pendingRequests,
    openRequests,
    openTickets,
  ] = await Promise.all([
    decidedCounts.get(db),
    countOpenOrders(db),
    countMatches(db),
    db.$count(recharges, eq(recharges.status, 'pending')),
    db.$count(orderRequests, eq(orderRequests.status, 'pending')),
    db.$count(orderRequests, isNull(orderRequests.closedAt)),
    db.$count(tickets, eq(tickets.status, 'open')),
  ]);
  const { completed, partial, rejected } = decided.orders;
  const undecided = pending + processing;
  const open = undecided - atSuppliers;
  const all = undecided + completed + partial + rejected;
  const { requests } = decided;
  const { approved, rejected: refused } = decided.recharges;
  return {
    orders: { open, pending, processing, completed, partial, rejected, all },
    recharges: {
      pending: pendingRecharges,
      ...matches,
      approved,
      rejected: refused,
      all: pendingRecharges + approved + refused,
    },
    requests: {
      ...requests,
      open: openRequests,
      pending: pendingRequests,
      all: pendingRequests + requests.accepted + requests.rejected + requests.done,
    },
    tickets: { open: openTickets },
  };
}

/** One statement: orders that go to a supplier between several would be counted there only, and the rest could be negative. */
async function countOpenOrders(db: Db) {
  const counted = (condition: SQL) => sql`(select count(*)::int from ${orders} where ${condition})`;
  const isOpen = sql`${orders.status} in ('pending', 'processing')`;
  const [counts] = await db.execute<Record<'pending' | 'processing' | 'atSuppliers', number>>(sql`
    select ${counted(sql`${orders.status} = 'pending'`)} as pending, ${counted(sql`${orders.status} = 'processing'`)} as processing,
      ${counted(sql`${isOpen} and ${orders.id} in ${ordersAtSupplier('any')}`)} as "atSuppliers"`);
  if (!counts) throw new Error('counting the open orders returned no row');
  return counts;
}

/** Written for the index of pending ones with a message. */
async function countMatches(db: Db): Promise<{ withMessage: number; matching: number }> {
  const [counts] = await db
    .select({
      withMessage: count(),
      matching: sql<number>`count(*) filter (where ${agreesInAmount} and ${agreesInPayer} and ${isProved})::int`,
    })
    .from(recharges)
    .innerJoin(users, eq(users.id, recharges.userId))
    .innerJoin(evidence, eq(evidence.id, recharges.matchId))
    .where(sql`${recharges.matchId} is not null and ${recharges.status} = 'pending'`);
  return counts ?? { withMessage: 0, matching: 0 };
}

const decidedCounts = cachedRead(
  async (db) => {
    const [byOrderStatus, byRechargeStatus, byRequestStatus] = await Promise.all([
      db.select({ status: orders.status, total: count() }).from(orders).groupBy(orders.status),
      db.select({ status: recharges.status, total: count() }).from(recharges).groupBy(recharges.status),
      db.select({ status: orderRequests.status, total: count() }).from(orderRequests).groupBy(orderRequests.status),
    ]);
    return {
      orders: byStatus(orderStatuses, byOrderStatus),
      recharges: byStatus(rechargeStatuses, byRechargeStatus),
      requests: byStatus(requestStatuses, byRequestStatus),
    };
  },
  { freshForMs: 1_000 },
);

/** A status without rows counts as zero. */
function byStatus<Status extends string>(statuses: readonly Status[], rows: { status: Status; total: number }[]) {
  const none = Object.fromEntries(statuses.map((status) => [status, 0]));
  const some = Object.fromEntries(rows.map(({ status, total }) => [status, total]));
  return { ...none, ...some } as Record<Status, number>;
}
