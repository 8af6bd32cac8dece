import { createHash } from 'node:crypto';
import { chmodSync, chownSync, lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { EmbeddedPostgresError } from './error.ts';
import { canReach, chooseAccount, type RunAs } from './run-as.ts';

/** The directories of one embedded server. */
export interface Place {
  /** Contains the others, except a socket directory whose path would be too long. */
  home: string;
  /** PostgreSQL's own data directory. */
  cluster: string;
  /** Only the account that runs PostgreSQL and root can enter it, which protects the socket. */
  socketDirectory: string;
  account: RunAs | undefined;
  /** Explains why `home` is not the requested directory. */
  moved: string | undefined;
}

/** Beside a server's directory while a restore builds it; the name is its name and this. */
export const UNFINISHED_SUFFIX = '.unfinished';

/** `sun_path` holds 108 bytes on Linux and 104 on macOS, with the closing zero. */
const SOCKET_PATH_LIMIT_BYTES = 103;

/** PostgreSQL derives the name from its port. */
export const SOCKET_FILE = '.s.PGSQL.5432';

/**
 * Creates the directories for a server in `directory`, or elsewhere if the account that runs PostgreSQL cannot reach it. The same
 * `directory` always results in the same place.
 *
 * @throws EmbeddedPostgresError `unusable_directory` if a directory belongs to another account.
 */
export function preparePlace(directory: string): Place {
  const wanted = resolve(directory);
  mkdirSync(dirname(wanted), { recursive: true });
  const candidate = chooseAccount(join(wanted, 'cluster'));
  const home = candidate && !canReach(wanted, candidate) ? fallbackHome(wanted, candidate) : wanted;
  const account = home === wanted ? candidate : chooseAccount(join(home, 'cluster'));
  const place: Place = {
    home,
    cluster: join(home, 'cluster'),
    socketDirectory: join(home, 'run'),
    account,
    moved:
      home === wanted || !account
        ? undefined
        : `The database is kept in ${home}, because PostgreSQL runs as ${account.name} here, who may not enter ${wanted}.`,
  };
  makePrivate(home, account);
  if (Buffer.byteLength(join(place.socketDirectory, SOCKET_FILE)) > SOCKET_PATH_LIMIT_BYTES) {
    place.socketDirectory = shortSocketDirectory(home, account);
  }
  makePrivate(place.socketDirectory, account);
  return place;
}

function fallbackHome(wanted: string, account: RunAs): string {
  const name = `postgres-${shortHash(wanted)}`;
  for (const base of ['/var/lib/reseller-panel', '/var/tmp/reseller-panel']) {
    try {
      mkdirSync(base, { recursive: true, mode: 0o755 });
      refuseForeign(base, account);
      if (canReach(base, account)) return join(base, name);
    } catch {
      // Read-only or owned by another account: try the next one.
    }
  }
  throw new EmbeddedPostgresError(
    'unusable_directory',
    `PostgreSQL runs as ${account.name} here, who may not enter ${wanted}. Set DATA_DIR to a directory outside it, such as /srv/reseller-panel.`,
  );
}

function shortSocketDirectory(home: string, account: RunAs | undefined): string {
  const name = `reseller-panel-${shortHash(home)}`;
  const inTemporary = join(tmpdir(), name);
  const fits = Buffer.byteLength(join(inTemporary, SOCKET_FILE)) <= SOCKET_PATH_LIMIT_BYTES;
  const isReachable = !account || canReach(tmpdir(), account);
  return fits && isReachable ? inTemporary : join('/tmp', name);
}

function makePrivate(directory: string, account: RunAs | undefined): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  refuseForeign(directory, account);
  if (account) chownSync(directory, account.uid, account.gid);
  chmodSync(directory, 0o700);
}

/** In a shared temporary directory anybody could have created it first, to intercept the socket. */
function refuseForeign(directory: string, account: RunAs | undefined): void {
  const entry = lstatSync(directory);
  const owners = [process.getuid?.(), account?.uid];
  if (entry.isDirectory() && owners.includes(entry.uid)) return;
  throw new EmbeddedPostgresError(
    'unusable_directory',
    `${directory} belongs to another user or is no directory. Start as that user, or set DATA_DIR to another directory.`,
  );
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
