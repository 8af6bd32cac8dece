import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator';
import type { Sql } from 'postgres';
import { inject, onTestFinished } from 'vitest';
import { closeDb, connect, type Db } from '../client.ts';
import { openSql, withDatabase } from '../connection.ts';
import { migrate } from '../migrate.ts';
import { asAdmin, newDatabaseName } from './admin.ts';

/**
 * A database filled before a migration and then migrated. It is dropped after the test.
 * @param migration its name without the number: `accounts`
 * @throws Error if there is no such migration
 */
export async function migrateOlderDatabase(migration: string, fill: (sql: Sql) => Promise<unknown>): Promise<Db> {
  const { adminUrl } = inject('testServer');
  const name = newDatabaseName('file');
  await asAdmin(adminUrl, (sql) => sql`create database ${sql(name)}`);
  onTestFinished(() => asAdmin(adminUrl, (sql) => sql`drop database if exists ${sql(name)} with (force)`));
  const url = withDatabase(adminUrl, name);
  await migrateUntil(url, migration);
  const older = openSql(url, { max: 1 });
  await fill(older);
  await older.end();
  await migrate(url);
  const db = connect(url, { max: 1 });
  onTestFinished(() => closeDb(db));
  return db;
}

async function migrateUntil(url: string, migration: string): Promise<void> {
  const sql = openSql(url, { max: 1 });
  const folder = await mkdtemp(join(tmpdir(), 'panel-migrations-'));
  try {
    await cp(join(import.meta.dirname, '../migrations'), folder, { recursive: true });
    const file = join(folder, 'meta/_journal.json');
    const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: { tag: string }[] };
    const index = journal.entries.findIndex(({ tag }) => tag.replace(/^\d+_/, '') === migration);
    if (index === -1) throw new Error(`there is no migration "${migration}"`);
    await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, index) }));
    await applyMigrations(drizzle(sql), { migrationsFolder: folder });
  } finally {
    await sql.end();
    await rm(folder, { recursive: true });
  }
}
