import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSql, socketUrl } from '../connection.ts';
import { provideBinaries } from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import { createDatabase } from './create-database.ts';
import { leaveMarker, refuseLostFolder } from './data-folder.ts';
import { EmbeddedPostgresError } from './error.ts';
import { type DatabaseLog, SILENT } from './log.ts';
import { claim } from './owner.ts';
import { type Place, preparePlace, UNFINISHED_SUFFIX } from './place.ts';
import { findServer, launch, type Postmaster, shutDown } from './postmaster.ts';

export interface EmbeddedPostgresOptions {
  /** The directory of this server; created if it is missing. */
  dataDir: string;
  log?: DatabaseLog;
  /** The database that `url` connects to; created if it is missing. */
  database?: string;
  /** A file outside of `dataDir` that remembers that a database was made: with it no other one is made. */
  marker?: string;
  /** Server settings that extend or override the defaults, such as `{ max_connections: '300' }`. */
  settings?: Record<string, string>;
}

export interface EmbeddedPostgres {
  /** Connects any process of this account on this machine to the database. */
  url: string;
  /** The same server's maintenance database `postgres`, for creating and dropping others. */
  adminUrl: string;
  /** The directory in use: `dataDir`, or another one if PostgreSQL may not enter that. */
  home: string;
  /** PostgreSQL's own data directory, in `home`. */
  cluster: string;
  /** The process id of the postmaster. */
  pid: number;
  /** Whether this start created the data directory. */
  isNew: boolean;
  /** Resolves with the reason when the server has ended. Before `stop` this is a failure. */
  exited: Promise<string>;
  /** Restarts a server that has failed. This process keeps its claim on the directory. May be called again if it throws. */
  restart(): Promise<EmbeddedPostgres>;
  /**
   * Shuts the server down cleanly and releases the directory, also during `restart`. May be called more than once.
   * @param patienceMs limit for the clean shutdown; after it the server stops at once and recovers at its next start
   */
  stop(patienceMs?: number): Promise<void>;
}

/** An orphaned server has no clients, so it needs no long wait. */
const ORPHAN_PATIENCE_MS = 5_000;

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
  // JIT compilation costs more time than the panel's short queries take.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // A refused row is an expected result, not an incident: the caller logs it if necessary.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_line_prefix: '',
};

/**
 * Starts a real PostgreSQL on `dataDir`, reachable through a unix socket in a private directory and not through the network. The first
 * start creates the data directory (seconds), later starts take tenths of a second. A server that a killed process left running is
 * first shut down cleanly; no commit is lost.
 *
 * @throws EmbeddedPostgresError with advice in its message: `already_running` if another process runs one on the same directory,
 * `version_mismatch`, `unsupported_platform`, `unusable_directory`, `unfinished_restore`, `data_gone`, `start_failed`.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? SILENT;
  const database = options.database ?? 'panel';
  refuseUnfinished(options.dataDir);
  const place = preparePlace(options.dataDir);
  if (place.moved) log.warn(place.moved);
  const url = socketUrl(place.socketDirectory, database);
  const adminUrl = socketUrl(place.socketDirectory, 'postgres');

  const release = claim(place.home, url);
  try {
    const binaries = await provideBinaries(place.home, place.account);
    await stopOrphan(place, log);
    if (options.marker) refuseLostFolder(place.cluster, options.marker);
    const isNew = await ensureCluster(place, binaries, database);
    if (options.marker) leaveMarker(place.cluster, options.marker, log);
    if (isNew) log.info(`Made a new database in ${place.cluster}`);
    const ownSettings = { ...SETTINGS, unix_socket_directories: quoteListItem(place.socketDirectory) };
    const settings = { ...ownSettings, ...options.settings };
    const start = () => launchAnswering(place, adminUrl, () => launch(place, binaries, settings, log));
    const begin = livesOf(
      { url, adminUrl, home: place.home, cluster: place.cluster, isNew },
      { place, start, release, log },
    );
    const server = await begin();
    await createDatabase(adminUrl, database);
    return server;
  } catch (error) {
    await stopServer(place, ORPHAN_PATIENCE_MS).catch(() => undefined);
    release();
    throw error;
  }
}

/** A new, empty database must not take the place of one that is being restored. */
function refuseUnfinished(dataDir: string): void {
  if (!existsSync(dataDir + UNFINISHED_SUFFIX)) return;
  throw new EmbeddedPostgresError(
    'unfinished_restore',
    `A restore into ${dirname(dataDir)} runs, or was interrupted. Wait for it, or restore into this folder again.`,
  );
}

interface Keeping {
  place: Place;
  start: () => Promise<Postmaster>;
  release: () => void;
  log: DatabaseLog;
}

/** A server may be restarted many times and stopped once. */
function livesOf(facts: Pick<EmbeddedPostgres, 'url' | 'adminUrl' | 'home' | 'cluster' | 'isNew'>, keeping: Keeping) {
  const { place, start, release, log } = keeping;
  let starting: Promise<Postmaster> | undefined;
  let live: Postmaster | undefined;
  let stopping: Promise<void> | undefined;
  return begin;

  async function begin(): Promise<EmbeddedPostgres> {
    starting = start();
    const postmaster = await starting;
    live = postmaster;
    void postmaster.exited.then((how) => {
      live = undefined;
      if (!stopping) log.error(`PostgreSQL has ended unexpectedly (${how})`);
    });
    const { pid, exited } = postmaster;
    return { ...facts, pid, exited, restart: begin, stop: (patienceMs) => (stopping ??= end(patienceMs)) };
  }

  async function end(patienceMs?: number): Promise<void> {
    await stopServer(place, patienceMs);
    // A running restart may try once more.
    await starting?.catch(() => undefined);
    if (live) {
      const { pid, exited } = live;
      await shutDown(place, pid, patienceMs);
      await exited;
    }
    release();
  }
}

async function launchAnswering(place: Place, adminUrl: string, start: () => Promise<Postmaster>): Promise<Postmaster> {
  const postmaster = await start();
  try {
    await untilAnswering(adminUrl);
    return postmaster;
  } catch (error) {
    await stopServer(place);
    throw error;
  }
}

async function stopServer(place: Place, patienceMs?: number): Promise<void> {
  const pid = findServer(place);
  if (pid !== undefined) await shutDown(place, pid, patienceMs);
}

async function stopOrphan(place: Place, log: DatabaseLog): Promise<void> {
  const orphan = findServer(place);
  if (orphan === undefined) return;
  log.info(`Stopping the PostgreSQL that a killed process left running (process ${orphan})`);
  await shutDown(place, orphan, ORPHAN_PATIENCE_MS);
}

/** The server reports "ready" slightly before it accepts connections. */
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

/** The setting is a list: a path with a comma or a quote must be quoted. */
function quoteListItem(path: string): string {
  return `"${path.replaceAll('"', '""')}"`;
}
