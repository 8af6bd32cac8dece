import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { withDeadline } from '#db/pool/deadline.ts';
import type { Reads } from '#db/reads/reads.ts';
import { totalKinds } from '#shared/entry-kinds.ts';
import { DomainError } from '../../base/errors.ts';
import { CORRECTIONS, TOTAL_KIND } from '../../money/new-entries.ts';

/** Of the ledger, and of the orders. */
const MOST_IN_REQUEST = 20_000;
const COUNTING = 'The figures are being counted. Please try again in a few minutes.';

/**
 * The rows after the stored totals are not older, once {@link catchUpMoneyTotals} has returned. A constant bound: without it PostgreSQL
 * would expect a third of all rows, and scan and sort them.
 */
export const LATELY = sql.raw(`now() - interval '4 hours'`);

/**
 * Sums the ledger and the orders up to an hour ago, continuing from the last sum. A row is dated when its transaction began, and no
 * transaction lasts an hour.
 */
export function updateMoneyTotals(db: Db): Promise<void> {
  return withDeadline(0, () =>
    db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      // Concurrent processes sum one after the other; the second finds nothing left.
      const [step] = await tx.execute<{ left: boolean; nothing: boolean }>(sql`
        select coalesce(until < ${CLOSED}, true) as left, until is null as nothing from money_totals_state for update`);
      if (!step?.left) return;
      if (step.nothing) await tx.execute(sql`with forgotten as (delete from money_totals) delete from order_totals`);
      await tx.execute(MOVED);
      await tx.execute(ORDERED);
      await tx.execute(sql`update money_totals_state set until = ${CLOSED}`);
    }),
  );
}

/**
 * Sums first if the last sum is old and little is left, as in a new shop; the rest is read row by row.
 * @returns whether it summed, which a standby may not have yet
 * @throws DomainError `busy` while more rows are left than a request may sum: the housekeeping sums them
 */
export async function catchUpMoneyTotals(db: Db): Promise<boolean> {
  const [state] = await db.execute<{ behind: boolean; until: string }>(sql`
    select coalesce(until < now() - interval '3 hours', true) as behind, coalesce(until, '-infinity')::text as until
    from money_totals_state`);
  if (!state?.behind) return false;
  const rows = (table: SQL, moment: SQL) => sql`(
    select count(*) from (select from ${table} where ${moment} >= ${state.until}::timestamptz limit ${MOST_IN_REQUEST + 1}) rows)`;
  const [left] = await db.execute<{ rows: number }>(
    sql`select greatest(${rows(sql`ledger`, sql`at`)}, ${rows(sql`orders`, sql`created_at`)})::int as rows`,
  );
  if (!left || left.rows > MOST_IN_REQUEST)
    throw new DomainError('busy', { message: COUNTING, details: { retryAfterSeconds: 15 } });
  await updateMoneyTotals(db);
  return true;
}

/** Reads stored totals and the rows after them, from the standby if it has them. */
export async function readMoneyTotals<Result>(reads: Reads, read: (db: Db) => Promise<Result>): Promise<Result> {
  return (await catchUpMoneyTotals(reads.primary)) ? read(reads.primary) : reads.run(read);
}

/**
 * The quarter of an hour of a moment. Days of every time zone consist of whole quarters, and computing the day itself takes ten times
 * as long.
 */
export function quarterOf(moment: SQL): SQL {
  return sql`date_bin('15 minutes', ${moment}, timestamptz 'epoch')`;
}

/** The end of the last quarter that can get no more rows; constant within a transaction. */
const CLOSED = quarterOf(sql.raw(`now() - interval '1 hour'`));

const BEGIN = sql.raw(`coalesce((select until from money_totals_state), '-infinity')`);

const MOVED = sql`
  -- Looked up once and first: per row it would have to skip all rows that this statement has written.
  with before as materialized (
    select last.* from unnest(${sql.param([...totalKinds])}::text[]) as k (kind) cross join lateral (
      select kind, total_nanos, entries from money_totals t where t.kind = k.kind order by t.quarter desc limit 1
    ) last
  )
  insert into money_totals (kind, quarter, total_nanos, entries)
  select kind, quarter,
    coalesce(before.total_nanos, 0) + sum(moved.nanos) over so_far,
    coalesce(before.entries, 0) + sum(moved.entries) over so_far
  from (
    select ${TOTAL_KIND} as kind, ${quarterOf(sql`at`)} as quarter, sum(amount_nanos) as nanos, count(*) as entries
    from ledger where at >= ${BEGIN} and at < ${CLOSED} group by 1, 2
  ) moved
  left join before using (kind)
  window so_far as (partition by kind order by quarter)`;

/** Corrections of earlier orders change those orders' quarters. */
const ORDERED = sql`
  insert into order_totals as t (quarter, orders, earned_nanos)
  select quarter, sum(orders), sum(earned) from (
    select ${quarterOf(sql`created_at`)} as quarter, count(*) as orders, sum(charge_nanos) as earned
    from orders where created_at >= ${BEGIN} and created_at < ${CLOSED} group by 1
    union all
    select ${quarterOf(sql`o.created_at`)}, 0, -sum(l.amount_nanos)
    from ledger l join orders o on o.id = l.order_id
    where l.at >= ${BEGIN} and l.at < ${CLOSED} and l.kind in ${CORRECTIONS} group by 1
  ) moved group by quarter
  on conflict (quarter) do update
    set orders = t.orders + excluded.orders, earned_nanos = t.earned_nanos + excluded.earned_nanos`;
