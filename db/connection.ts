import type { Socket } from 'node:net';
import postgres, { type Options, type PostgresType, type Sql } from 'postgres';
import { type Address, addressesOf, needsWritable, parseDatabaseUrl } from './addresses.ts';
import { isUnavailable, pgErrorOf } from './errors.ts';
import type { Guard } from './pool/guard.ts';
import { createHosts, type HostProbe } from './pool/hosts.ts';
import { openPool } from './pool/pool.ts';
import { createSockets, type Sockets } from './pool/sockets.ts';
import { databaseTypes } from './pool/types.ts';
import type { Probe } from './pool/watch.ts';

export interface ConnectionOptions {
  /** Connections in the pool. */
  max?: number;
  /** Shown in pg_stat_activity. */
  applicationName?: string;
  /**
   * A statement that runs longer is cancelled with 57014. If the server does not cancel it, the connection is closed two seconds later.
   * 0 means no limit, and disables the check whether the database responds.
   */
  statementTimeoutMs?: number;
  /** A statement that waits longer for a lock is cancelled with 55P03. 0 means no limit. */
  lockTimeoutMs?: number;
  /** A transaction that is idle for longer loses its connection. 0 means no limit. */
  idleInTransactionTimeoutMs?: number;
  /** Connecting fails after this time. The driver accepts whole seconds only. */
  connectTimeoutSeconds?: number;
  /** Called when the database stops responding, and when it responds again. */
  onAway?: (isAway: boolean) => void;
  /** Called at the end of each connection, also of one that failed to open. */
  onClose?: () => void;
  /** Receives the text of each notice. By default notices are dropped, because the driver would print them to stdout. */
  onNotice?: (message: string) => void;
}

const TOO_MANY_CONNECTIONS = '53300';
const STATEMENT_TIMEOUT_MS = 15_000;
/** How long the server may take to enforce its own limit. */
const GRACE_MS = 2_000;
/** A server that does not respond within this time is not used for writes. */
const HOST_LIMIT_SECONDS = 2;
/** The pause between attempts of one connection. */
const RECONNECT_SECONDS = 0.1;

/**
 * Opens a pool of connections without the Drizzle layer. It connects lazily. `bigint` and `numeric` are read as numbers; a value that a
 * number can't hold exactly fails its statement with a RangeError.
 *
 * While the database does not respond, statements fail with `DatabaseUnavailable` in less than two seconds, and so do statements that
 * wait longer than that for a free connection. Nothing is retried: a running statement may have been committed.
 *
 * @param url anything libpq accepts: `postgres://user:password@host:5432/name`, or a unix socket as
 * `postgres://user@localhost/name?host=/path/to/directory`. Of several hosts the pool uses the one that accepts writes, and searches
 * again after it has failed.
 * @throws TypeError if the URL cannot be parsed.
 */
export function openSql(url: string, options: ConnectionOptions = {}): Sql {
  const { statementTimeoutMs = STATEMENT_TIMEOUT_MS, onAway } = options;
  return openPool({
    max: options.max ?? 10,
    deadlineMs: statementTimeoutMs && statementTimeoutMs + GRACE_MS,
    sockets: socketsOf(url),
    open: (sockets, guard) => openDriver(url, options, sockets, guard),
    openProbe: () => openProbe(url),
    onAway,
  });
}

/** The same server and credentials, another database. */
export function withDatabase(url: string, database: string): string {
  const parsed = parseDatabaseUrl(url);
  parsed.pathname = `/${encodeURIComponent(database)}`;
  return parsed.href;
}

/** The same database and credentials at another address, such as a proxy's. */
export function withAddress(url: string, { host, port }: { host: string; port: number }): string {
  const parsed = parseDatabaseUrl(url);
  parsed.searchParams.delete('host');
  parsed.searchParams.delete('port');
  parsed.hostname = host.includes(':') ? `[${host}]` : host;
  parsed.port = String(port);
  return parsed.href;
}

/** The URL of a database on the unix socket in `directory`, in the form that libpq, psql and node-postgres share. */
export function socketUrl(directory: string, database: string): string {
  const host = encodeURIComponent(directory).replaceAll('%2F', '/');
  return `postgres://postgres@localhost/${encodeURIComponent(database)}?host=${host}`;
}

/**
 * The address of the server of `url`, or of the first one.
 * @throws TypeError if the URL cannot be read.
 */
export function addressOf(url: string): Address {
  return addressesOf(url)[0];
}

/** Options that the driver accepts but does not declare in its types. */
interface DriverOptions extends Options<Record<string, PostgresType>> {
  socket: () => Socket | Promise<Socket>;
  guard?: Guard | undefined;
}

function openDriver(url: string, options: ConnectionOptions, sockets: Sockets, guard?: Guard): Sql {
  const { url: driverUrl, ...path } = forDriver(url);
  const driverOptions: DriverOptions = {
    ...path,
    max: options.max ?? 10,
    connect_timeout: options.connectTimeoutSeconds ?? 5,
    backoff: () => RECONNECT_SECONDS,
    onclose: () => options.onClose?.(),
    onnotice: (notice) => options.onNotice?.(notice.message ?? ''),
    fetch_types: false,
    types: databaseTypes,
    socket: () => sockets.connect(),
    ...(needsWritable(url) && { target_session_attrs: 'read-write' }),
    guard,
    connection: {
      application_name: options.applicationName ?? 'reseller-panel',
      ...limitsOf(options),
    },
  };
  const sql = postgres(driverUrl, driverOptions);
  if ('guard' in sql.options) return sql;
  throw new Error('The database driver lacks the patch in patches/. Install the packages again: npm install');
}

/** As text: the driver omits a 0, and the role may have a limit of its own. */
function limitsOf(options: ConnectionOptions): Record<string, string> {
  return {
    statement_timeout: String(options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS),
    lock_timeout: String(options.lockTimeoutMs ?? 10_000),
    idle_in_transaction_session_timeout: String(options.idleInTransactionTimeoutMs ?? 15_000),
  };
}

function openProbe(url: string): Probe {
  const sockets = socketsOf(url);
  const sql = openDriver(url, { max: 1, applicationName: 'reseller-panel probe' }, sockets);
  return {
    ask: () => sql`select 1`.then(() => true, isAnswer),
    end() {
      void sql.end({ timeout: 0 }).finally(() => sockets.end());
    },
  };
}

function socketsOf(url: string): Sockets {
  const addresses = addressesOf(url);
  const hosts = addresses.length > 1 ? createHosts(addresses, (address) => probeHost(url, address)) : undefined;
  return createSockets(addresses[0], hosts);
}

/** The driver disconnects from a read-only server by itself. */
function probeHost(url: string, address: Address): HostProbe {
  const sockets = createSockets(address);
  const options = { max: 1, applicationName: 'reseller-panel probe', connectTimeoutSeconds: HOST_LIMIT_SECONDS };
  const sql = openDriver(url, options, sockets);
  const timer = setTimeout(() => sockets.end(), HOST_LIMIT_SECONDS * 1000);
  return {
    answer: Promise.resolve(sql.unsafe('select 1')),
    end() {
      clearTimeout(timer);
      void sql.end({ timeout: 0 }).finally(() => sockets.end());
    },
  };
}

/** A refused connection is a response, too, unless the server is starting or stopping. */
function isAnswer(error: unknown): boolean {
  const refused = pgErrorOf(error);
  return refused !== undefined && (refused.code === TOO_MANY_CONNECTIONS || !isUnavailable(error));
}

/**
 * The driver would send `host` to the server as a setting; in libpq it is the address. The driver's own handling of several hosts is
 * not used: it never ends while none can be reached.
 */
function forDriver(url: string): { url: string; path?: string } {
  const address = addressOf(url);
  const parsed = parseDatabaseUrl(url);
  for (const name of ['target_session_attrs', 'load_balance_hosts']) parsed.searchParams.delete(name);
  if ('host' in address) return { url: withAddress(parsed.href, address) };
  return { url: withAddress(parsed.href, { host: 'localhost', port: 5432 }), path: address.path };
}
