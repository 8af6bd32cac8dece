import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { bareEnvironment, identityOf } from '#db/embedded/cluster.ts';
import { chooseAccount } from '#db/embedded/run-as.ts';

/** The programs of a server's packages that the trial runs. */
export interface Programs {
  /** Of PostgreSQL: `initdb`, `pg_basebackup`, `pg_rewind` and others. */
  postgres: (name: string) => string;
  haproxy: string;
  /** The manager pg_auto_failover, if it is installed for this PostgreSQL. */
  pgAutoctl: string | undefined;
}

const DEBIAN = '/usr/lib/postgresql';
const NEEDED = ['initdb', 'pg_basebackup', 'pg_ctl', 'pg_rewind', 'postgres'];
/** Debian has them outside an ordinary user's path. */
const PLACES = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

/**
 * The installed programs, or a sentence with the missing packages.
 * @param where Debian's folder of all PostgreSQL versions, and the folders with programs
 */
export function findPrograms({ debian = DEBIAN, places = PLACES } = {}): Programs | string {
  const bin = newestPostgres(debian);
  const haproxy = findProgram('haproxy', places);
  const missing = [...(bin ? [] : ['postgresql']), ...(haproxy ? [] : ['haproxy'])];
  if (!bin || !haproxy)
    return `This needs Debian's packages ${missing.join(' and ')}: apt-get install ${missing.join(' ')}`;
  const hasExtension = existsSync(join(bin, '../lib/pgautofailover.so'));
  const pgAutoctl = hasExtension ? findProgram('pg_autoctl', places) : undefined;
  return { postgres: (name) => join(bin, name), haproxy, pgAutoctl };
}

function newestPostgres(debian: string): string | undefined {
  if (!existsSync(debian)) return undefined;
  return readdirSync(debian)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(debian, version, 'bin'))
    .find((bin) => NEEDED.every((name) => isProgram(join(bin, name))));
}

function findProgram(name: string, places: string[]): string | undefined {
  return places.map((place) => join(place, name)).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The account of PostgreSQL, which refuses to run as root; undefined for this process's own. */
export function accountOf(folder: string) {
  return chooseAccount(folder);
}

interface RunOptions {
  /** A folder that belongs to PostgreSQL's account. */
  folder: string;
  env?: Record<string, string>;
}

/**
 * Runs a program to its end under PostgreSQL's account.
 * @returns its output
 * @throws Error with its output if it fails
 */
export async function runAs(program: string, args: string[], { folder, env }: RunOptions): Promise<string> {
  const options = { cwd: folder, env: { ...bareEnvironment(), ...env }, ...identityOf(accountOf(folder)) };
  try {
    return (await promisify(execFile)(program, args, options)).stdout;
  } catch (error) {
    const { stderr, stdout } = error as { stderr?: string; stdout?: string };
    throw new Error(`${program} ${args.join(' ')} failed:\n${stdout ?? ''}${stderr ?? ''}`, { cause: error });
  }
}

/** Starts a program under PostgreSQL's account and does not wait. */
export function spawnAs(
  program: string,
  args: string[],
  { folder, env }: RunOptions,
  stdio: SpawnOptions['stdio'],
): ChildProcess {
  return spawn(program, args, {
    cwd: folder,
    env: { ...bareEnvironment(), ...env },
    ...identityOf(accountOf(folder)),
    stdio,
  });
}
