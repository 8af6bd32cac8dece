import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { socketUrl } from '../connection.ts';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError } from './error.ts';
import type { Place } from './place.ts';
import type { RunAs } from './run-as.ts';

/** The flags of every database of the panel; `docker-compose.yml` repeats them. */
export const CLUSTER_FLAGS = [
  '--encoding=UTF8',
  // Code point order is the same on every machine, and no system update requires a reindex.
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  '--data-checksums',
];

/**
 * Creates the data directory on the first start and keeps an existing one.
 *
 * @param database the panel's database in it, for the advice on another version.
 * @returns true if it was created now.
 * @throws EmbeddedPostgresError `version_mismatch` if another major version created it.
 */
export async function ensureCluster(place: Place, binaries: Binaries, database: string): Promise<boolean> {
  const versionFile = join(place.cluster, 'PG_VERSION');
  if (existsSync(versionFile)) {
    refuseOtherVersion(readFileSync(versionFile, 'utf8').trim(), place, { binaries, database });
    return false;
  }
  await initialise(place, binaries);
  return true;
}

/** PGDATA or PGHOST may be set for another server, so the programs do not inherit them. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

export function identityOf(account: RunAs | undefined): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {};
}

async function initialise(place: Place, binaries: Binaries): Promise<void> {
  const draft = `${place.cluster}.new`;
  await rm(draft, { recursive: true, force: true });
  await run(
    binaries.initdb,
    [
      `--pgdata=${draft}`,
      '--username=postgres',
      ...CLUSTER_FLAGS,
      '--auth-local=trust',
      '--auth-host=reject',
      '--no-instructions',
    ],
    place,
  );
  // An interrupted initdb must not count as a database.
  await rename(draft, place.cluster);
}

async function run(program: string, args: string[], place: Place): Promise<void> {
  const child = spawn(program, args, {
    ...identityOf(place.account),
    cwd: place.home,
    env: bareEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  }).catch((cause: unknown) => {
    throw new EmbeddedPostgresError('start_failed', `${program} could not be started.`, { cause });
  });
  if (code === 0) return;
  throw new EmbeddedPostgresError('start_failed', `${program} failed:\n${output.trim()}`);
}

/**
 * Refuses a data directory of another major version. The panel ships no pg_dump, so the advice is to run a PostgreSQL of that version
 * on the directory.
 * @param found the major version that created the directory
 * @throws EmbeddedPostgresError `version_mismatch` with both solutions
 */
function refuseOtherVersion(
  found: string,
  place: Place,
  { binaries: { majorVersion }, database }: { binaries: Binaries; database: string },
): void {
  if (found === majorVersion) return;
  const { uid, gid } = statSync(place.cluster);
  throw new EmbeddedPostgresError(
    'version_mismatch',
    `The database in ${place.cluster} was made by PostgreSQL ${found}, and this version of the panel brings ` +
      `PostgreSQL ${majorVersion}, which can't read it. Nothing in it was changed. Either start the version of the panel ` +
      `that you had before, or have Docker serve it, and lead this one there:

  docker run --detach --restart=unless-stopped --name=panel-postgres --user=${uid}:${gid} --env=PGDATA=/cluster \\
    --volume=${quoted(`${place.cluster}:/cluster`)} \\
    --volume=${quoted(`${place.socketDirectory}:/var/run/postgresql`)} \\
    postgres:${found} -c unix_socket_permissions=0700
  DATABASE_URL=${quoted(socketUrl(place.socketDirectory, database))} npm start`,
  );
}

/** Quotes a word for the shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
