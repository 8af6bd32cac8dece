import { and, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

interface Search {
  /** Each way in which a row can be found. */
  ways: (SQL | undefined)[];
  /** What holds for every row of the list, found or not. */
  filter: SQL | undefined;
  /** Only so many, those with the highest ids. */
  newest?: number;
  /** With `newest`: those with the last of this column are meant, and only among equal ones those with the highest ids. */
  by?: PgColumn;
  /** With `newest`: the other end of that order is meant. */
  oldestFirst?: boolean;
}

/**
 * The ids of the rows that a search finds, as a subquery in brackets. Each way to be found is a query of its own, and so
 * uses its own index; one condition of them all, joined by OR or mixed with the list's order and limit, could use none.
 * @param id the column of the table that is searched
 */
export function idsFound(id: PgColumn, { ways, filter, newest, by, oldestFirst = false }: Search): SQL {
  const keys = by ? [by, id] : [id];
  const names = keys.map(({ name }) => sql.identifier(name));
  const order = sql.join(
    names.map((name) => (oldestFirst ? sql`${name} asc` : sql`${name} desc`)),
    sql`, `,
  );
  const last = newest === undefined ? sql.empty() : sql` order by ${order} limit ${newest}`;
  const columns = sql.join(keys, sql`, `);
  const arms = ways.map((way) => sql`(select ${columns} from ${id.table} where ${and(filter, way)}${last})`);
  const found = sql.join(arms, sql` union `);
  if (newest === undefined) return sql`(${found})`;
  return sql`(select ${sql.identifier(id.name)} from (${found}) as found${last})`;
}
