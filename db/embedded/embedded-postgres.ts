import { setTimeout as sleep } from 'node:timers/promises';
import { openSql, socketUrl } from '../connection.ts';
import { provideBinaries } from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import { createDatabase } from './create-database.ts';
import { type DatabaseLog, SILENT } from './log.ts';
import { claim } from './owner.ts';
import { type Place, preparePlace } from './place.ts';
import { findServer, launch, type Postmaster, shutDown } from './postmaster.ts';

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
  /**
   * Starts a server that has ended by itself again; the directory stays this process's own meanwhile. May be called again
   * where it throws.
   */
  restart(): Promise<EmbeddedPostgres>;
  /**
   * Ends the server in order and gives the directory free, also while `restart` is at work. May be called more than once.
   * @param patienceMs how long it may take to write everything; after that it leaves at once and recovers when it is
   *   started next
   */
  stop(patienceMs?: number): Promise<void>;
}

/** An orphan's clients are gone, so that whatever keeps it from leaving in order is not worth waiting for. */
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
  try {
    const binaries = await provideBinaries(place.home, place.account);
    await stopOrphan(place, log);
    const isNew = await ensureCluster(place, binaries, database);
    if (isNew) log.info(`Made a new database in ${place.cluster}`);
    const ownSettings = { ...SETTINGS, unix_socket_directories: quoteListItem(place.socketDirectory) };
    const settings = { ...ownSettings, ...options.settings };
    const start = () => launchAnswering(place, adminUrl, () => launch(place, binaries, settings, log));
    const begin = livesOf({ url, adminUrl, home: place.home, isNew }, { place, start, release, log });
    const server = await begin();
    await createDatabase(adminUrl, database);
    return server;
  } catch (error) {
    await stopServer(place, ORPHAN_PATIENCE_MS).catch(() => undefined);
    release();
    throw error;
  }
}

interface Keeping {
  place: Place;
  start: () => Promise<Postmaster>;
  release: () => void;
  log: DatabaseLog;
}

/** One server may live several times, and has one end. */
function livesOf(facts: Pick<EmbeddedPostgres, 'url' | 'adminUrl' | 'home' | 'isNew'>, keeping: Keeping) {
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
    // A start that was under way may have tried once more.
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
