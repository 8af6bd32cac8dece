import { eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { accounts } from '#db/schema/ledger.ts';
import { orders } from '#db/schema/orders.ts';
import { recharges } from '#db/schema/recharges.ts';
import { readSettings } from '#db/settings.ts';
import { shopDay } from '#shared/shop-days.ts';
import { monthEnds, type OwnStats, revenueOfMonth } from '#shared/stats.ts';
import type { Actor } from '#shared/users.ts';
import { cachedRead } from '../../cache/cached-read.ts';
import { countOnOffer } from '../../lists/services-per-category.ts';
import { ordersPerDay } from './orders-per-day.ts';

/**
 * A customer's overview: the shop's services and their own orders. Sums come from one pass over their orders, repeated when their
 * wallet has changed.
 */
export async function readOwnStats(db: Db, actor: Actor): Promise<OwnStats> {
  const [{ days, ...own }, onOffer, { servicesOffset, timeZone }] = await Promise.all([
    readOwn(db, actor.id),
    countOnOffer(db),
    readSettings(db),
  ]);
  const today = shopDay(new Date(), timeZone);
  return {
    services: { count: onOffer, offset: servicesOffset },
    orders: days.reduce((sum, day) => sum + day.orders, 0),
    ...own,
    spentThisMonth: revenueOfMonth(days, today),
    ordersByMonth: monthEnds(days, today),
  };
}

async function readOwn(db: Db, userId: number) {
  const [now] = await db
    .select({
      version: accounts.version,
      ordersInProgress: sql<number>`(
        select count(*)::int from ${orders}
        where ${orders.userId} = ${userId} and ${orders.status} in ('pending', 'processing'))`,
      isNew: sql<boolean>`${accounts.version} = 0
        and not exists (select from ${recharges} where ${recharges.userId} = ${userId})`,
    })
    .from(accounts)
    .where(eq(accounts.userId, userId));
  if (!now) throw new Error(`User ${userId} has no wallet`);
  const { version, ...rest } = now;
  return { ...rest, days: await ownDays.get(db, `${userId}:${version}`) };
}

/** Keyed by user and wallet version: every order, refund and charge increments the version, so sums are never stale. */
const ownDays = cachedRead((db, key) => ordersPerDay(db, Number(key.split(':')[0])), {
  freshForMs: 2_000,
  maxKeys: 1_000,
});
