import { and, asc, count, eq, inArray, isNull } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import type { Reads } from '#db/reads/reads.ts';
import { orderRequests } from '#db/schema/order-parts.ts';
import { orders } from '#db/schema/orders.ts';
import { recharges } from '#db/schema/recharges.ts';
import { tickets } from '#db/schema/tickets.ts';
import { users } from '#db/schema/users.ts';
import { readSettings } from '#db/settings.ts';
import { shopDay } from '#shared/shop-days.ts';
import { type AdminStats, firstTrendDay, monthEnds, recentDays } from '#shared/stats.ts';
import type { Actor } from '#shared/users.ts';
import { cachedRead } from '../../base/cache/cached-read.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { countOnOffer } from '../../base/lists/services-per-category.ts';
import { isAtNoSupplier } from '../../suppliers/at-supplier.ts';
import { orderDaysSince } from './order-days.ts';

/**
 * The admin's overview. Pending counts are current; totals and charts come from stored quarters and are at most some seconds old.
 * Admins only.
 */
export async function readAdminStats(reads: Reads, actor: Actor): Promise<AdminStats> {
  assertAdmin(actor);
  const { primary: db } = reads;
  const offsets = await readSettings(db);
  const today = shopDay(new Date(), offsets.timeZone);
  const [totals, waiting] = await Promise.all([
    shopTotals.get(reads, JSON.stringify([firstTrendDay(today), offsets.timeZone])),
    readWaiting(db),
  ]);
  return {
    services: { count: totals.services, offset: offsets.servicesOffset },
    orders: { count: totals.orders, offset: offsets.ordersOffset },
    users: { count: totals.users, offset: offsets.usersOffset },
    ...waiting,
    ordersByMonth: monthEnds(totals.days, today),
    days: recentDays(totals.days, today),
  };
}

/** The rows that wait for an admin: how many, and the oldest of each kind. */
async function readWaiting(db: Db) {
  const [counts, oldest] = await Promise.all([countWaiting(db), readOldest(db)]);
  return { ...counts, ...oldest };
}

async function countWaiting(db: Db) {
  const [pendingRecharges, pendingOrders, openRequests, openTickets] = await Promise.all([
    db.$count(recharges, pending),
    db.$count(orders, openOrders),
    db.$count(orderRequests, openRequest),
    db.$count(tickets, unanswered),
  ]);
  return { pendingRecharges, pendingOrders, openRequests, openTickets };
}

async function readOldest(db: Db) {
  const [[oldestRecharge = null], [oldestOrder = null], [oldestRequest = null], [oldestTicket = null]] =
    await Promise.all([
      db
        .select({ id: recharges.id, createdAt: recharges.createdAt })
        .from(recharges)
        .where(pending)
        .orderBy(asc(recharges.id))
        .limit(1),
      db
        .select({ id: orders.id, createdAt: orders.createdAt })
        .from(orders)
        .where(openOrders)
        .orderBy(asc(orders.id))
        .limit(1),
      db
        .select({ id: orderRequests.id, createdAt: orderRequests.createdAt })
        .from(orderRequests)
        .where(openRequest)
        .orderBy(asc(orderRequests.id))
        .limit(1),
      db
        .select({ id: tickets.id, createdAt: tickets.lastMessageAt })
        .from(tickets)
        .where(unanswered)
        .orderBy(asc(tickets.lastMessageAt), asc(tickets.id))
        .limit(1),
    ]);
  return { oldestRecharge, oldestOrder, oldestRequest, oldestTicket };
}

const pending = eq(recharges.status, 'pending');
const openRequest = isNull(orderRequests.closedAt);
const unanswered = eq(tickets.status, 'open');
const openOrders = and(inArray(orders.status, ['pending', 'processing']), isAtNoSupplier);
/** Keyed by the first day of the chart and its time zone. */
const shopTotals = cachedRead(
  async (reads: Reads, key) => {
    const { primary: db } = reads;
    const [first] = JSON.parse(key) as [string, string];
    const [days, onOffer, [userTotal]] = await Promise.all([
      orderDaysSince(reads, first),
      countOnOffer(db),
      db.select({ total: count() }).from(users),
    ]);
    return {
      days,
      orders: days.reduce((sum, day) => sum + day.orders, 0),
      services: onOffer,
      users: userTotal?.total ?? 0,
    };
  },
  { freshForMs: 5_000, maxKeys: 10 },
);
