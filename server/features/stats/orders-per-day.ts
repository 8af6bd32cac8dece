import { and, count, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { orders } from '../../../db/schema/orders.ts';
import { type MoneySum, moneySum } from '../../../shared/money-sum.ts';
import { type DayFigures } from '../../../shared/stats.ts';
import { shopTimeZone } from '../settings/read-settings.ts';

interface Which {
  /** One customer's; without it everybody's. */
  userId?: number;
  /** The first day of the shop that counts. */
  from?: string;
}

/**
 * One pass over the orders: what each day brought, whatever is still decided about them.
 * A row knows its own refund: all of it when rejected, the undelivered units when partial.
 */
export async function ordersPerDay(db: Db, { userId, from }: Which = {}): Promise<DayFigures[]> {
  const earned = sql`case ${orders.status}
    when 'rejected' then 0
    when 'partial' then (${orders.quantity} - ${orders.remaining}) * ${orders.priceMicros}
    else ${orders.chargeNanos} end`;
  const quarters = db
    .select({ quarter: quarter.as('quarter'), placed: count().as('placed'), earned: sql`sum(${earned})`.as('earned') })
    .from(orders)
    .where(
      and(
        userId === undefined ? undefined : eq(orders.userId, userId),
        from === undefined ? undefined : gte(orders.createdAt, beginOf(from)),
      ),
    )
    .groupBy(quarter)
    .as('quarters');
  const day = dayOf(quarters.quarter);
  return db
    .select({
      day: sql<string>`${day}::text`,
      orders: sql<number>`sum(${quarters.placed})::int`,
      revenue: sql<MoneySum>`sum(${quarters.earned})::text`,
    })
    .from(quarters)
    .groupBy(day);
}

/** How many orders each day before this one had; what they brought is not asked. An index of dates alone is read for it. */
export async function orderCountsBefore(db: Db, before: string): Promise<DayFigures[]> {
  const quarters = db
    .select({ quarter: quarter.as('quarter'), placed: count().as('placed') })
    .from(orders)
    .where(lt(orders.createdAt, beginOf(before)))
    .groupBy(quarter)
    .as('quarters');
  const day = dayOf(quarters.quarter);
  const counts = await db
    .select({ day: sql<string>`${day}::text`, orders: sql<number>`sum(${quarters.placed})::int` })
    .from(quarters)
    .groupBy(day);
  return counts.map((each) => ({ ...each, revenue: moneySum('0') }));
}

/** The quarter of an hour of an order, of which the days of every zone consist: to find out its day takes ten times as long. */
const quarter = sql`date_bin('15 minutes', ${orders.createdAt}, timestamptz 'epoch')`;

function dayOf(moment: SQL | SQL.Aliased): SQL {
  return sql`(${moment} at time zone ${shopTimeZone})::date`;
}

/** When a day of the shop begins. */
function beginOf(day: string): SQL {
  return sql`(${day}::date::timestamp at time zone ${shopTimeZone})`;
}
