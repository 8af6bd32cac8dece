import { count, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { orders } from '../../../db/schema/orders.ts';
import type { MoneySum } from '../../../shared/money-sum.ts';
import { type DayFigures } from '../../../shared/stats.ts';
import { shopTimeZone } from '../settings/read-settings.ts';

/**
 * One pass over the orders, all of them or one customer's: what each day brought, whatever is still decided about them.
 * A row knows its own refund: all of it when rejected, the undelivered units when partial.
 */
export async function ordersPerDay(db: Db, userId?: number): Promise<DayFigures[]> {
  const day = sql`(${orders.createdAt} at time zone ${shopTimeZone})::date`;
  const earned = sql`case ${orders.status}
    when 'rejected' then 0
    when 'partial' then (${orders.quantity} - ${orders.remaining}) * ${orders.priceMicros}
    else ${orders.chargeNanos} end`;
  return db
    .select({ day: sql<string>`${day}::text`, orders: count(), revenue: sql<MoneySum>`sum(${earned})::text` })
    .from(orders)
    .where(userId === undefined ? undefined : eq(orders.userId, userId))
    .groupBy(day);
}
