import type { Sql, TransactionSql } from 'postgres';
import { readMigrations } from './read-migrations.ts';

interface NamedMigration {
  /** Its name, such as `0001_guards`; null if a newer version has it and this one does not. */
  tag: string | null;
  /** SHA-256 of its file. */
  hash: string;
}

/** The migrations of a database, oldest first; none if it has no panel. */
export async function readAppliedMigrations(sql: Sql | TransactionSql): Promise<NamedMigration[]> {
  const [found] = await sql<{ isThere: boolean }[]>`
    select to_regclass('drizzle.__drizzle_migrations') is not null as "isThere"`;
  if (!found?.isThere) return [];
  const applied = await sql<{ hash: string }[]>`
    select hash from drizzle.__drizzle_migrations order by created_at, id`;
  const tags = new Map(readMigrations().map(({ tag, hash }) => [hash, tag]));
  return applied.map(({ hash }) => ({ tag: tags.get(hash) ?? null, hash }));
}
