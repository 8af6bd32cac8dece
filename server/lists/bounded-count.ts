import { count, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../../db/client.ts';
import type { BoundedCount } from '../../shared/desk.ts';

/** Nobody reads further, and counting a million rows at each look would cost more than the list itself. */
export const MOST_COUNTED = 10_000;

/** Counts the rows of a table under a condition, up to {@link MOST_COUNTED}. */
export async function boundedCount(db: Db, table: PgTable, condition: SQL | undefined): Promise<BoundedCount> {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(condition)
    .limit(MOST_COUNTED + 1);
  const [row] = await db.select({ total: count() }).from(some.as('some'));
  const total = row?.total ?? 0;
  return { count: Math.min(total, MOST_COUNTED), isAll: total <= MOST_COUNTED };
}
