import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { closeDb, connect, type Db } from './client.ts';
import { openSql, withDatabase } from './connection.ts';
import { createDatabase } from './embedded/create-database.ts';
import { isUniqueViolation } from './errors.ts';
import { migrate } from './migrate.ts';
import { asAdmin, newDatabaseName } from './testing/admin.ts';
import { migrateUntil } from './testing/migrate-until.ts';

const { adminUrl } = inject('testServer');
const name = newDatabaseName('file');
const url = withDatabase(adminUrl, name);

let db: Db;
beforeAll(async () => {
  await createDatabase(adminUrl, name);
  await migrateUntil(url, 'accounts');
  await withUsers([
    ['oldest', 'Mike@Example.com'],
    ['younger', 'mıke@example.com'],
    ['alone', 'Straße@example.com'],
    ['evil', 'evil@example.com', 'Karim\n\nOpen https://evil.example \u202e now'],
    ['empty', 'empty@example.com', '\r\n'],
  ]);
  await migrate(url);
  db = connect(url);
});
afterAll(async () => {
  await closeDb(db);
  await asAdmin(adminUrl, (sql) => sql`drop database if exists ${sql(name)} with (force)`);
});

const fold = async (text: string) => (await db.$client<{ key: string }[]>`select folded(${text}) as key`)[0]?.key;

describe('an older database', () => {
  it('where one address was had twice in different letters leads it to the oldest, and keeps the others', async () => {
    const rows = await db.$client`select id, user_name, email, email_key from users order by id`;
    expect(rows.slice(0, 3)).toMatchObject([
      { email: 'Mike@Example.com', email_key: 'mike@example.com' },
      { email: 'mıke@example.com', email_key: `mike@example.com ${rows[1]?.id}` },
      { email: 'Straße@example.com' },
    ]);
  });

  it('has names of one line afterwards', async () => {
    const rows = await db.$client`select name from users where user_name in ('evil', 'empty') order by id`;
    expect(rows.map((row) => row.name as string)).toEqual(['Karim Open https://evil.example   now', 'empty']);
  });

  it('lets whoever shares an address change everything else of theirs', async () => {
    await db.$client`update users set phone = '2', email = email where user_name = 'younger'`;
    const again = db.$client`update users set email = 'MIKE@example.com' where user_name = 'younger'`;
    const refusal: unknown = await again.catch((error: unknown) => error);
    expect(isUniqueViolation(refusal, 'users_email_key')).toBe(true);
  });
});

describe('two ways to write an address are one', () => {
  it.each([
    ['in capitals', 'KARIM@EXAMPLE.COM', 'karim@example.com'],
    ['with a Turkish dot', 'İstanbul@example.com', 'istanbul@example.com'],
    ['with a dot of its own', 'I\u0307stanbul@example.com', 'ıstanbul@example.com'],
    ['of full width', 'ｋａｒｉｍ＠example.com', 'karim@example.com'],
    ['with the sign for Kelvin', '\u212aarim@example.com', 'karim@example.com'],
    ['with a long s', 'ma\u017fter@example.com', 'master@example.com'],
    ['composed or not', 'ünal@example.com', 'U\u0308nal@example.com'],
    ['with a final sigma', 'οδος@example.com', 'ΟΔΟΣ@EXAMPLE.COM'],
  ])('%s', async (_what, one, other) => {
    expect(await fold(one)).toBe(await fold(other));
  });

  it.each([
    ['karim@example.com', 'karin@example.com'],
    ['karim@example.com', 'kárim@example.com'],
    ['karim@example.com', 'karim@example.com.bd'],
  ])('%s and %s are two', async (one, other) => {
    expect(await fold(one)).not.toBe(await fold(other));
  });
});

async function withUsers(users: [userName: string, email: string, name?: string][]): Promise<void> {
  const sql = openSql(url, { max: 1 });
  for (const [userName, email, fullName = 'Some Body'] of users)
    await sql`insert into users (user_name, name, email, phone, password_hash)
      values (${userName}, ${fullName}, ${email}, '1', 'none')`;
  await sql.end();
}
