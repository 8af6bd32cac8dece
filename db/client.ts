import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import type { Sql } from 'postgres';
import { type ConnectionOptions, openSql } from './connection.ts';
import * as schema from './schema/index.ts';

/** A pool of connections: each statement may run on a different one. */
export type Db = PostgresJsDatabase<typeof schema> & { $client: Sql };

/** One open transaction. A `Db` has no `rollback`, so passing one as a `Tx` does not compile. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

const OLDEST_SERVER_VERSION = 150_000;

/**
 * Opens a pool on `url` (see `openSql` for its forms). It connects lazily, so the first query fails if the server cannot be reached.
 * Close it with `closeDb`.
 */
export function connect(url: string, options: ConnectionOptions = {}): Db {
  return drizzle(openSql(url, options), { schema });
}

/** Lets running queries finish for up to five seconds, then closes every connection. */
export async function closeDb(db: Db): Promise<void> {
  await db.$client.end({ timeout: 5 });
}

/** @throws Error if the server is older than PostgreSQL 15, the oldest that has everything the schema uses. */
export async function assertSupportedVersion(db: Db): Promise<void> {
  const [server] = await db.$client<{ version: number; shown: string }[]>`
    select current_setting('server_version_num')::int as version, current_setting('server_version') as shown`;
  if (server && server.version >= OLDEST_SERVER_VERSION) return;
  throw new Error(`The database server is PostgreSQL ${server?.shown}; version 15 or later is needed.`);
}

/**
 * Refuses a server that acknowledges commits before they are on disk: a confirmed order must survive a power cut.
 *
 * @throws Error if the version is too old, or `fsync` or `synchronous_commit` is off for this connection.
 */
export async function assertDurable(db: Db): Promise<void> {
  await assertSupportedVersion(db);
  const settings = await db.$client<{ name: string; setting: string }[]>`
    select name, setting from pg_settings where name in ('fsync', 'synchronous_commit') and setting = 'off'`;
  if (settings.length === 0) return;
  const names = settings.map(({ name }) => `${name} = off`).join(', ');
  throw new Error(`The database server may lose committed transactions (${names}). Switch it on and start again.`);
}

/** The time limits that are missing on this pool's connections although the panel sets all of them. */
export async function readMissingLimits(db: Db): Promise<string[]> {
  const missing = await db.$client<{ name: string }[]>`
    select name from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') and setting = '0' order by name`;
  return missing.map(({ name }) => name);
}
