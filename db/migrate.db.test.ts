import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { closeDb, connect } from './client.ts';
import { withDatabase } from './connection.ts';
import { createDatabase } from './embedded/create-database.ts';
import { isMigrated, migrate } from './migrate.ts';
import { asAdmin, newDatabaseName } from './testing/admin.ts';

const { adminUrl } = inject('testServer');
const name = newDatabaseName('file');
const url = withDatabase(adminUrl, name);

beforeAll(() => createDatabase(adminUrl, name));
afterAll(() => asAdmin(adminUrl, (sql) => sql`drop database if exists ${sql(name)} with (force)`));

it('migrates once if several servers start at the same time, and changes nothing the next time', async () => {
  const db = connect(url);
  expect(await isMigrated(db)).toBe(false);

  await Promise.all([migrate(url), migrate(url), migrate(url)]);

  expect(await isMigrated(db)).toBe(true);
  const applied = await db.$client`select hash from drizzle.__drizzle_migrations`;
  await migrate(url);
  expect(await db.$client`select hash from drizzle.__drizzle_migrations`).toHaveLength(applied.length);

  await db.$client`delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)`;
  expect(await isMigrated(db)).toBe(false);
  await closeDb(db);
});
