import { readFileSync } from 'node:fs';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Sql, TransactionSql } from 'postgres';
import { MIGRATIONS_FOLDER } from './migrate.ts';

interface NamedMigration {
  /** Its name, such as `0001_guards`; null if a newer version has it and this one does not. */
  tag: string | null;
  /** SHA-256 of its file. */
  hash: string;
}

/** The migrations of this version, oldest first. */
export function readShippedMigrations(): { tag: string; hash: string }[] {
  const journal = JSON.parse(readFileSync(`${MIGRATIONS_FOLDER}/meta/_journal.json`, 'utf8')) as {
    entries: { tag: string }[];
  };
  return readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER }).map(({ hash }, index) => ({
    tag: journal.entries[index]?.tag ?? '',
    hash,
  }));
}

/** The migrations of a database, oldest first; none if it has no panel. */
export async function readAppliedMigrations(sql: Sql | TransactionSql): Promise<NamedMigration[]> {
  const [found] = await sql<{ isThere: boolean }[]>`
    select to_regclass('drizzle.__drizzle_migrations') is not null as "isThere"`;
  if (!found?.isThere) return [];
  const applied = await sql<{ hash: string }[]>`
    select hash from drizzle.__drizzle_migrations order by created_at, id`;
  const tags = new Map(readShippedMigrations().map(({ tag, hash }) => [hash, tag]));
  return applied.map(({ hash }) => ({ tag: tags.get(hash) ?? null, hash }));
}
