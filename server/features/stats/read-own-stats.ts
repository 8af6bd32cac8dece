import { eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { accounts } from '#db/schema/ledger.ts';
import { orders } from '#db/schema/orders.ts';
import { recharges } from '#db/schema/recharges.ts';
import { services } from '#db/schema/services.ts';
import { readSettings } from '#db/settings.ts';
import { categories } from '#shared/categories.ts';
import { addSums, moneySum } from '#shared/money-sum.ts';
import { shopDay } from '#shared/shop-days.ts';
import { firstTrendDay, monthEnds, monthsOf, type OwnStats } from '#shared/stats.ts';
import type { Actor } from '#shared/users.ts';
import { cachedRead } from '../../base/cache/cached-read.ts';
import { countOnOffer } from '../../base/lists/services-per-category.ts';
import { shopTimeZone } from '../../base/lists/shop-days.ts';
import { EARNED, ordersPerDay } from './orders-per-day.ts';

interface PlatformRow extends Record<string, unknown> {
  platform: string;
  spent: string;
}

/** The platforms in services' names; the leftmost match is the first one in a name. */
const NAMED = categories.filter((category) => category !== 'feature').join('|');

/**
 * A customer's spending since a day by platform, the largest first. A feature service counts under the platform in its name, as its
 * image does.
 */
async function spentPerPlatform(db: Db, userId: number, first: string): Promise<OwnStats['spentByPlatform']> {
  const rows = await db.execute<PlatformRow>(sql`
    with spent as (
      select ${orders.serviceId} as service_id, sum(${EARNED}) as nanos
      from ${orders}
      where ${orders.userId} = ${userId} and ${orders.createdAt} >= (${first}::timestamp at time zone ${shopTimeZone})
      group by 1
    )
    select coalesce(nullif(s.top, 'feature'), substring(lower(s.name) from ${NAMED}), 'feature') as platform,
      sum(nanos)::text as spent
    from spent join ${services} s on s.id = spent.service_id
    group by 1 having sum(nanos) > 0 order by sum(nanos) desc, 1`);
  return Array.from(rows, ({ platform, spent }) => ({ platform, spent: moneySum(spent) }));
}

/**
 * A customer's overview: the shop's services and their own orders. Sums come from two passes over their orders, repeated when
 * their wallet has changed.
 */
export async function readOwnStats(db: Db, actor: Actor): Promise<OwnStats> {
  const { servicesOffset, timeZone } = await readSettings(db);
  const today = shopDay(new Date(), timeZone);
  const [{ days, ...own }, onOffer] = await Promise.all([
    readOwn(db, actor.id, firstTrendDay(today)),
    countOnOffer(db),
  ]);
  const months = monthsOf(days, today);
  return {
    services: { count: onOffer, offset: servicesOffset },
    orders: days.reduce((sum, day) => sum + day.orders, 0),
    ...own,
    spentThisMonth: months.at(-1)?.spent ?? addSums([]),
    ordersByMonth: monthEnds(days, today),
    months,
  };
}

async function readOwn(db: Db, userId: number, first: string) {
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
  const [days, spentByPlatform] = await Promise.all([
    ownDays.get(db, `${userId}:${version}`),
    ownPlatforms.get(db, `${userId}:${version}:${first}`),
  ]);
  return { ...rest, days, spentByPlatform };
}

/** Keyed by user and wallet version: every order, refund and charge increments the version, so sums are never stale. */
const ownDays = cachedRead((db, key) => ordersPerDay(db, Number(key.split(':')[0])), {
  freshForMs: 2_000,
  maxKeys: 1_000,
});

/** Keyed like `ownDays`, and by the first day. */
const ownPlatforms = cachedRead(
  (db, key) => {
    const [userId = '', , first = ''] = key.split(':');
    return spentPerPlatform(db, Number(userId), first);
  },
  { freshForMs: 2_000, maxKeys: 1_000 },
);
