import { join } from 'node:path';
import { assertDurable, closeDb, connect, type Db } from '../../db/client.ts';
import { EmbeddedPostgresError } from '../../db/embedded/error.ts';
import type { DatabaseLog } from '../../db/embedded/log.ts';
import { startEmbeddedPostgres } from '../../db/embedded.ts';
import { migrate } from '../../db/migrate.ts';
import type { Config } from '../env.ts';

export interface OpenDatabase {
  db: Db;
  /** What another process on this machine may use as its `DATABASE_URL`. */
  url: string;
  /** For people: where the data is. */
  where: string;
  /** Resolves when an embedded PostgreSQL has ended by itself; never for another one. */
  failed: Promise<string>;
  close: () => Promise<void>;
}

type DatabaseConfig = Pick<Config, 'databaseUrl' | 'dataDir'>;

/**
 * Opens the database that the configuration names, or starts the embedded one, and brings it to this version's schema.
 * @throws Error when the server can't be reached, is older than 15, or would lose acknowledged commits;
 *   EmbeddedPostgresError when another process already runs the embedded one.
 */
export async function openDatabase({ databaseUrl, dataDir }: DatabaseConfig, log: DatabaseLog): Promise<OpenDatabase> {
  if (databaseUrl) return open(databaseUrl, withoutPassword(databaseUrl));
  const embedded = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), log });
  return open(embedded.url, embedded.home, { exited: embedded.exited, stop: () => embedded.stop() });
}

/** Like {@link openDatabase}, for commands beside a running panel: uses the database that the panel has started. */
export async function shareDatabase(config: DatabaseConfig, log: DatabaseLog): Promise<OpenDatabase> {
  try {
    return await openDatabase(config, log);
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresError && error.url)) throw error;
    return open(error.url, withoutPassword(error.url));
  }
}

interface Lifetime {
  exited: Promise<string>;
  stop: () => Promise<void>;
}

const notOurs: Lifetime = { exited: new Promise(() => {}), stop: async () => {} };

async function open(url: string, where: string, { exited, stop }: Lifetime = notOurs): Promise<OpenDatabase> {
  const db = connect(url, { max: 20 });
  const close = async () => {
    await closeDb(db);
    await stop();
  };
  try {
    await assertDurable(db);
    await migrate(url);
  } catch (error) {
    await close();
    throw error;
  }
  return { db, url, where, failed: exited, close };
}

function withoutPassword(url: string): string {
  return url.replace(/(:\/\/[^:@/]+):[^@/]*@/, '$1@');
}
