import { type SQL, sql } from 'drizzle-orm';
import type { Reads } from '#db/reads/reads.ts';
import { readSettings } from '#db/settings.ts';
import { kindsInSql } from '#shared/entry-kinds.ts';
import { moneySum } from '#shared/money-sum.ts';
import { daysBefore, shopDay } from '#shared/shop-days.ts';
import type { PeriodComparison, PeriodFigures, ShopMoneyInput } from '#shared/stats.ts';
import type { Actor } from '#shared/users.ts';
import { cachedRead } from '../../base/cache/cached-read.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { shopTimeZone } from '../../base/lists/shop-days.ts';
import { LATELY, readMoneyTotals } from './update-money-totals.ts';

/** A longer period's course has several days in a part. */
const MAX_PARTS = 62;
const DAY_MS = 86_400_000;

/**
 * The shop's main figures of a range of days until now, next to those of the equally long one before, up to the same time. Read from
 * the stored quarters and the rows after them, so the cost does not depend on the number of orders. At most some seconds old.
 * Admins only.
 */
export async function comparePeriods(reads: Reads, actor: Actor, input: ShopMoneyInput): Promise<PeriodComparison> {
  assertAdmin(actor);
  const { timeZone } = await readSettings(reads.primary);
  return comparisons.get(reads, JSON.stringify([periodOf(input, shopDay(new Date(), timeZone)), timeZone]));
}

/** Days in the shop's time zone; `first` is missing if the period has no beginning. */
interface Period {
  first?: string | undefined;
  last: string;
}

function periodOf({ days, from, to }: ShopMoneyInput, today: string): Period {
  if (days !== undefined) return { first: daysBefore(today, days - 1), last: today };
  return { first: from, last: to !== undefined && to < today ? to : today };
}

const comparisons = cachedRead(
  async (reads: Reads, key) => {
    const [period] = JSON.parse(key) as [Period, string];
    const length = period.first === undefined ? 0 : lengthOf(period.first, period.last);
    if (period.first !== undefined && length < 1) return { now: nothing, before: null, course: [] };
    const edges = period.first === undefined ? ['-infinity'] : edgesOf(period.first, length);
    const rows = await readMoneyTotals(reads, (db) => db.execute<PartRow>(statement(edges, period.last, length)));
    const parts = Array.from(rows, figuresOf);
    if (period.first === undefined) return { now: parts[0] ?? nothing, before: null, course: [] };
    // Between the period before and this one is what was moved later on the last day before.
    const [before = nothing, , ...course] = parts;
    return { now: course.reduce(addFigures, nothing), before, course };
  },
  { freshForMs: 2_000, maxKeys: 100 },
);

function lengthOf(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1;
}

/** The beginning of the period before, and of each part of this one, as local times. */
function edgesOf(first: string, length: number): string[] {
  if (length === 1) {
    const hours = Array.from({ length: 24 }, (_, hour) => `${first} ${String(hour).padStart(2, '0')}:00`);
    return [daysBefore(first, 1), ...hours];
  }
  const step = Math.ceil(length / MAX_PARTS);
  const parts = Array.from({ length: Math.ceil(length / step) }, (_, part) => daysBefore(first, -part * step));
  return [daysBefore(first, length), ...parts];
}

const nothing: PeriodFigures = { received: moneySum('0'), charged: moneySum('0'), orders: 0, customers: 0 };

function addFigures(one: PeriodFigures, other: PeriodFigures): PeriodFigures {
  return {
    received: moneySum(BigInt(one.received) + BigInt(other.received)),
    charged: moneySum(BigInt(one.charged) + BigInt(other.charged)),
    orders: one.orders + other.orders,
    customers: one.customers + other.customers,
  };
}

interface PartRow extends Record<string, unknown> {
  received: string;
  charged: string;
  orders: number;
  customers: number;
}

function figuresOf({ received, charged, orders, customers }: PartRow): PeriodFigures {
  return { received: moneySum(received), charged: moneySum(charged), orders, customers };
}

const RECEIVED = sql.raw(kindsInSql(({ figure }) => figure === 'received'));
const CHARGED = sql.raw(kindsInSql(({ figure }) => figure === 'charged'));

/**
 * One row for each part between two edges, in order. The end of the period before, the same time as the end of this one, is an edge
 * too.
 * @param length the period's days; 0 if it has no beginning
 */
function statement(edges: readonly string[], last: string, length: number): SQL {
  const local = (time: SQL) => sql`(${time} at time zone ${shopTimeZone})`;
  const beforeEnd = local(sql`(${local(sql`until`)} - make_interval(days => ${length}::int))`);
  return sql`
    with period as (
      select coalesce(until, '-infinity') as kept_until, least(now(), ${local(sql`(${last}::date + 1)::timestamp`)}) as until
      from money_totals_state
    ), edges as (
      select array(
        select at from (
          select ${local(sql`time::timestamp`)} as at from unnest(${sql.param([...edges])}::text[]) time
          union all select until
          ${length > 0 ? sql`union all select ${beforeEnd}` : sql``}
        ) edge where at <= until order by at
      ) as edges, kept_until, until
      from period
    ), moved as (
      select edge.part, k.kind, coalesce((
        select total_nanos from money_totals t where t.kind = k.kind and t.quarter < edge.at order by t.quarter desc limit 1
      ), 0) as total
      from edges, unnest(edges) with ordinality edge (at, part),
        unnest(array[${RECEIVED}, ${CHARGED}]) as k (kind)
    ), figures as (
      select part, kind, lead(total) over (partition by kind order by part) - total as nanos, 0 as orders, 0 as customers
      from moved
      union all
      select width_bucket(at, edges), kind, amount_nanos, 0, 0
      from edges, ledger where at >= kept_until and at >= ${LATELY} and at < until
      union all
      select width_bucket(quarter, edges), null, 0, orders, 0
      from edges, order_totals where quarter >= edges[1] and quarter < kept_until and quarter < until
      union all
      select width_bucket(created_at, edges), null, 0, 1, 0
      from edges, orders where created_at >= kept_until and created_at >= ${LATELY} and created_at < until
      union all
      select width_bucket(created_at, edges), null, 0, 0, 1
      from edges, users where created_at >= edges[1] and created_at < until and role = 'user'
    )
    select coalesce(sum(nanos) filter (where kind in (${RECEIVED})), 0)::text as received,
      coalesce(-sum(nanos) filter (where kind in (${CHARGED})), 0)::text as charged,
      coalesce(sum(orders), 0)::int as orders, coalesce(sum(customers), 0)::int as customers
    from edges, generate_series(1, cardinality(edges) - 1) part left join figures using (part)
    group by part order by part`;
}
