import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator';
import type { Db } from './client.ts';
import { openSql } from './connection.ts';
import { pgErrorOf } from './errors.ts';

/** The SQL files, and their order in `meta/_journal.json`. */
export const MIGRATIONS_FOLDER = fileURLToPath(new URL('./migrations', import.meta.url));

/** Any key that no other advisory lock of this database uses. */
const MIGRATION_LOCK = 7_250_114;
const UNDEFINED_TABLE = '42P01';

let shippedHashes: string[] | undefined;

/**
 * Migrates the database at `url` to this version's schema. Servers that start at the same time wait for each other. It uses a
 * connection without time limits, because a migration of a large table may take long.
 *
 * @param options.through the last migration to apply, such as `0001_guards`; by default the newest
 * @throws the server's error if a migration fails; all migrations of one call are rolled back together.
 */
export async function migrate(url: string, { through }: { through?: string } = {}): Promise<void> {
  const sql = openSql(url, {
    max: 1,
    applicationName: 'reseller-panel migrate',
    statementTimeoutMs: 0,
    lockTimeoutMs: 0,
    idleInTransactionTimeoutMs: 0,
  });
  try {
    // A session lock is released with the connection, even if this process is killed.
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
    const folder = through === undefined ? MIGRATIONS_FOLDER : await copyThrough(through);
    await applyMigrations(drizzle(sql), { migrationsFolder: folder });
    if (folder !== MIGRATIONS_FOLDER) await rm(folder, { recursive: true });
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** A folder with the migrations up to `last`. */
async function copyThrough(last: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'panel-migrations-'));
  await cp(MIGRATIONS_FOLDER, folder, { recursive: true });
  const file = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: { tag: string }[] };
  const index = journal.entries.findIndex(({ tag }) => tag === last);
  if (index === -1) throw new Error(`There is no migration ${last}`);
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, index + 1) }));
  return folder;
}

/** Whether all migrations of this version are applied; for readiness checks. */
export async function isMigrated(db: Db): Promise<boolean> {
  shippedHashes ??= readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER }).map(({ hash }) => hash);
  try {
    const applied = await db.$client<{ hash: string }[]>`select hash from drizzle.__drizzle_migrations`;
    const hashes = new Set(applied.map(({ hash }) => hash));
    return shippedHashes.every((hash) => hashes.has(hash));
  } catch (error) {
    if (pgErrorOf(error)?.code === UNDEFINED_TABLE) return false;
    throw error;
  }
}
