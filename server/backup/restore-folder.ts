import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { startEmbeddedPostgres } from '#db/embedded/embedded-postgres.ts';
import type { DatabaseLog } from '#db/embedded/log.ts';
import { hasLiveOwner } from '#db/embedded/owner.ts';
import { preparePlace, UNFINISHED_SUFFIX } from '#db/embedded/place.ts';
import { findServer, shutDown } from '#db/embedded/postmaster.ts';
import { reasonOf } from '../base/log-error.ts';
import { BackupError } from './backup-error.ts';
import { type RestoreReport, restoreDatabase } from './restore-database.ts';
import { syncFolder } from './table-file.ts';
import type { VerifiedEntry } from './verify-entry.ts';

interface Restoring {
  say: (line: string) => void;
  log: DatabaseLog;
  signal: AbortSignal;
}

const DATABASE = 'postgres';
const DRAFT = DATABASE + UNFINISHED_SUFFIX;

/** @throws BackupError if a `DATA_DIR` has anything in it, other than an interrupted restore */
export async function assertEmptyFolder(dataDir: string): Promise<void> {
  const found = existsSync(dataDir) ? (await readdir(dataDir)).filter((name) => name !== DRAFT) : [];
  if (found.length > 0) throw notEmpty(`${dataDir} has ${found.slice(0, 3).join(', ')}`);
}

/**
 * Restores an entry into a new `DATA_DIR` with a built-in database. The database is built beside its place and moved there at the end,
 * so an interrupted restore leaves none. The next restore into the folder removes what an interrupted one left.
 *
 * @throws BackupError if the folder is not empty or the content differs from the manifest; the database's error otherwise
 */
export async function restoreFolder(
  dataDir: string,
  entry: VerifiedEntry,
  { say, log, signal }: Restoring,
): Promise<RestoreReport & { where: string }> {
  await assertEmptyFolder(dataDir);
  await mkdir(dataDir, { recursive: true });
  const draft = join(dataDir, DRAFT);
  await removeDraft(draft);
  try {
    const report = await build(draft, entry, { say, log, signal });
    signal.throwIfAborted();
    const { home, cluster } = preparePlace(join(dataDir, DATABASE));
    // It may be in another folder, if PostgreSQL's account can't enter this one.
    if (existsSync(cluster)) throw notEmpty(`${home} has a database`);
    await rename(preparePlace(draft).cluster, cluster);
    await syncFolder(home);
    return { ...report, where: home };
  } catch (error) {
    if (signal.aborted) throw new BackupError('The restore was interrupted. Nothing of it is left; start it again.');
    if (!(error instanceof BackupError && error.cause)) throw error;
    throw new BackupError(`${reasonOf(error.cause)} Nothing of the restore is left.`, { cause: error.cause });
  } finally {
    await removeDraft(draft);
  }
}

async function build(draft: string, entry: VerifiedEntry, { say, log, signal }: Restoring): Promise<RestoreReport> {
  // A checkpoint after each gigabyte would slow the load down.
  const server = await startEmbeddedPostgres({ dataDir: draft, log, settings: { max_wal_size: '4GB' } });
  try {
    // It marks the folder also if the database itself is in another one.
    await mkdir(draft, { recursive: true });
    return await restoreDatabase(server.url, entry, { say, signal });
  } finally {
    await server.stop();
  }
}

async function removeDraft(draft: string): Promise<void> {
  const place = preparePlace(draft);
  if (hasLiveOwner(place.home)) throw new BackupError(`Another restore into ${dirname(draft)} runs. Wait for it.`);
  const orphan = findServer(place);
  if (orphan !== undefined) await shutDown(place, orphan);
  for (const path of [place.home, place.socketDirectory, draft]) await rm(path, { recursive: true, force: true });
}

function notEmpty(what: string): BackupError {
  return new BackupError(
    `The target is not empty: ${what}. Nothing was changed. Restore into a new folder, and copy other files into it afterwards.`,
  );
}
