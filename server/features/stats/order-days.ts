import { sql } from 'drizzle-orm';
import type { Reads } from '#db/reads/reads.ts';
import { moneySum } from '#shared/money-sum.ts';
import type { DayFigures } from '#shared/stats.ts';
import { shopTimeZone } from '../../base/lists/shop-days.ts';
import { CORRECTIONS } from '../../money/new-entries.ts';
import { LATELY, quarterOf, readMoneyTotals } from './update-money-totals.ts';

interface DayRow extends Record<string, unknown> {
  day: string;
  orders: number;
  earned: string;
}

/**
 * The earnings of all orders on each day from a given one, minus later refunds; earlier days are summed under the day before. One
 * statement over the stored quarters and the rows after them, so the cost does not depend on the number of orders.
 */
export async function orderDaysSince(reads: Reads, first: string): Promise<DayFigures[]> {
  const midnight = sql`(day::date::timestamp at time zone ${shopTimeZone})`;
  const statement = sql`
    with bounds as (
      select coalesce(until, '-infinity') as kept_until,
        array(
          select ${midnight}
          from generate_series(${first}::date, (now() at time zone ${shopTimeZone})::date + 1, interval '1 day') day
          order by day
        ) as midnights
      from money_totals_state
    ), quarters as (
      select t.quarter, t.orders, t.earned_nanos as earned from order_totals t, bounds where t.quarter < kept_until
      union all
      select ${quarterOf(sql`created_at`)}, count(*), sum(charge_nanos)
      from orders, bounds where created_at >= kept_until and created_at >= ${LATELY} group by 1
      union all
      select ${quarterOf(sql`o.created_at`)}, 0, -sum(l.amount_nanos)
      from bounds, ledger l join orders o on o.id = l.order_id
      where l.at >= kept_until and l.at >= ${LATELY} and l.kind in ${CORRECTIONS} group by 1
    )
    select (${first}::date - 1 + width_bucket(quarter, midnights))::text as day, sum(orders)::int as orders,
      sum(earned)::text as earned
    from quarters, bounds group by 1`;
  const rows = await readMoneyTotals(reads, (db) => db.execute<DayRow>(statement));
  return Array.from(rows, ({ day, orders, earned }) => ({ day, orders, revenue: moneySum(earned) }));
}
