import { join } from 'node:path';
import { assertDurable, closeDb, connect, type Db } from '#db/client.ts';
import { startEmbeddedPostgres } from '#db/embedded/embedded-postgres.ts';
import { EmbeddedPostgresError } from '#db/embedded/error.ts';
import type { DatabaseLog } from '#db/embedded/log.ts';
import { migrate } from '#db/migrate.ts';
import { assertSessions } from '#db/sessions.ts';
import type { Config } from '../env.ts';
import { urlWithoutPassword } from './keep-database.ts';

export interface OpenDatabase {
  db: Db;
  /** What another process on this machine may use as its `DATABASE_URL`. */
  url: string;
  /** For people: where the data is. */
  where: string;
  close: () => Promise<void>;
}

type DatabaseConfig = Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'databaseDirectUrl'>>;

/**
 * For commands: opens the database that the configuration names, or starts the embedded one for as long as the command
 * runs, and brings it to this version's schema.
 * @throws Error when the server can't be reached, is older than 15, or would lose acknowledged commits;
 *   EmbeddedPostgresError when another process already runs the embedded one.
 */
export async function openDatabase(
  { databaseUrl, databaseDirectUrl, dataDir }: DatabaseConfig,
  log: DatabaseLog,
): Promise<OpenDatabase> {
  // Some commands prepare a session for what they do, and none has so much to do that it needs a pooler.
  const url = databaseDirectUrl ?? databaseUrl;
  if (url) return open(url, urlWithoutPassword(url));
  const embedded = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), log });
  return open(embedded.url, embedded.home, () => embedded.stop());
}

/** Like {@link openDatabase}, also beside a running panel: uses the database that the panel has started. */
export async function shareDatabase(config: DatabaseConfig, log: DatabaseLog): Promise<OpenDatabase> {
  try {
    return await openDatabase(config, log);
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresError && error.url)) throw error;
    return open(error.url, urlWithoutPassword(error.url));
  }
}

/**
 * Brings a database to this version's schema.
 * @param url leads to the database of `db`, and `directUrl` too, where it is set, for what needs a session
 * @throws Error where its server is older than 15 or would lose acknowledged commits, or where a pooler stands before it that does
 *   not keep sessions
 */
export async function bringUpToDate(db: Db, url: string, directUrl?: string): Promise<void> {
  await assertSessions(url, directUrl);
  await assertDurable(db);
  await migrate(directUrl ?? url);
}

async function open(url: string, where: string, stop = async () => {}): Promise<OpenDatabase> {
  const db = connect(url, { max: 20 });
  const close = async () => {
    await closeDb(db);
    await stop();
  };
  try {
    await bringUpToDate(db, url);
  } catch (error) {
    await close();
    throw error;
  }
  return { db, url, where, close };
}
