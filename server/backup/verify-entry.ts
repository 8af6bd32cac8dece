import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { namesMadeBy } from '#db/migrator/known-names.ts';
import { readMigrations } from '#db/migrator/read-migrations.ts';
import { BackupError } from './backup-error.ts';
import type { EntryKeys } from './backup-key.ts';
import { MANIFEST_FILE, type Manifest, openManifest } from './manifest.ts';
import { checkTableFile } from './table-file.ts';

/** An entry whose every byte was checked. */
export interface VerifiedEntry {
  path: string;
  manifest: Manifest;
  keys: EntryKeys | undefined;
  /** The newest of its migrations. */
  lastMigration: string;
}

/**
 * Checks every file of an entry against its manifest, and the manifest against its own hash. It writes nothing.
 * @param key the content of `BACKUP_KEY_FILE`; undefined for none
 * @throws BackupError that names what is wrong and says what to do
 */
export async function verifyEntry(path: string, key: Buffer | undefined): Promise<VerifiedEntry> {
  const { manifest, keys } = await openManifest(path, key);
  const lastMigration = lastKnownMigration(manifest);
  assertKnownNames(manifest);
  await assertOnlyItsFiles(path, manifest);
  for (const table of manifest.tables) await checkTableFile(join(path, table.file), table, keys?.ofFile(table.file));
  return { path, manifest, keys, lastMigration };
}

/** The migrations of an older panel are the first of this one's. */
function lastKnownMigration({ migrations, panelVersion }: Manifest): string {
  const shipped = readMigrations();
  const known = new Set(shipped.map(({ hash }) => hash));
  const unknown = migrations.find(({ hash }) => !known.has(hash));
  if (unknown)
    throw new BackupError(
      `The entry is of a newer version of the panel (${panelVersion}): its migration ${unknown.tag ?? unknown.hash} is not known here. Restore it with that version.`,
    );
  const last = shipped[migrations.length - 1];
  if (last && migrations.every(({ hash }, index) => hash === shipped[index]?.hash)) return last.tag;
  throw new BackupError(
    `The entry has the migrations of this panel in another order (version ${panelVersion}). Restore it with the version that wrote it.`,
  );
}

/** Entries of format 1 may have tables that are not the panel's; a restore leaves them out. */
function assertKnownNames({ format, migrations, tables, sequences }: Manifest): void {
  const known = namesMadeBy(readMigrations().slice(0, migrations.length));
  const named = (what: string, has: { name: string }[]) => has.map(({ name }) => `${what} ${name}`);
  const lists = [named('the table', tables), named('the sequence', sequences)];
  const files = tables.map(({ file }) => `the file ${file}`);
  const repeated = [...lists, files].flatMap((list) => list.filter((name, at) => list.indexOf(name) !== at));
  const unknown = [
    ...named('the table', format === 1 ? [] : tables.filter(({ name }) => !known.tables.has(name))),
    ...named('the sequence', format === 1 ? [] : sequences.filter(({ name }) => !known.sequences.has(name))),
  ];
  const [wrong] = [...repeated.map((name) => `${name} twice`), ...unknown.map((name) => `${name}, which no panel has`)];
  if (wrong !== undefined)
    throw new BackupError(`The entry has ${wrong}: no backup writes that, so it was forged. Use another entry.`);
}

async function assertOnlyItsFiles(path: string, { tables }: Manifest): Promise<void> {
  const expected = new Set([MANIFEST_FILE, ...tables.map(({ file }) => file)]);
  const advice = 'Use another copy of this entry, or another entry.';
  for (const name of await readdir(path)) {
    if (!expected.delete(name))
      throw new BackupError(`The entry has a file that its manifest does not name: ${name}. ${advice}`);
    if (!(await lstat(join(path, name))).isFile())
      throw new BackupError(`${name} in the entry is not an ordinary file. ${advice}`);
  }
  const [missing] = expected;
  if (missing !== undefined) throw new BackupError(`A file of the entry is missing: ${missing}. ${advice}`);
}
