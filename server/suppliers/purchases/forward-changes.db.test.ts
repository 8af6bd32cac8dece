import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testDatabase } from '#db/testing/database.ts';
import { forwardStates, legalForwardChanges } from '#shared/forward-states.ts';

const { db } = await testDatabase();

test('the database has the same table of legal changes', async () => {
  const [row] = await db.execute<{ source: string }>(
    sql`select prosrc as source from pg_proc where proname = 'refuse_forward_change'`,
  );
  const pairs = [...(row?.source.matchAll(/'([a-z_]+ [a-z_]+)'/g) ?? [])].map(([, pair]) => pair);
  const legal = forwardStates.flatMap((from) => legalForwardChanges[from].map((to) => `${from} ${to}`));
  expect(pairs.toSorted()).toEqual(legal.toSorted());
});
