import { readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { KeepRule } from '../base/keep-rule.ts';
import { type ListedEntry, listEntries } from './list-entries.ts';

interface Pruning {
  /** The folder of all entries. */
  dir: string;
  /** Which entries stay; the newest one always does. */
  keep: KeepRule;
  /** The id of the shop, as its entries bear it. Entries of other shops stay. */
  shopId: string;
  /** Entries without an id, from versions before, belong to the database that wrote them. Only a number removes them. */
  databaseId: string;
}

/** An entry that is being removed is none any more. */
const REMOVED = '.unfinished-removal-';
/** How much of a time in ISO 8601 names its hour, its day and its month. */
const NAMED_BY = { hours: '2026-11-26T05'.length, days: '2026-11-26'.length, months: '2026-11'.length };

/**
 * Removes the finished entries of a shop that its rule does not keep. Everything else in the folder stays.
 * @returns the paths of the removed entries
 */
export async function pruneBackups({ dir, keep, shopId, databaseId }: Pruning): Promise<string[]> {
  // A killed process has left it.
  for (const name of await readdir(dir))
    if (name.startsWith(REMOVED)) await rm(join(dir, name), { recursive: true, force: true });
  const own = (await listEntries(dir)).entries.filter(({ manifest }) =>
    manifest.shop ? manifest.shop.id === shopId : typeof keep === 'number' && manifest.databaseId === databaseId,
  );
  const kept = new Set(keptOf(own, keep));
  const removed = own.filter((entry) => !kept.has(entry)).map(({ path }) => path);
  for (const path of removed) {
    const aside = join(dir, REMOVED + basename(path));
    await rename(path, aside);
    await rm(aside, { recursive: true, force: true });
  }
  return removed;
}

/** Periods without an entry do not count: neither a long stop of the panel nor a wrong clock makes entries too old. */
function keptOf(newestFirst: ListedEntry[], keep: KeepRule): ListedEntry[] {
  if (typeof keep === 'number') return newestFirst.slice(0, Math.max(1, keep));
  const ofPeriods = Object.entries(NAMED_BY).flatMap(([unit, length]) => {
    const newest = new Map<string, ListedEntry>();
    for (const entry of newestFirst) {
      const period = entry.manifest.startedAt.slice(0, length);
      if (!newest.has(period)) newest.set(period, entry);
    }
    return [...newest.values()].slice(0, keep[unit as keyof typeof NAMED_BY]);
  });
  return [...newestFirst.slice(0, 1), ...ofPeriods];
}
