import type { Sql } from 'postgres';
import type { Db } from './client.ts';
import { openSql } from './connection.ts';
import { type DatabaseLog, SILENT } from './embedded/log.ts';
import { pgErrorOf } from './errors.ts';
import { createTables, pendingOf, readApplied } from './migrator/applied.ts';
import { applyMigration, applyTogether } from './migrator/apply-migration.ts';
import { createLockWatch } from './migrator/lock-watch.ts';
import { takeMigrationLock } from './migrator/migration-lock.ts';
import { LAST_EXEMPT, type Migration, migrationsThrough, readMigrations } from './migrator/read-migrations.ts';

export interface MigrateOptions {
  /** The tag of the last migration to apply, such as `0036_backups`; by default all are applied. */
  through?: string | undefined;
  /** Receives one line per applied migration, and one per wait. */
  log?: DatabaseLog;
  /** How long one attempt waits for locks, while others wait behind it. */
  lockTimeoutMs?: number;
  /** How long a transaction that gets no lock is tried again. */
  patienceMs?: number;
  /** How long a statement outside a transaction waits; no other session waits behind it. */
  outsidePatienceMs?: number;
  /** Other migrations than those of this version. */
  migrations?: Migration[];
}

const LOCK_TIMEOUT_MS = 400;
const PATIENCE_MS = 120_000;
/** A backup of a large database may hold its snapshot for long. */
const OUTSIDE_PATIENCE_MS = 3_600_000;
/** A migrator that hangs between two statements must not hold the locks of its transaction. */
const IDLE_IN_TRANSACTION_MS = 15_000;
const INSUFFICIENT_PRIVILEGE = '42501';

let shipped: Migration[] | undefined;

/**
 * Migrates the database at `url` to this version's schema, one transaction per step. Servers that start at the same time wait for each
 * other. An up-to-date database is only read. Statements have no time limit, but give up waiting for a lock soon and are repeated.
 *
 * @param url leads to PostgreSQL itself, or through a pooler that keeps sessions
 * @throws MigrationError if a migration fails, with PostgreSQL's error as its cause; earlier ones stay applied. Error if an applied
 * migration was changed, or `through` is unknown
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<void> {
  const { log = SILENT, lockTimeoutMs = LOCK_TIMEOUT_MS } = options;
  const { patienceMs = PATIENCE_MS, outsidePatienceMs = OUTSIDE_PATIENCE_MS } = options;
  const migrations = migrationsThrough(options.migrations ?? readShipped(), options.through);
  const sql = openSql(url, {
    max: 1,
    applicationName: 'reseller-panel migrate',
    statementTimeoutMs: 0,
    lockTimeoutMs,
    idleInTransactionTimeoutMs: IDLE_IN_TRANSACTION_MS,
  });
  try {
    if (pendingOf(migrations, await readApplied(sql)).length === 0) return;
    await setLimits(sql, lockTimeoutMs);
    const lock = await takeMigrationLock(sql, log);
    const watch = createLockWatch(url, lock.pid);
    try {
      await createTables(sql);
      // Another server may have applied some of them.
      const applied = await readApplied(sql);
      const pending = pendingOf(migrations, applied);
      const run = { sql, lock, watch, log, lockTimeoutMs, patienceMs, outsidePatienceMs };
      const first = applied.size === 0 ? pending.filter(isExempt) : [];
      if (first.length > 0) await applyTogether(run, first);
      for (const migration of pending.slice(first.length)) await applyMigration(run, migration);
    } finally {
      await watch.end();
    }
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** A pooler may have dropped the connection's own settings. */
async function setLimits(sql: Sql, lockTimeoutMs: number): Promise<void> {
  await sql.unsafe(`set statement_timeout = 0; set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`);
  // A waiting statement cancels an automatic vacuum when it looks for deadlocks. Only a superuser may hasten that.
  await sql.unsafe(`set deadlock_timeout = ${Math.ceil(lockTimeoutMs / 2)}`).catch((error: unknown) => {
    if (pgErrorOf(error)?.code !== INSUFFICIENT_PRIVILEGE) throw error;
  });
}

/** The migrations of this version that are not applied; reads only. */
export async function readPending(sql: Sql): Promise<Migration[]> {
  return pendingOf(readShipped(), await readApplied(sql));
}

/** Whether all migrations of this version are applied, and perhaps those of a newer one; for readiness checks. */
export async function isMigrated(db: Db): Promise<boolean> {
  const applied = await readApplied(db.$client);
  return readShipped().every(({ createdAtMs, hash }) => applied.get(createdAtMs) === hash);
}

function readShipped(): Migration[] {
  return (shipped ??= readMigrations());
}

function isExempt({ tag }: Migration): boolean {
  return tag <= LAST_EXEMPT;
}
