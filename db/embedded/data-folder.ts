import { existsSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './error.ts';
import type { DatabaseLog } from './log.ts';

/** PostgreSQL never writes it again, so its inode is that of this folder and its content. */
const STEADY_FILE = 'PG_VERSION';
const LOOK_EVERY_MS = 1_000;
const LOOKS = 3;
/** ESTALE is a lost network file system. Other errors say nothing about the folder. */
const GONE = ['ENOENT', 'ENOTDIR', 'ESTALE'];

/** The file beside a `DATA_DIR` that says that a shop's database is in it. It outlives the folder, and a disk that is not mounted. */
export function markerOf(dataDir: string): string {
  return `${dataDir}.shop`;
}

/** @throws EmbeddedPostgresError `data_gone` if a database is missing that was there before */
export function refuseLostFolder(cluster: string, marker: string): void {
  if (existsSync(join(cluster, STEADY_FILE)) || !existsSync(marker)) return;
  throw new EmbeddedPostgresError(
    'data_gone',
    `The shop's database is not in ${cluster}, where ${marker} says that it was: it was deleted, or its disk is not mounted. ` +
      `Mount the disk, or restore a backup with npm run restore. For a new and empty shop remove ${marker}.`,
  );
}

/** Remembers that there is a database. */
export function leaveMarker(cluster: string, marker: string, log: DatabaseLog): void {
  if (existsSync(marker)) return;
  try {
    writeFileSync(
      marker,
      `A shop's database is in ${cluster}. While this file exists, production makes no other one.\n`,
    );
  } catch {
    log.warn(
      `${marker} can't be written. Make it by hand, or a lost data folder is replaced by a new, empty database.`,
    );
  }
}

/** Resolves once the folder of a running server is gone, or another one is in its place, in three looks a second apart. */
export async function untilGone(cluster: string, stopped: AbortSignal): Promise<void> {
  const file = join(cluster, STEADY_FILE);
  let own: string | undefined;
  for (let misses = 0; misses < LOOKS; ) {
    const found = await identityOf(file);
    if (found !== 'gone') own ??= found;
    misses = found === undefined || found === own ? 0 : misses + 1;
    // Rejects once it is stopped: then no caller waits for this any more.
    await sleep(LOOK_EVERY_MS, undefined, { signal: stopped, ref: false });
  }
}

/** @returns `gone` without one, undefined if it can't be read */
async function identityOf(file: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(file, { bigint: true });
    return `${dev}:${ino}`;
  } catch (error) {
    return error instanceof Error && 'code' in error && GONE.includes(String(error.code)) ? 'gone' : undefined;
  }
}
