import type { Sql } from 'postgres';
import type { DatabaseLog } from '../embedded/log.ts';
import type { LockWatch } from './lock-watch.ts';
import type { MigrationLock } from './migration-lock.ts';

/** One run of the migrator, with the connection that holds its lock. */
export interface Run {
  sql: Sql;
  lock: MigrationLock;
  watch: LockWatch;
  log: DatabaseLog;
  /** How long one attempt of a transaction waits for all of its locks. Everybody who wants the table waits behind it. */
  lockTimeoutMs: number;
  /** How long a transaction that gets no lock is tried again before the migration fails. */
  patienceMs: number;
  /** The same for a statement outside a transaction; no other session waits behind it. */
  outsidePatienceMs: number;
}
