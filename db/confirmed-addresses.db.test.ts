import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { closeDb, connect, type Db } from './client.ts';
import { openSql, withDatabase } from './connection.ts';
import { createDatabase } from './embedded/create-database.ts';
import { migrate } from './migrate.ts';
import { asAdmin, newDatabaseName } from './testing/admin.ts';
import { migrateUntil } from './testing/migrate-until.ts';

const { adminUrl } = inject('testServer');
const name = newDatabaseName('file');
const url = withDatabase(adminUrl, name);

let db: Db;
beforeAll(async () => {
  await createDatabase(adminUrl, name);
  await migrateUntil(url, 'tickets');
  const sql = openSql(url, { max: 1 });
  for (const [userName, email, role] of [
    ['boss', 'boss@example.com', 'admin'],
    ['fresh', 'fresh@Admin.invalid', 'admin'],
    ['customer', 'customer@example.com', 'user'],
  ] as const)
    await sql`insert into users (user_name, name, email, phone, password_hash, role)
      values (${userName}, 'Some Body', ${email}, '1', 'none', ${role})`;
  await sql.end();
  await migrate(url);
  db = connect(url);
});
afterAll(async () => {
  await closeDb(db);
  await asAdmin(adminUrl, (sql) => sql`drop database if exists ${sql(name)} with (force)`);
});

it('of an older database an admin’s own address counts as confirmed, a placeholder and a customer’s do not', async () => {
  const rows = await db.$client`select user_name from users where email_confirmed_at is not null`;
  expect(rows.map((row) => row.user_name as string)).toEqual(['boss']);
});
