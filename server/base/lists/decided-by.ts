import { eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Reviewer } from '#shared/reviewers.ts';

/** Written like the indexes of reviewers, which a query with parameters could not use. */
const isReviewer: Record<Reviewer, (column: PgColumn) => SQL> = {
  supplier: (column) => sql`${column} = 'supplier'`,
  evidence: (column) => sql`${column} = 'evidence'`,
};

/** The condition for decisions by an admin, or by an automatic reviewer. */
export function decidedBy(columns: Record<'admin' | 'decider', PgColumn>, by: number | Reviewer): SQL {
  return typeof by === 'number' ? eq(columns.admin, by) : isReviewer[by](columns.decider);
}
