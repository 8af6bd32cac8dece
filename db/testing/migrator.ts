import type { Sql, TransactionSql } from 'postgres';
import { vi } from 'vitest';
import { type DatabaseLog, SILENT } from '../embedded/log.ts';
import { type Migration, parseMigration, readMigrations } from '../migrator/read-migrations.ts';

/** A migration of a later version. */
export function laterMigration(text: string, tag = '9001_later'): Migration {
  return parseMigration(tag, 4_000_000_000_000 + Number(tag.slice(0, 4)), text);
}

/** The migrations of this version, then later ones. */
export function withLater(...later: Migration[]): Migration[] {
  return [...readMigrations(), ...later];
}

/** Collects the lines of a log. */
export function collectLines(): { log: DatabaseLog; lines: string[] } {
  const lines: string[] = [];
  return { lines, log: { ...SILENT, info: (line) => void lines.push(line) } };
}

/** A transaction that holds its locks until it is released. */
export async function holdTransaction(sql: Sql, work: (tx: TransactionSql) => Promise<unknown>) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin, reject } = Promise.withResolvers<void>();
  const ended = sql
    .begin(async (tx) => {
      await work(tx);
      begin();
      await released;
    })
    .catch(reject);
  await begun;
  return async () => {
    release();
    await ended;
  };
}

/** Waits until a statement of the migrator waits for a lock. @returns the server's process */
export async function untilMigratorWaits(sql: Sql, statement: string): Promise<number> {
  return vi.waitFor(async () => {
    const [row] = await sql<{ pid: number }[]>`
      select a.pid from pg_stat_activity a join pg_locks l on l.pid = a.pid and not l.granted
      where a.datname = current_database() and a.application_name = 'reseller-panel migrate'
        and a.query ilike ${`%${statement}%`}`;
    if (!row) throw new Error(`no migrator waits in ${statement}`);
    return row.pid;
  });
}
