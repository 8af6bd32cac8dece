import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BackupError } from './backup-error.ts';
import { type ListedEntry, listEntries } from './list-entries.ts';
import { MANIFEST_FILE, type Manifest, readManifest } from './manifest.ts';

interface Finding {
  /** A shop's name, its PUBLIC_URL or its id; undefined if the place has entries of one shop only. */
  shop: string | undefined;
  /** Receives a line about each entry that can't be read. */
  say: (line: string) => void;
}

/**
 * Finds the entry to restore.
 * @param from an entry, or a folder of entries, of which the newest one is taken
 * @returns the path of the entry; `from` itself if it is no folder of entries
 * @throws BackupError if the shop is not there, or the folder has entries of several shops and none is named; it lists the shops
 */
export async function findEntry(from: string, { shop, say }: Finding): Promise<string> {
  const isEntry = existsSync(join(from, MANIFEST_FILE));
  if (!existsSync(from) || (isEntry && shop === undefined)) return from;
  const { entries, unreadable } = isEntry
    ? { entries: [{ path: from, manifest: await readManifest(from) }], unreadable: [] }
    : await listEntries(from);
  for (const line of unreadable) say(line);
  if (entries.length === 0) return from;
  const shops = groupByShop(entries);
  const found = shop === undefined ? shops : shops.filter((group) => group.some((entry) => isOf(entry, shop)));
  const [only] = found;
  if (found.length === 1 && only?.[0]) return only[0].path;
  const listed = (found.length > 0 ? found : shops).map(([newest]) => `\n- ${nameOf(newest?.manifest)}`).join('');
  if (shop === undefined)
    throw new BackupError(`${from} has entries of several shops. Name one with --shop NAME|PUBLIC_URL:${listed}`);
  if (found.length === 0) throw new BackupError(`${from} has no entry of the shop ${shop}, but of:${listed}`);
  throw new BackupError(`Several shops are ${shop}. Name one with --shop and its PUBLIC_URL or id:${listed}`);
}

/** The words for the shop of an entry: its name, its PUBLIC_URL and its id. */
export function nameOf(manifest: Manifest | undefined): string {
  if (!manifest?.shop)
    return `a shop that its entry does not name, because an older version wrote it (id ${manifest?.databaseId})`;
  const { id, name, publicUrl } = manifest.shop;
  return `${name}, ${publicUrl ?? 'without a PUBLIC_URL'} (id ${id})`;
}

/** An entry without a shop's id belongs to the shop with later entries of the same database. */
function groupByShop(entries: ListedEntry[]): ListedEntry[][] {
  const idOf = new Map(entries.flatMap(({ manifest: { shop, databaseId } }) => (shop ? [[databaseId, shop.id]] : [])));
  const keyOf = ({ manifest: { shop, databaseId } }: ListedEntry) => shop?.id ?? idOf.get(databaseId) ?? databaseId;
  return [...Map.groupBy(entries, keyOf).values()];
}

function isOf({ manifest: { shop, databaseId } }: ListedEntry, wanted: string): boolean {
  if (!shop) return databaseId === wanted;
  return [shop.id, shop.name, shop.publicUrl, shop.publicUrl && `${shop.publicUrl}/`].includes(wanted);
}
