import { count, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import type { MoneySum } from '#shared/money-sum.ts';
import type { DayFigures } from '#shared/stats.ts';
import { shopTimeZone } from '../../base/lists/shop-days.ts';
import { quarterOf } from './update-money-totals.ts';

/** What an order costs by now. The refund follows from the row: the full charge when rejected, the undelivered units when partial. */
export const EARNED = sql`case ${orders.status}
  when 'rejected' then 0
  when 'partial' then (${orders.quantity} - ${orders.remaining}) * ${orders.priceMicros} * (1000 / ${orders.per})
  else ${orders.chargeNanos} end`;

/** One pass over a customer's orders by day. */
export async function ordersPerDay(db: Db, userId: number): Promise<DayFigures[]> {
  const quarters = db
    .select({ quarter: quarter.as('quarter'), placed: count().as('placed'), earned: sql`sum(${EARNED})`.as('earned') })
    .from(orders)
    .where(eq(orders.userId, userId))
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

const quarter = quarterOf(sql`${orders.createdAt}`);

function dayOf(moment: SQL | SQL.Aliased): SQL {
  return sql`(${moment} at time zone ${shopTimeZone})::date`;
}
