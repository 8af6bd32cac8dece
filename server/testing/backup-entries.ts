import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { afterAll, expect, inject, onTestFinished } from 'vitest';
import { closeDb, connect, type Db } from '#db/client.ts';
import { withDatabase } from '#db/connection.ts';
import { asAdmin, newDatabaseName } from '#db/testing/admin.ts';
import { newDataDir } from '#db/testing/data-dir.ts';
import { testDatabase } from '#db/testing/database.ts';
import { MANIFEST_FILE, type Manifest, sealManifest } from '../backup/manifest.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { fillEveryTable, readContents } from './every-table.ts';

/** The key of encrypted entries. */
export const KEY = Buffer.from('a key of more than sixteen bytes');
/** For a restore without output that nothing interrupts. */
export const quiet = { say: () => undefined, signal: new AbortController().signal };

/** A database with rows in every table, a plain and an encrypted entry of it in `folder`, and its content; for all tests of a file. */
export async function makeEntries() {
  const source = await testDatabase();
  const { dataDir: folder, remove } = newDataDir('backup-test-');
  afterAll(remove);
  expect(await fillEveryTable(source.db)).toEqual([]);
  const contents = await readContents(source.db);
  const to = join(folder, 'entries');
  const plain = (await writeBackup({ url: source.url, to, host: 'the shop/1', publicUrl: 'https://shop.example' }))
    .entry;
  const encrypted = (await writeBackup({ url: source.url, to, key: KEY })).entry;
  return { source, folder, contents, entries: { plain, encrypted } };
}

/** A database without any table, dropped after the test. */
export async function emptyDatabase(): Promise<{ db: Db; url: string }> {
  const { adminUrl } = inject('testServer');
  const name = newDatabaseName('file');
  await asAdmin(adminUrl, (sql) => sql`create database ${sql(name)}`);
  const url = withDatabase(adminUrl, name);
  const db = connect(url, { max: 2 });
  onTestFinished(async () => {
    await closeDb(db);
    await asAdmin(adminUrl, (sql) => sql`drop database ${sql(name)} with (force)`);
  });
  return { db, url };
}

/** The manifest of an entry as it is, unchecked. */
export function readManifestOf(entry: string): Manifest {
  return JSON.parse(readFileSync(join(entry, MANIFEST_FILE), 'utf8')) as Manifest;
}

/** Changes a manifest together with its hash, as an attacker without the key can. */
export function reseal(entry: string, change: (manifest: Manifest) => void): void {
  const manifest = readManifestOf(entry);
  change(manifest);
  const { hash: _, ...content } = manifest;
  writeFileSync(join(entry, MANIFEST_FILE), sealManifest(content, undefined));
}

/** Changes a manifest but not its hash. */
export function edit(entry: string, change: (text: string) => string): void {
  const file = join(entry, MANIFEST_FILE);
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

/** Changes one bit in the middle of a file. */
export function flip(file: string): void {
  const content = readFileSync(file);
  const at = content.length >> 1;
  content[at] = (content[at] ?? 0) ^ 1;
  writeFileSync(file, content);
}

/** Replaces the rows of a table in an entry that is not encrypted, so that its manifest names the new ones. */
export function replaceRows(entry: string, table: string, rows: string): void {
  const file = `${table}.copy.zst`;
  const content = zstdCompressSync(rows);
  writeFileSync(join(entry, file), content);
  reseal(entry, ({ tables }) => {
    const named = tables.find(({ name }) => name === table);
    const sha256 = createHash('sha256').update(content).digest('hex');
    Object.assign(named ?? {}, { rows: rows.split('\n').length - 1, bytes: content.length, sha256 });
  });
}

/** The definitions of all indexes, constraints and triggers. */
export async function readSchema({ $client: sql }: Db): Promise<unknown> {
  return sql`
    select pg_get_indexdef(indexrelid) as definition, indisvalid::text as state from pg_index
      join pg_class c on c.oid = indexrelid where relnamespace = 'public'::regnamespace
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid), convalidated::text from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(t.oid), tgenabled::text from pg_trigger t
      join pg_class c on c.oid = tgrelid where not tgisinternal and relnamespace = 'public'::regnamespace
    order by 1`.then((rows) => [...rows]);
}

/** Where all sequences stand. */
export async function readSequences({ $client: sql }: Db): Promise<unknown> {
  return sql`select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`.then((rows) => [
    ...rows,
  ]);
}
