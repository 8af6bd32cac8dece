import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { openSql } from '#db/connection.ts';
import { LISTENER_NAME } from '#server/base/events/event-bus.ts';

const CROWD_NAME = 'chaos crowd';
/** More than the server's `max_connections`. */
const CROWD = 250;
const CROWD_AGAIN_MS = 200;

/** Ends all connections of the panel. */
export function terminateAll(url: string): Promise<void> {
  return onOwnConnection(url, terminate);
}

/** Ends the connections that listen for events. */
export function terminateListeners(url: string): Promise<void> {
  return onOwnConnection(
    url,
    (sql) => sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${LISTENER_NAME}`,
  );
}

/** Locks a table for readers and writers. */
export function lockTable(url: string, table: string, forMs: number): Promise<void> {
  return onOwnConnection(url, (sql) =>
    sql.begin(async (tx) => {
      await tx`lock table ${tx(table)} in access exclusive mode`;
      await sleep(forMs);
    }),
  );
}

/** Makes the server refuse writes, as a demoted primary does. */
export function demote(url: string, forMs: number): Promise<void> {
  return onOwnConnection(url, async (sql) => {
    await sql`alter system set default_transaction_read_only = on`;
    await sql`select pg_reload_conf()`;
    await sleep(forMs);
    await sql`alter system reset default_transaction_read_only`;
    await sql`select pg_reload_conf()`;
  });
}

/** Uses all connections of the server. Those of the panel are ended first. */
export function useUpConnections(url: string, forMs: number): Promise<void> {
  return onOwnConnection(url, async (sql) => {
    const crowd = openSql(url, { max: CROWD, applicationName: CROWD_NAME, statementTimeoutMs: 0 });
    const untilMs = performance.now() + forMs;
    const connectAll = () => {
      const seconds = Math.max(0, untilMs - performance.now()) / 1_000;
      // Most are refused.
      for (let nth = 0; nth < CROWD; nth++) crowd`select pg_sleep(${seconds})`.catch(() => undefined);
    };
    // This connection comes first. After the panel's have ended, only the crowd gets in.
    await sql`select 1`;
    connectAll();
    await sleep(CROWD_AGAIN_MS);
    await terminate(sql);
    while (performance.now() < untilMs) {
      connectAll();
      await sleep(CROWD_AGAIN_MS);
    }
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${CROWD_NAME}`;
    await crowd.end({ timeout: 0 });
  });
}

async function terminate(sql: Sql): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and datname = current_database() and application_name <> ${CROWD_NAME}`;
}

/** Runs on its own connection. */
async function onOwnConnection(url: string, work: (sql: Sql) => Promise<unknown>): Promise<void> {
  const sql = openSql(url, {
    max: 1,
    applicationName: 'chaos',
    connectTimeoutSeconds: 5,
    statementTimeoutMs: 0,
    idleInTransactionTimeoutMs: 0,
  });
  try {
    await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
