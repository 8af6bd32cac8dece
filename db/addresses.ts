/** A server's address in the form that Node's sockets take. */
export type Address = { path: string } | { host: string; port: number };

const DEFAULT_PORT = 5432;
/** The panel writes, so the other values are refused. */
const TARGETS = ['any', 'read-write', 'primary'];

/**
 * Parses a database URL in any form that libpq accepts. Several hosts in its authority become libpq's other form, `?host=a,b&port=…`,
 * because a WHATWG URL holds only one.
 * @throws TypeError if it can't be parsed. The message never contains the URL, which may have a password.
 */
export function parseDatabaseUrl(url: string): URL {
  const [, scheme = '', user = '', authority = ''] = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)/.exec(url) ?? [];
  const rest = url.slice(scheme.length + user.length + authority.length);
  const isList = authority.includes(',');
  // `postgres://user@/name?host=…` is valid in libpq but not as a WHATWG URL: an authority with a user needs a host.
  const withOneHost = isList || authority === '' ? 'localhost' : authority;
  const parsed = scheme ? URL.parse(scheme + user + withOneHost + rest) : null;
  if (!parsed)
    throw new TypeError("The database's URL can't be read: postgres://user:password@host:5432/name is its form.");
  const { searchParams } = parsed;
  if (isList && !searchParams.has('host')) {
    const servers = authority.split(',').map(hostAndPort);
    searchParams.set('host', servers.map(({ host }) => host).join(','));
    if (!searchParams.has('port')) searchParams.set('port', servers.map(({ port }) => port).join(','));
  }
  return parsed;
}

/**
 * The addresses of the servers of `url`, in order.
 * @throws TypeError if the URL can't be parsed or has an option that the panel does not support
 */
export function addressesOf(url: string): [Address, ...Address[]] {
  const parsed = parseDatabaseUrl(url);
  refuseUnknown(parsed.searchParams);
  const hosts = splitHosts(parsed.searchParams.get('host') ?? decodeURIComponent(parsed.hostname));
  const ports = (parsed.searchParams.get('port') ?? parsed.port).split(',').map(readPort);
  if (ports.length > 1 && ports.length !== hosts.length)
    throw new TypeError(`The database's URL has ${hosts.length} hosts and ${ports.length} ports.`);
  const [first, ...others] = hosts.map((host, index): Address => {
    if (host === '') throw new TypeError("A host is missing in the list of the database's URL.");
    const port = ports[index] ?? ports[0] ?? DEFAULT_PORT;
    return host.startsWith('/')
      ? { path: `${host}/.s.PGSQL.${port}` }
      : { host: host.replace(/^\[(.*)\]$/, '$1'), port };
  });
  if (!first) throw new TypeError("The database's URL has no host.");
  return [first, ...others];
}

/** Whether the server must accept writes: the URL says so, or lists several servers. */
export function needsWritable(url: string): boolean {
  const target = parseDatabaseUrl(url).searchParams.get('target_session_attrs') ?? 'any';
  return target !== 'any' || addressesOf(url).length > 1;
}

/** For messages. */
export function shownAddress(address: Address): string {
  return 'path' in address ? address.path : `${address.host}:${address.port}`;
}

function hostAndPort(server: string): { host: string; port: string } {
  const [, host, port = ''] = /^(\[[^\]]*\]|[^:]*)(?::([^:]*))?$/.exec(server) ?? [];
  if (host === undefined)
    throw new TypeError("A host of the database's URL can't be read: an IPv6 address needs brackets.");
  return { host: decodeURIComponent(host), port };
}

/** A directory's name may contain a comma: it is a list only if every part is an absolute path. */
function splitHosts(text: string): string[] {
  const hosts = text.split(',').map((host) => host.trim());
  const isOneDirectory = text.startsWith('/') && !hosts.every((host) => host.startsWith('/'));
  return isOneDirectory ? [text] : hosts;
}

function readPort(text: string): number {
  const port = text === '' ? DEFAULT_PORT : Number(text);
  if (/^\d*$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new TypeError("A port of the database's URL is no number from 1 to 65535.");
}

function refuseUnknown(parameters: URLSearchParams): void {
  const target = parameters.get('target_session_attrs');
  if (target !== null && !TARGETS.includes(target))
    throw new TypeError(
      `The database's URL has a target_session_attrs that the panel has no use for: ${TARGETS.join(', ')} work.`,
    );
  if (parameters.has('hostaddr'))
    throw new TypeError("The database's URL has a hostaddr, which is not understood: write the address as host.");
  const balanced = parameters.get('load_balance_hosts') ?? 'disable';
  if (balanced !== 'disable')
    throw new TypeError(
      "The database's URL has load_balance_hosts, which is not understood: only one server can be written to.",
    );
}
