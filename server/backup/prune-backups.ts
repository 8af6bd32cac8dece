import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError } from './backup-error.ts';
import { readManifest } from './manifest.ts';

interface Pruning {
  /** The folder of all entries. */
  dir: string;
  /** How many of the newest entries stay; at least 1. */
  keep: number;
  /** Entries of other databases stay. */
  databaseId: string;
}

/** The beginning of an entry's name: its time. */
const ENTRY_NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z-/;
/** An entry that is being removed is none any more. */
const REMOVED = '.unfinished-removal-';

interface Entry {
  name: string;
  /** ISO 8601, in UTC. */
  startedAt: string;
}

/**
 * Removes the oldest finished entries of a database. Everything else in the folder stays.
 * @returns the paths of the removed entries
 */
export async function pruneBackups({ dir, keep, databaseId }: Pruning): Promise<string[]> {
  const own: Entry[] = [];
  for (const name of await readdir(dir)) {
    // A killed process has left it.
    if (name.startsWith(REMOVED)) await rm(join(dir, name), { recursive: true, force: true });
    if (!ENTRY_NAME.test(name)) continue;
    const manifest = await readManifest(join(dir, name)).catch((error: unknown) => {
      if (error instanceof BackupError) return undefined;
      throw error;
    });
    if (manifest?.databaseId === databaseId) own.push({ name, startedAt: manifest.startedAt });
  }
  const now = new Date().toISOString();
  // An entry of the future was made before the clock was set back, so before those of now.
  const ageOf = ({ startedAt, name }: Entry) => (startedAt > now ? '' : startedAt) + name;
  const newestFirst = own.toSorted((a, b) => ageOf(b).localeCompare(ageOf(a)));
  const removed: string[] = [];
  for (const { name } of newestFirst.slice(Math.max(1, keep))) {
    const aside = join(dir, REMOVED + name);
    await rename(join(dir, name), aside);
    await rm(aside, { recursive: true, force: true });
    removed.push(join(dir, name));
  }
  return removed;
}
