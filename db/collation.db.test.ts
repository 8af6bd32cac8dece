import { afterEach, expect, inject, it } from 'vitest';
import { closeDb, connect, type Db } from './client.ts';
import { readOtherCollation } from './collation.ts';
import { withDatabase } from './connection.ts';
import { asAdmin, newDatabaseName } from './testing/admin.ts';

const { adminUrl } = inject('testServer');
const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

it.each([
  ["locale_provider builtin builtin_locale 'C.UTF-8' locale 'C'", undefined],
  ["locale_provider builtin builtin_locale 'C' locale 'C'", 'builtin C'],
  ["locale_provider libc locale 'C'", 'libc C'],
  ["locale_provider icu icu_locale 'und' locale 'C'", 'icu und'],
])('a database made with %s has another collation: %s', async (options, other) => {
  expect(await readOtherCollation(await databaseWith(options))).toBe(other);
});

async function databaseWith(options: string): Promise<Db> {
  const name = newDatabaseName('file');
  await asAdmin(adminUrl, (sql) => sql.unsafe(`create database ${name} template template0 encoding 'UTF8' ${options}`));
  cleanUps.push(() => asAdmin(adminUrl, (sql) => sql`drop database ${sql(name)}`));
  const db = connect(withDatabase(adminUrl, name), { max: 1 });
  cleanUps.push(() => closeDb(db));
  return db;
}
