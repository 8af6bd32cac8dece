import { and, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

interface Search {
  /** The search conditions, any of which is enough. */
  ways: (SQL | undefined)[];
  /** The list's own filter. */
  filter: SQL | undefined;
  /** Only this many rows, those with the highest ids. */
  newest?: number;
  /** With `newest`: sorts by this before the ids. */
  by?: PgColumn | SQL;
  /** With `newest`: reverses the order. */
  oldestFirst?: boolean;
}

/**
 * The ids of the rows that a search finds, as a subquery. Each arm is a query of its own and uses its own index; one condition joined
 * by OR, or mixed with the list's order and limit, could use none.
 */
export function idsFound(id: PgColumn, { ways, filter, newest, by, oldestFirst = false }: Search): SQL {
  const names = [...(by ? [sql`sorted_by`] : []), sql.identifier(id.name)];
  const order = sql.join(
    names.map((name) => (oldestFirst ? sql`${name} asc` : sql`${name} desc`)),
    sql`, `,
  );
  const last = newest === undefined ? sql.empty() : sql` order by ${order} limit ${newest}`;
  const columns = by ? sql`${by} as sorted_by, ${id}` : id;
  const arms = ways.map((way) => sql`(select ${columns} from ${id.table} where ${and(filter, way)}${last})`);
  const found = sql.join(arms, sql` union `);
  if (newest === undefined) return sql`(${found})`;
  return sql`(select ${sql.identifier(id.name)} from (${found}) as found${last})`;
}
