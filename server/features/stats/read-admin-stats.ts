import { asc, count, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { orders } from '../../../db/schema/orders.ts';
import { recharges } from '../../../db/schema/recharges.ts';
import { users } from '../../../db/schema/users.ts';
import { daysBefore, shopDay } from '../../../shared/shop-days.ts';
import { type AdminStats, monthEnds, RECENT_DAYS, recentDays } from '../../../shared/stats.ts';
import type { Actor } from '../../../shared/users.ts';
import { assertAdmin } from '../../identity/assert-admin.ts';
import { cachedRead } from '../../kept/cached-read.ts';
import { listCategories } from '../services/list-categories.ts';
import { readSettings } from '../settings/read-settings.ts';
import { orderCountsBefore, ordersPerDay } from './orders-per-day.ts';

/**
 * What the admin's overview shows. What waits for a decision is counted now, in indexes that hold nothing else; totals and
 * charts come from one pass over the last days' orders that is at most some seconds old, and the counts of the days before, which
 * change no more.
 * @throws DomainError `forbidden` unless an admin asks.
 */
export async function readAdminStats(db: Db, actor: Actor): Promise<AdminStats> {
  assertAdmin(actor);
  const [totals, offsets, pendingRecharges, pendingOrders, [oldestRecharge], [oldestOrder]] = await Promise.all([
    shopTotals.get(db),
    readSettings(db),
    db.$count(recharges, pending),
    db.$count(orders, openOrders),
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
  ]);
  const today = shopDay(new Date(), offsets.timeZone);
  return {
    services: { count: totals.services, offset: offsets.servicesOffset },
    orders: { count: totals.orders, offset: offsets.ordersOffset },
    users: { count: totals.users, offset: offsets.usersOffset },
    pendingRecharges,
    pendingOrders,
    oldestRecharge: oldestRecharge ?? null,
    oldestOrder: oldestOrder ?? null,
    ordersByMonth: monthEnds(totals.days, today),
    days: recentDays(totals.days, today),
  };
}

const pending = eq(recharges.status, 'pending');
const openOrders = inArray(orders.status, ['pending', 'processing']);
const shopTotals = cachedRead(
  async (db) => {
    const { timeZone } = await readSettings(db);
    const since = daysBefore(shopDay(new Date(), timeZone), RECENT_DAYS - 1);
    const [recent, before, categories, [userTotal]] = await Promise.all([
      ordersPerDay(db, { from: since }),
      countsBefore.get(db, JSON.stringify([since, timeZone])),
      listCategories(db),
      db.select({ total: count() }).from(users),
    ]);
    const days = [...before, ...recent];
    return {
      days,
      orders: days.reduce((sum, day) => sum + day.orders, 0),
      services: categories.reduce((sum, category) => sum + category.count, 0),
      users: userTotal?.total ?? 0,
    };
  },
  { freshForMs: 5_000 },
);

/** By the first day that is not counted, and the zone that it is a day of. Only a script dates orders back: it is seen a minute later. */
const countsBefore = cachedRead((db, key) => orderCountsBefore(db, (JSON.parse(key) as [string, string])[0]), {
  freshForMs: 60_000,
  maxKeys: 10,
});
