import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator';
import { openSql } from '../connection.ts';

/**
 * Brings an empty database to where it was before a migration.
 * @param name the migration's, without its number: `accounts`
 * @throws Error where there is no such migration
 */
export async function migrateUntil(url: string, name: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'panel-migrations-'));
  const sql = openSql(url, { max: 1 });
  try {
    await cp(join(import.meta.dirname, '../migrations'), folder, { recursive: true });
    const file = join(folder, 'meta/_journal.json');
    const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: { tag: string }[] };
    const index = journal.entries.findIndex(({ tag }) => tag.replace(/^\d+_/, '') === name);
    if (index === -1) throw new Error(`there is no migration "${name}"`);
    await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, index) }));
    await applyMigrations(drizzle(sql), { migrationsFolder: folder });
  } finally {
    await sql.end();
    await rm(folder, { recursive: true });
  }
}
