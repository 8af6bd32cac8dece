import { and, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

interface Search {
  /** Each way in which a row can be found. */
  ways: (SQL | undefined)[];
  /** What holds for every row of the list, found or not. */
  filter: SQL | undefined;
  /** Only so many, those with the highest ids. */
  newest?: number;
}

/**
 * The ids of the rows that a search finds, as a subquery in brackets. Each way to be found is a query of its own, and so
 * uses its own index; one condition of them all, joined by OR or mixed with the list's order and limit, could use none.
 * @param id the column of the table that is searched
 */
export function idsFound(id: PgColumn, { ways, filter, newest }: Search): SQL {
  const name = sql.identifier(id.name);
  const last = newest === undefined ? sql.empty() : sql` order by ${name} desc limit ${newest}`;
  const arms = ways.map((way) => sql`(select ${id} from ${id.table} where ${and(filter, way)}${last})`);
  const found = sql.join(arms, sql` union `);
  return newest === undefined ? sql`(${found})` : sql`(select ${name} from (${found}) as found${last})`;
}
