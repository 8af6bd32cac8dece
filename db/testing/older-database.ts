import type { Sql } from 'postgres';
import { inject, onTestFinished } from 'vitest';
import { closeDb, connect, type Db } from '../client.ts';
import { openSql, withDatabase } from '../connection.ts';
import { migrate } from '../migrate.ts';
import { readMigrations } from '../migrator/read-migrations.ts';
import { asAdmin, newDatabaseName } from './admin.ts';
import type { TestDatabase } from './database.ts';

/**
 * A database filled before a migration and then migrated. It is dropped after the test.
 * @param migration its name without the number: `accounts`
 * @throws Error if there is no such migration
 */
export async function migrateOlderDatabase(migration: string, fill: (sql: Sql) => Promise<unknown>): Promise<Db> {
  const database = await createOlderDatabase(migration, fill, 1);
  onTestFinished(() => database.drop());
  return database.db;
}

/** As {@link migrateOlderDatabase}, for all tests of a file. The caller drops it. */
export async function createOlderDatabase(
  migration: string,
  fill: (sql: Sql) => Promise<unknown>,
  max = 10,
): Promise<TestDatabase> {
  const { adminUrl } = inject('testServer');
  const name = newDatabaseName('file');
  await asAdmin(adminUrl, (sql) => sql`create database ${sql(name)}`);
  const dropDatabase = () => asAdmin(adminUrl, (sql) => sql`drop database if exists ${sql(name)} with (force)`);
  const url = withDatabase(adminUrl, name);
  try {
    await migrateUntil(url, migration);
    const older = openSql(url, { max: 1, statementTimeoutMs: 0 });
    try {
      await fill(older);
    } finally {
      await older.end();
    }
    await migrate(url);
  } catch (error) {
    await dropDatabase();
    throw error;
  }
  const db = connect(url, { max });
  return {
    db,
    url,
    async drop() {
      await closeDb(db);
      await dropDatabase();
    },
  };
}

async function migrateUntil(url: string, migration: string): Promise<void> {
  const tags = readMigrations().map(({ tag }) => tag);
  const index = tags.findIndex((tag) => tag.replace(/^\d+_/, '') === migration);
  if (index === -1) throw new Error(`there is no migration "${migration}"`);
  await migrate(url, { through: tags[index - 1] });
}
