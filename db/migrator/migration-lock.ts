import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql, TransactionSql } from 'postgres';
import { advisoryLocks } from '../advisory-locks.ts';
import type { DatabaseLog } from '../embedded/log.ts';
import { DatabaseUnavailable } from '../errors.ts';

/** Servers up to version 1.0 wait for the older lock inside a statement, whose snapshot would stop CREATE INDEX CONCURRENTLY. */
const { migration: MIGRATION_LOCK, olderMigration: OLDER_SERVERS_LOCK } = advisoryLocks;
const POLL_EVERY_MS = 250;
const LOG_EVERY_MS = 60_000;

/** The right to migrate: a session lock, which ends with its connection even if this process is killed. */
export interface MigrationLock {
  /** The server's process that holds the lock. */
  pid: number;
  /** @throws DatabaseUnavailable if the connection was replaced, and the lock lost with it */
  assertHeld: (sql: Sql | TransactionSql) => Promise<void>;
  /** Runs a statement that waits for the snapshots of others, so no server of an older version may wait for it in turn. */
  withoutWaiters: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * Takes the lock, and polls while another server has it: a statement that waits holds a snapshot, and an index that is built
 * concurrently waits for all snapshots.
 *
 * @param sql one connection to PostgreSQL itself, never through a pooler that gives each transaction another one
 */
export async function takeMigrationLock(sql: Sql, log: DatabaseLog): Promise<MigrationLock> {
  await poll(sql, MIGRATION_LOCK, log);
  await poll(sql, OLDER_SERVERS_LOCK, log);
  const pid = await pidOf(sql);
  return {
    pid,
    async assertHeld(session) {
      if ((await pidOf(session)) !== pid)
        throw new DatabaseUnavailable('The connection with the migration lock was lost.');
    },
    async withoutWaiters(work) {
      await sql`select pg_advisory_unlock(${OLDER_SERVERS_LOCK})`;
      const result = await work();
      await poll(sql, OLDER_SERVERS_LOCK, log);
      return result;
    },
  };
}

async function poll(sql: Sql, key: number, log: DatabaseLog): Promise<void> {
  let loggedMs = -Infinity;
  while (!(await tryLock(sql, key))) {
    if (performance.now() - loggedMs > LOG_EVERY_MS) {
      log.info(`waiting for another server's migration (${await holderOf(sql, key)})`);
      loggedMs = performance.now();
    }
    await sleep(POLL_EVERY_MS);
  }
}

async function tryLock(sql: Sql, key: number): Promise<boolean> {
  const [row] = await sql<{ taken: boolean }[]>`select pg_try_advisory_lock(${key}) as taken`;
  return row?.taken === true;
}

async function holderOf(sql: Sql, key: number): Promise<string> {
  const [row] = await sql<{ pid: number }[]>`
    select pid from pg_locks join pg_database d on d.oid = database and d.datname = current_database()
    where locktype = 'advisory' and classid = 0 and objid = ${key} and objsubid = 1 and granted`;
  return row ? `its connection is process ${row.pid} of the database server` : 'it has just ended';
}

async function pidOf(sql: Sql | TransactionSql): Promise<number> {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return row?.pid ?? 0;
}
