import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupError } from './backup-error.ts';
import { type Manifest, readManifest } from './manifest.ts';

/** A finished entry in a folder. Its manifest was read, but not checked. */
export interface ListedEntry {
  path: string;
  manifest: Manifest;
}

/** The beginning of an entry's name: its time. */
const ENTRY_NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z-/;

/**
 * The finished entries of a folder, the newest first. Needs no key.
 * @returns also what has the name of an entry and can't be read, with the reason
 */
export async function listEntries(dir: string): Promise<{ entries: ListedEntry[]; unreadable: string[] }> {
  const entries: ListedEntry[] = [];
  const unreadable: string[] = [];
  for (const name of (await readdir(dir)).filter((each) => ENTRY_NAME.test(each))) {
    const path = join(dir, name);
    try {
      entries.push({ path, manifest: await readManifest(path) });
    } catch (error) {
      if (!(error instanceof BackupError)) throw error;
      unreadable.push(error.message);
    }
  }
  const now = new Date().toISOString();
  // An entry of the future was made before the clock was set back, so before those of now.
  const ageOf = ({ manifest: { startedAt }, path }: ListedEntry) => (startedAt > now ? '' : startedAt) + path;
  return { entries: entries.toSorted((a, b) => ageOf(b).localeCompare(ageOf(a))), unreadable };
}
