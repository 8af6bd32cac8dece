import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeDb, connect } from '../client.ts';
import { isMigrated } from '../migrate.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

let first: TestDatabase;
let second: TestDatabase;

beforeAll(async () => {
  [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
});
afterAll(() => Promise.all([first.drop(), second.drop()]));

it('gives each caller a migrated database', async () => {
  expect(await isMigrated(first.db)).toBe(true);
  expect(await isMigrated(second.db)).toBe(true);
});

it('keeps databases apart', async () => {
  await first.db.execute(sql`create table mine (id int)`);

  const [found] = await second.db.$client`select to_regclass('mine') as name`;
  expect(found).toEqual({ name: null });
});

it('connects other processes to the same database by its URL', async () => {
  await first.db.execute(sql`create table shared_by_url as select 42 as answer`);
  const other = connect(first.url);

  expect([...(await other.execute(sql`select answer from shared_by_url`))]).toEqual([{ answer: 42 }]);
  await closeDb(other);
});

it('removes a database with open connections', async () => {
  const doomed = await createTestDatabase();
  const other = connect(doomed.url);
  await other.execute(sql`select 1`);

  await doomed.drop();

  await expect(other.execute(sql`select 1`)).rejects.toThrow();
  await closeDb(other);
});
