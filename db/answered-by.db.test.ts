import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openSql, withDatabase } from './connection.ts';
import { createDatabase } from './embedded/create-database.ts';
import { migrate } from './migrate.ts';
import { asAdmin, newDatabaseName } from './testing/admin.ts';
import { migrateUntil } from './testing/migrate-until.ts';

const { adminUrl } = inject('testServer');
const name = newDatabaseName('file');
const url = withDatabase(adminUrl, name);

beforeAll(async () => {
  await createDatabase(adminUrl, name);
  await migrateUntil(url, 'saved-replies');
});
afterAll(() => asAdmin(adminUrl, (sql) => sql`drop database if exists ${sql(name)} with (force)`));

it('tickets of an older shop are theirs who answered last, and nobody’s where nobody has', async () => {
  const sql = openSql(url, { max: 1 });
  for (const who of ['anna', 'boss', 'chef']) {
    await sql`insert into users (user_name, name, email, phone, password_hash)
      values (${who}, ${who}, ${`${who}@example.com`}, '', 'none')`;
  }
  for (const subject of ['answered', 'waiting']) {
    await sql`insert into tickets (user_id, subject, message_count) values (1, ${subject}, 4)`;
  }
  for (const [ticket, seq, author, byAdmin] of [
    [1, 1, 1, false],
    [1, 2, 3, true],
    [1, 3, 2, true],
    [1, 4, 1, false],
    [2, 1, 1, false],
  ] as const) {
    await sql`insert into ticket_messages (ticket_id, seq, author_id, by_admin, message)
      values (${ticket}, ${seq}, ${author}, ${byAdmin}, 'x')`;
  }
  await migrate(url);
  const rows = await sql`select id, answered_by from tickets order by id`;
  expect(rows.map(({ answered_by: by }) => by as unknown)).toEqual([2, null]);
  await sql.end();
});
