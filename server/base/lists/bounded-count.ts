import { count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '#db/client.ts';
import type { BoundedCount } from '#shared/review-queue.ts';
import { idsFound } from './search-arms.ts';
import { idIn } from './search-text.ts';

/** Nobody reads further, and counting a million rows each time would cost more than the list itself. */
const MOST_COUNTED = 10_000;

/** Counts the rows that match a filter and a search, or the one with the id in the search, up to 10,000. */
export function countMatching(
  db: Db,
  id: PgColumn,
  { search, filter, ways }: { search: string | undefined; filter: SQL | undefined; ways: (SQL | undefined)[] },
): Promise<BoundedCount> {
  if (!search) return boundedCount(db, id.table, filter);
  const number = idIn(search);
  const all = number === undefined ? ways : [...ways, eq(id, number)];
  return boundedCount(db, id.table, inArray(id, idsFound(id, { ways: all, filter, newest: MOST_COUNTED + 1 })));
}

async function boundedCount(db: Db, table: PgTable, condition: SQL | undefined): Promise<BoundedCount> {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(condition)
    .limit(MOST_COUNTED + 1);
  const [row] = await db.select({ total: count() }).from(some.as('some'));
  const total = row?.total ?? 0;
  return { count: Math.min(total, MOST_COUNTED), isAll: total <= MOST_COUNTED };
}
