import { eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Decider } from '#shared/deciders.ts';

/** Written like the indexes of deciders, which a query with parameters could not use. */
const isDecider: Record<Decider, (column: PgColumn) => SQL> = {
  supplier: (column) => sql`${column} = 'supplier'`,
  evidence: (column) => sql`${column} = 'evidence'`,
};

/** The condition for decisions by an admin, or by a decider without a person. */
export function decidedBy(columns: Record<'admin' | 'decider', PgColumn>, by: number | Decider): SQL {
  return typeof by === 'number' ? eq(columns.admin, by) : isDecider[by](columns.decider);
}
