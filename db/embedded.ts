import { setTimeout as sleep } from 'node:timers/promises';
import { openSql, socketUrl } from './connection.ts';
import { provideBinaries } from './embedded/binaries.ts';
import { ensureCluster } from './embedded/cluster.ts';
import { createDatabase } from './embedded/create-database.ts';
import { type DatabaseLog, SILENT } from './embedded/log.ts';
import { claim } from './embedded/owner.ts';
import { type Place, preparePlace } from './embedded/place.ts';
import { findOrphan, launch, type Postmaster, shutDown } from './embedded/postmaster.ts';

export interface EmbeddedPostgresOptions {
  /** The directory that everything of this server is kept in; made where missing. */
  dataDir: string;
  log?: DatabaseLog;
  /** Name of the database that `url` leads to; made where missing. */
  database?: string;
  /** Server settings beside or instead of our own, such as `{ max_connections: '300' }`. */
  settings?: Record<string, string>;
}

export interface EmbeddedPostgres {
  /** Leads any process of this account on this machine to the database. */
  url: string;
  /** The same server's maintenance database `postgres`, for creating and dropping others. */
  adminUrl: string;
  /** Where the data really is: `dataDir`, or where it had to be moved to because PostgreSQL may not enter that. */
  home: string;
  /** The server's first process. */
  pid: number;
  /** True where the data directory was made by this start. */
  isNew: boolean;
  /** Resolves when the server has ended, with how; before `stop` was called this means it failed. */
  exited: Promise<string>;
  /** Ends the server in order and gives the directory free. May be called more than once. */
  stop(): Promise<void>;
}

const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  min_wal_size: '128MB',
  max_wal_size: '1GB',
  random_page_cost: '1.1',
  // Compiling a query costs more than the short queries of this product take.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // A refused row is an answer, not an incident: whoever made the statement logs what is worth it.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_line_prefix: '',
};

/**
 * Starts a real PostgreSQL of our own on `dataDir`, reachable through a unix socket in a private directory and not
 * through the network. The first start makes the data directory (seconds), later ones take tenths of a second. A server
 * that a killed process left running is stopped in order first; nothing that was committed is lost.
 *
 * @throws EmbeddedPostgresError, whose message tells what to do: `already_running` where another live process has
 * started one on the same directory, `version_mismatch`, `unsupported_platform`, `unusable_directory`, `start_failed`.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? SILENT;
  const database = options.database ?? 'panel';
  const place = preparePlace(options.dataDir);
  if (place.moved) log.warn(place.moved);
  const url = socketUrl(place.socketDirectory, database);
  const adminUrl = socketUrl(place.socketDirectory, 'postgres');

  const release = claim(place.home, url);
  let postmaster: Postmaster | undefined;
  try {
    const binaries = await provideBinaries(place.home, place.account);
    await stopOrphan(place, log);
    const isNew = await ensureCluster(place, binaries);
    if (isNew) log.info(`Made a new database in ${place.cluster}`);
    const ownSettings = { ...SETTINGS, unix_socket_directories: quoteListItem(place.socketDirectory) };
    postmaster = await launch(place, binaries, { ...ownSettings, ...options.settings }, log);
    await untilAnswering(adminUrl);
    await createDatabase(adminUrl, database);
    return { url, adminUrl, home: place.home, pid: postmaster.pid, isNew, ...lifetime(postmaster, release, log) };
  } catch (error) {
    if (postmaster) await shutDown(postmaster.pid);
    release();
    throw error;
  }
}

function lifetime(postmaster: Postmaster, release: () => void, log: DatabaseLog) {
  let stopping: Promise<void> | undefined;
  void postmaster.exited.then((how) => {
    if (!stopping) log.error(`PostgreSQL has ended unexpectedly (${how})`);
  });
  const end = async () => {
    await shutDown(postmaster.pid);
    await postmaster.exited;
    release();
  };
  return { exited: postmaster.exited, stop: () => (stopping ??= end()) };
}

async function stopOrphan(place: Place, log: DatabaseLog): Promise<void> {
  const orphan = findOrphan(place);
  if (orphan === undefined) return;
  log.info(`Stopping the PostgreSQL that a killed process left running (process ${orphan})`);
  await shutDown(orphan);
}

/** "ready" is the server's word; this asks it. */
async function untilAnswering(adminUrl: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const sql = openSql(adminUrl, { max: 1, connectTimeoutSeconds: 2 });
    try {
      await sql`select 1`;
      return;
    } catch (error) {
      if (attempt === 50) throw error;
      await sleep(20);
    } finally {
      await sql.end({ timeout: 1 });
    }
  }
}

/** The setting is a list, in which a path with a comma or a quote must be quoted. */
function quoteListItem(path: string): string {
  return `"${path.replaceAll('"', '""')}"`;
}
