import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { withDeadline } from '../../../db/pool/deadline.ts';
import { entryKinds } from '../../../shared/entry-kinds.ts';

/**
 * Sums the ledger up to an hour ago, beginning where it was left: a row is dated when its transaction began, and no transaction
 * lasts as long. The first time, and in a shop that has slept, it reads much; afterwards the last minutes.
 */
export function keepMoneyTotals(db: Db): Promise<void> {
  return withDeadline(0, () =>
    db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      // Processes that sum at the same moment do it one after the other; the second finds nothing left.
      const [step] = await tx.execute<{ left: boolean }>(sql`
        select coalesce(until < ${CLOSED}, true) as left from money_totals_state for update`);
      if (!step?.left) return;
      await tx.execute(sql`
        -- Looked up once and first: beside each row it would have to pass over all that this statement has written.
        with before as materialized (
          select last.* from unnest(${sql.param([...entryKinds])}::text[]) as k (kind) cross join lateral (
            select kind, total_nanos, entries from money_totals t where t.kind = k.kind order by t.quarter desc limit 1
          ) last
        )
        insert into money_totals (kind, quarter, total_nanos, entries)
        select kind, quarter,
          coalesce(before.total_nanos, 0) + sum(moved.nanos) over so_far,
          coalesce(before.entries, 0) + sum(moved.entries) over so_far
        from (
          select kind, date_bin('15 minutes', at, timestamptz 'epoch') as quarter, sum(amount_nanos) as nanos, count(*) as entries
          from ledger
          where at >= coalesce((select until from money_totals_state), '-infinity') and at < ${CLOSED}
          group by 1, 2
        ) moved
        left join before using (kind)
        window so_far as (partition by kind order by quarter)`);
      await tx.execute(sql`update money_totals_state set until = ${CLOSED}`);
    }),
  );
}

/** The end of the last quarter that nothing can be dated into any more; the same all through a transaction. */
const CLOSED = sql.raw(`date_bin('15 minutes', now() - interval '1 hour', timestamptz 'epoch')`);
