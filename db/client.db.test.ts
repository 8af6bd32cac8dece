import { sql } from 'drizzle-orm';
import { expect, expectTypeOf, it } from 'vitest';
import { assertSupportedVersion, connect, type Db, type Tx } from './client.ts';
import { testDatabase } from './testing/database.ts';

const test = await testDatabase();

it('accepts a server that is new enough', async () => {
  await assertSupportedVersion(test.db);
});

it('passes a transaction to functions that need one, and does not accept the pool instead', async () => {
  const readInside = async (tx: Tx) => [...(await tx.execute(sql`select 1 as one`))];

  expect(await test.db.transaction(readInside)).toEqual([{ one: 1 }]);
  expectTypeOf<Db>().not.toExtend<Tx>();
});

it('reports an unreachable server at the first query', async () => {
  const nowhere = connect('postgres://nobody@localhost/none?host=/nonexistent');

  await expect(nowhere.execute(sql`select 1`)).rejects.toMatchObject({ cause: { code: 'ENOENT' } });
});
