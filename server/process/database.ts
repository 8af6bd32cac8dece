import { join } from 'node:path';
import { assertDurable, closeDb, connect, type Db } from '#db/client.ts';
import { markerOf } from '#db/embedded/data-folder.ts';
import { startEmbeddedPostgres } from '#db/embedded/embedded-postgres.ts';
import { EmbeddedPostgresError } from '#db/embedded/error.ts';
import type { DatabaseLog } from '#db/embedded/log.ts';
import { migrate } from '#db/migrate.ts';
import { assertSessions } from '#db/sessions.ts';
import { assertRestored } from '../backup/unfinished-restore.ts';
import type { Config } from '../base/env.ts';
import { urlWithoutPassword } from './keep-database.ts';

export interface LocatedDatabase {
  /** The `DATABASE_URL` for another process on this machine. */
  url: string;
  /** For messages: where the data is. */
  where: string;
  close: () => Promise<void>;
}

export interface OpenDatabase extends LocatedDatabase {
  db: Db;
}

type DatabaseConfig = Pick<Config, 'databaseUrl' | 'dataDir'> &
  Partial<Pick<Config, 'databaseDirectUrl' | 'production'>>;

/**
 * For commands: opens the configured database, or starts the embedded one as long as the command runs, and migrates it to this version.
 * @throws Error if the server can't be reached, is older than 15, or could lose acknowledged commits; EmbeddedPostgresError if another
 * process already runs the embedded one.
 */
export async function openDatabase(config: DatabaseConfig, log: DatabaseLog): Promise<OpenDatabase> {
  return open(await startDatabase(config, log), log);
}

/** Like {@link openDatabase}, but also works while the panel runs: uses the panel's database. */
export async function shareDatabase(config: DatabaseConfig, log: DatabaseLog): Promise<OpenDatabase> {
  return open(await locateDatabase(config, log), log);
}

/** Like {@link shareDatabase}, but neither migrates the database nor opens a pool on it. */
export async function locateDatabase(config: DatabaseConfig, log: DatabaseLog): Promise<LocatedDatabase> {
  try {
    return await startDatabase(config, log);
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresError && error.url)) throw error;
    return { url: error.url, where: urlWithoutPassword(error.url), close: async () => {} };
  }
}

async function startDatabase(
  { databaseUrl, databaseDirectUrl, dataDir, production }: DatabaseConfig,
  log: DatabaseLog,
): Promise<LocatedDatabase> {
  // Some commands need session state, and none needs a pooler.
  const url = databaseDirectUrl ?? databaseUrl;
  if (url) return { url, where: urlWithoutPassword(url), close: async () => {} };
  const marker = production ? { marker: markerOf(dataDir) } : {};
  const embedded = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), log, ...marker });
  return { url: embedded.url, where: embedded.home, close: () => embedded.stop() };
}

/**
 * Migrates a database to this version.
 * @param options.url the database of `db`, and `directUrl` too, if set, for connections that need a session
 * @throws Error if its server is older than 15 or could lose acknowledged commits, if a pooler in front does not keep sessions, or
 * if a restore into it was not finished
 */
export async function bringUpToDate(
  db: Db,
  { url, directUrl, log }: { url: string; directUrl?: string | undefined; log: DatabaseLog },
): Promise<void> {
  await assertSessions(url, directUrl);
  await assertDurable(db);
  await assertRestored(db);
  await migrate(directUrl ?? url, { log });
}

async function open({ url, where, close: stop }: LocatedDatabase, log: DatabaseLog): Promise<OpenDatabase> {
  const db = connect(url, { max: 20 });
  const close = async () => {
    await closeDb(db);
    await stop();
  };
  try {
    await bringUpToDate(db, { url, log });
  } catch (error) {
    await close();
    throw error;
  }
  return { db, url, where, close };
}
