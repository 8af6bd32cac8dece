import { sql } from 'drizzle-orm';
import type { Db } from './client.ts';
import { withDeadline } from './pool/deadline.ts';

/** PostgreSQL reads a smaller table in milliseconds with any plan. */
const LEAST_BYTES = 1_000_000;
const LIMIT_MS = 5 * 60_000;

/**
 * Analyzes the large tables that PostgreSQL knows no analysis of, and empties the waiting lists of their search indexes. An unclean stop
 * and a promotion clear its counters, so autovacuum would leave them until as many rows have changed again.
 * @throws the first error, after all tables
 */
export async function refreshStatistics(db: Db): Promise<void> {
  const tables = await db.execute<{ name: string; search_indexes: string[] }>(sql`
    select relid::regclass::text as name, array(
      select i.indexrelid::regclass::text from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
      where i.indrelid = t.relid and a.amname = 'gin' and i.indisvalid
    ) as search_indexes
    from pg_stat_user_tables t join pg_class owned on owned.oid = t.relid and pg_has_role(owned.relowner, 'usage')
    where schemaname = 'public' and last_analyze is null and last_autoanalyze is null and pg_relation_size(relid) >= ${LEAST_BYTES}`);
  const failures: unknown[] = [];
  for (const { name, search_indexes: indexes } of tables) {
    const refreshing = withDeadline(LIMIT_MS, () =>
      db.transaction(async (tx) => {
        await tx.execute(sql.raw(`set local statement_timeout = ${LIMIT_MS}`));
        for (const index of indexes) await tx.execute(sql`select gin_clean_pending_list(${index}::regclass)`);
        // Last: a table without its search indexes in order is done again.
        await tx.execute(sql.raw(`analyze ${name}`));
      }),
    );
    await refreshing.catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}
