import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './error.ts';
import { processIdentity } from './processes.ts';

interface Owner {
  pid: number;
  /** See `processIdentity`. */
  identity: string;
  url: string;
}

const FILE_NAME = 'owner.json';

/**
 * Makes this process the only one that starts and stops PostgreSQL in `home`. Takes over from a killed owner.
 *
 * @param url shown to a second process, so that it can share the database.
 * @returns a function that releases `home`.
 * @throws EmbeddedPostgresError `already_running` if another live process owns it.
 */
export function claim(home: string, url: string): () => void {
  const file = join(home, FILE_NAME);
  const mine: Owner = { pid: process.pid, identity: processIdentity(process.pid) ?? '', url };
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 });
  try {
    // A link is created with its whole content or fails, so two processes cannot both succeed.
    while (!tryLink(draft, file)) clearStale(file);
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    if (readOwner(file)?.identity === mine.identity) rmSync(file, { force: true });
  };
}

/** Whether a live process owns `home`. */
export function hasLiveOwner(home: string): boolean {
  const owner = readOwner(join(home, FILE_NAME));
  return owner !== undefined && isAlive(owner);
}

function clearStale(file: string): void {
  const owner = readOwner(file);
  if (owner && isAlive(owner)) throw alreadyRunning(owner);
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return; // Another process removed it first; the next link decides.
  }
  const moved = readOwner(aside);
  const isFresh = moved !== undefined && isAlive(moved);
  if (isFresh) tryLink(aside, file);
  rmSync(aside, { force: true });
  if (isFresh) throw alreadyRunning(moved);
}

function alreadyRunning(owner: Owner): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'already_running',
    `The embedded PostgreSQL is already running for process ${owner.pid}. ` +
      `To share its database start with DATABASE_URL='${owner.url}', or choose another DATA_DIR.`,
    { url: owner.url },
  );
}

function isAlive(owner: Owner): boolean {
  return processIdentity(owner.pid) === owner.identity;
}

function readOwner(file: string): Owner | undefined {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isOwner(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function isOwner(value: unknown): value is Owner {
  return (
    typeof value === 'object' &&
    value !== null &&
    'pid' in value &&
    typeof value.pid === 'number' &&
    'identity' in value &&
    typeof value.identity === 'string' &&
    'url' in value &&
    typeof value.url === 'string'
  );
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
