import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { openSql } from '../../db/connection.ts';
import { LISTENER_NAME } from '../../server/events/event-bus.ts';

const CROWD_NAME = 'chaos crowd';
/** More than any server here lets in. */
const CROWD = 250;
const CROWD_AGAIN_MS = 200;

/** Ends all connections of the panel as an administrator does. */
export function terminateAll(url: string): Promise<void> {
  return aside(url, terminate);
}

/** Ends the connections over which the panel hears of changes. */
export function terminateListeners(url: string): Promise<void> {
  return aside(
    url,
    (sql) => sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${LISTENER_NAME}`,
  );
}

/** Keeps a table to itself for so long, also from those who only read. */
export function lockTable(url: string, table: string, forMs: number): Promise<void> {
  return aside(url, (sql) =>
    sql.begin(async (tx) => {
      await tx`lock table ${tx(table)} in access exclusive mode`;
      await sleep(forMs);
    }),
  );
}

/** Makes the server refuse writes for so long, as one does that is no primary any more. */
export function demote(url: string, forMs: number): Promise<void> {
  return aside(url, async (sql) => {
    await sql`alter system set default_transaction_read_only = on`;
    await sql`select pg_reload_conf()`;
    await sleep(forMs);
    await sql`alter system reset default_transaction_read_only`;
    await sql`select pg_reload_conf()`;
  });
}

/** Takes every connection that the server lets in, those of the panel too, and holds them for so long. */
export function useUpConnections(url: string, forMs: number): Promise<void> {
  return aside(url, async (sql) => {
    const crowd = openSql(url, { max: CROWD, applicationName: CROWD_NAME, statementTimeoutMs: 0 });
    const overMs = performance.now() + forMs;
    const come = () => {
      const seconds = Math.max(0, overMs - performance.now()) / 1_000;
      // Most are refused, which is the point.
      for (let nth = 0; nth < CROWD; nth++) crowd`select pg_sleep(${seconds})`.catch(() => undefined);
    };
    // Connects first itself; with the panel's connections ended, only the crowd comes in.
    await sql`select 1`;
    come();
    await sleep(CROWD_AGAIN_MS);
    await terminate(sql);
    while (performance.now() < overMs) {
      come();
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

/** On a connection of its own, past everything that is done to the panel's. */
async function aside(url: string, work: (sql: Sql) => Promise<unknown>): Promise<void> {
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
