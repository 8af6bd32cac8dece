import postgres, { type Sql } from 'postgres';

export interface ConnectionOptions {
  /** Connections in the pool. */
  max?: number;
  /** Shown in pg_stat_activity. */
  applicationName?: string;
  /** A statement that runs longer is cancelled with 57014; 0 means no limit. */
  statementTimeoutMs?: number;
  /** A statement that waits longer for a lock is cancelled with 55P03; 0 means no limit. */
  lockTimeoutMs?: number;
  /** A transaction left open without a statement for longer loses its connection; 0 means no limit. */
  idleInTransactionTimeoutMs?: number;
  /** Connecting that takes longer fails. Whole seconds are all the driver knows. */
  connectTimeoutSeconds?: number;
  /** Receives the text of each notice; without it notices are dropped, as the driver would print them to stdout. */
  onNotice?: (message: string) => void;
}

/**
 * Opens a pool of connections without the Drizzle layer; connections are made as they are needed.
 * `bigint` and `numeric` columns arrive as strings, so no digit is lost on the way.
 *
 * @param url anything libpq takes: `postgres://user:password@host:5432/name`, or a unix socket as
 * `postgres://user@localhost/name?host=/path/to/directory`.
 * @throws TypeError where the URL cannot be read.
 */
export function openSql(url: string, options: ConnectionOptions = {}): Sql {
  const { url: driverUrl, ...path } = forDriver(url);
  return postgres(driverUrl, {
    ...path,
    max: options.max ?? 10,
    connect_timeout: options.connectTimeoutSeconds ?? 10,
    onnotice: (notice) => options.onNotice?.(notice.message ?? ''),
    connection: {
      application_name: options.applicationName ?? 'reseller-panel',
      statement_timeout: options.statementTimeoutMs ?? 15_000,
      lock_timeout: options.lockTimeoutMs ?? 10_000,
      idle_in_transaction_session_timeout: options.idleInTransactionTimeoutMs ?? 15_000,
    },
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
