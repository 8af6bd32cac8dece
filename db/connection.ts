import type { Socket } from 'node:net';
import postgres, { type Options, type PostgresType, type Sql } from 'postgres';
import { isUnavailable, pgErrorOf } from './errors.ts';
import { arrayTypes } from './pool/array-types.ts';
import type { Guard } from './pool/guard.ts';
import { openPool } from './pool/pool.ts';
import { createSockets, type Sockets, type SocketTarget } from './pool/sockets.ts';
import type { Probe } from './pool/watch.ts';
import { wholeNumberTypes } from './pool/whole-numbers.ts';

export interface ConnectionOptions {
  /** Connections in the pool. */
  max?: number;
  /** Shown in pg_stat_activity. */
  applicationName?: string;
  /**
   * A statement that runs longer is cancelled with 57014. Where the server does not even do that, its connection is given up
   * two seconds later. 0 means no limit, and that nobody looks whether the database is away.
   */
  statementTimeoutMs?: number;
  /** A statement that waits longer for a lock is cancelled with 55P03; 0 means no limit. */
  lockTimeoutMs?: number;
  /** A transaction left open without a statement for longer loses its connection; 0 means no limit. */
  idleInTransactionTimeoutMs?: number;
  /** Connecting that takes longer fails. Whole seconds are all the driver knows. */
  connectTimeoutSeconds?: number;
  /** Told when the database no longer answers, and when it does again. */
  onAway?: (isAway: boolean) => void;
  /** Receives the text of each notice; without it notices are dropped, as the driver would print them to stdout. */
  onNotice?: (message: string) => void;
}

const TOO_MANY_CONNECTIONS = '53300';
const STATEMENT_TIMEOUT_MS = 15_000;
/** The server is given so much time to keep its own limit. */
const GRACE_MS = 2_000;
/** Between attempts of one connection, so that a listener does not try without a pause while nobody answers. */
const RECONNECT_SECONDS = 0.1;

/**
 * Opens a pool of connections without the Drizzle layer; connections are made as they are needed.
 * `bigint` and `numeric` arrive as numbers; a statement with one that a number can't hold exactly is refused with a RangeError.
 *
 * While the database does not answer, statements are refused with `DatabaseUnavailable` in less than two seconds, and so is
 * what waits longer than that for a free connection. Nothing is tried again: what was under way may have been committed.
 *
 * @param url anything libpq takes: `postgres://user:password@host:5432/name`, or a unix socket as
 * `postgres://user@localhost/name?host=/path/to/directory`.
 * @throws TypeError where the URL cannot be read.
 */
export function openSql(url: string, options: ConnectionOptions = {}): Sql {
  const { statementTimeoutMs = STATEMENT_TIMEOUT_MS, onAway } = options;
  return openPool({
    max: options.max ?? 10,
    deadlineMs: statementTimeoutMs && statementTimeoutMs + GRACE_MS,
    open: (sockets, guard) => openDriver(url, options, sockets, guard),
    openProbe: () => openProbe(url),
    onAway,
  });
}

/** The same server and credentials, another database. */
export function withDatabase(url: string, database: string): string {
  const parsed = parse(url);
  parsed.pathname = `/${encodeURIComponent(database)}`;
  return parsed.href;
}

/** The same database and credentials, reached another way, such as through a proxy. */
export function withAddress(url: string, { host, port }: { host: string; port: number }): string {
  const parsed = parse(url);
  parsed.searchParams.delete('host');
  parsed.searchParams.delete('port');
  parsed.hostname = host;
  parsed.port = String(port);
  return parsed.href;
}

/** The URL of a database behind the unix socket in `directory`, in the form that libpq, psql and node-postgres share. */
export function socketUrl(directory: string, database: string): string {
  const host = encodeURIComponent(directory).replaceAll('%2F', '/');
  return `postgres://postgres@localhost/${encodeURIComponent(database)}?host=${host}`;
}

/**
 * Where the server of `url` listens, in the form that Node's sockets take.
 * @throws TypeError where the URL cannot be read.
 */
export function addressOf(url: string): { path: string } | { host: string; port: number } {
  const parsed = parse(url);
  const port = parsed.searchParams.get('port') ?? (parsed.port || '5432');
  const host = parsed.searchParams.get('host') ?? decodeURIComponent(parsed.hostname);
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port: Number(port) };
}

/** What the driver takes, but its types do not know. */
interface DriverOptions extends Options<Record<string, PostgresType>> {
  socket: (target: SocketTarget) => Socket;
  guard?: Guard | undefined;
}

function openDriver(url: string, options: ConnectionOptions, sockets: Sockets, guard?: Guard): Sql {
  const { url: driverUrl, ...path } = forDriver(url);
  const driverOptions: DriverOptions = {
    ...path,
    max: options.max ?? 10,
    connect_timeout: options.connectTimeoutSeconds ?? 5,
    backoff: () => RECONNECT_SECONDS,
    onnotice: (notice) => options.onNotice?.(notice.message ?? ''),
    fetch_types: false,
    types: { ...arrayTypes, ...wholeNumberTypes },
    socket: (target) => sockets.connect(target),
    guard,
    connection: {
      application_name: options.applicationName ?? 'reseller-panel',
      statement_timeout: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
      lock_timeout: options.lockTimeoutMs ?? 10_000,
      idle_in_transaction_session_timeout: options.idleInTransactionTimeoutMs ?? 15_000,
    },
  };
  const sql = postgres(driverUrl, driverOptions);
  if ('guard' in sql.options) return sql;
  throw new Error('The database driver lacks the patch in patches/. Install the packages again: npm install');
}

function openProbe(url: string): Probe {
  const sockets = createSockets();
  const sql = openDriver(url, { max: 1, applicationName: 'reseller-panel probe' }, sockets);
  return {
    ask: () => sql`select 1`.then(() => true, isAnswer),
    end() {
      void sql.end({ timeout: 0 }).finally(() => sockets.end());
    },
  };
}

/** A refusal is an answer too, but not that of a server which is starting or stopping. */
function isAnswer(error: unknown): boolean {
  const refused = pgErrorOf(error);
  return refused !== undefined && (refused.code === TOO_MANY_CONNECTIONS || !isUnavailable(error));
}

/** The driver would send `host` to the server as a setting; libpq means by it where to connect. */
function forDriver(url: string): { url: string; path?: string } {
  const address = addressOf(url);
  if ('host' in address) return { url: withAddress(url, address) };
  return { url: withAddress(url, { host: 'localhost', port: 5432 }), path: address.path };
}

/** `postgres://user@/name?host=…` is good libpq and no valid URL: an authority with a user needs a host. */
function parse(url: string): URL {
  return new URL(url.replace(/^(postgres(?:ql)?:\/\/)([^/?#]*@)?(?=[/?#]|$)/, '$1$2localhost'));
}
