import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';

interface Page<Row> {
  items: Row[];
  nextCursor: string | null;
}

/** All pages of a list, following its cursors. */
export async function allPages<Row>(read: (cursor: string | null) => Promise<Page<Row>>): Promise<Row[][]> {
  const { items, nextCursor } = await read(null);
  const pages = [items];
  for (let cursor = nextCursor; cursor !== null; ) {
    const page = await read(cursor);
    pages.push(page.items);
    cursor = page.nextCursor;
  }
  return pages;
}

export const idsOf = ({ items }: { items: { id: number }[] }) => items.map(({ id }) => id);

/** PostgreSQL's plan as for a large table, where reading and sorting all rows is expensive. */
export async function planOf(
  db: Db,
  query: SQL | string,
  without = ['seqscan', 'sort', 'incremental_sort', 'bitmapscan'],
) {
  const plan = await db.transaction(async (tx) => {
    for (const way of without) await tx.execute(sql.raw(`set local enable_${way} = off`));
    return tx.execute(sql`explain ${typeof query === 'string' ? sql.raw(query) : query}`);
  });
  return JSON.stringify(plan);
}
