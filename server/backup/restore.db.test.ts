import {
  appendFileSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { migrate } from '#db/migrate.ts';
import { checkLedger } from '../money/check-ledger.ts';
import {
  edit,
  emptyDatabase,
  flip,
  KEY,
  makeEntries,
  quiet,
  readManifestOf,
  replaceRows,
  reseal,
} from '../testing/backup-entries.ts';
import { readContents } from '../testing/every-table.ts';
import { deriveKeys } from './backup-key.ts';
import { MANIFEST_FILE, type Manifest, sealManifest } from './manifest.ts';
import { restoreDatabase } from './restore-database.ts';
import { assertRestored, markUnfinished } from './unfinished-restore.ts';
import { verifyEntry } from './verify-entry.ts';
import { writeBackup } from './write-backup.ts';

const { source, folder, entries, contents } = await makeEntries();

/** A copy of an entry that a test may change. */
function copyOf(entry: string): string {
  const copy = join(folder, `copy-${readdirSync(folder).length}`);
  cpSync(entry, copy, { recursive: true });
  return copy;
}

describe('a restore', () => {
  it('proves the ledger, ends all access, holds everything outgoing, and lets another JWT_SECRET start', async () => {
    const target = await emptyDatabase();

    const { ledger, endedSessions, stopped } = await restoreDatabase(
      target.url,
      await verifyEntry(entries.encrypted, KEY),
      quiet,
    );

    expect(ledger).toEqual(await checkLedger(source.db));
    expect(endedSessions).toBe(1);
    expect(await target.db.$client`select from sessions where revoked_at is null`).toHaveLength(0);
    expect(
      await target.db.$client`select from outgoing_hold where released_at is null and reason like 'Restored%'`,
    ).toHaveLength(1);
    expect(await target.db.$client`select from secret_fingerprints`).toHaveLength(0);
    const idOf = ({ db }: Pick<typeof source, 'db'>) => db.$client`select database_id from settings`;
    expect(await idOf(target)).toEqual(await idOf(source));
    // The entry has a supplier that was stopped before; what was queued may have been bought.
    expect(stopped).toEqual({ suppliers: 1, forwards: 1 });
    expect(await target.db.$client`select stopped_reason as reason from suppliers order by id`).toEqual([
      { reason: 'unknowns' },
      { reason: 'restored' },
    ]);
    expect(await target.db.$client`select from forwards where state = 'queued'`).toHaveLength(0);
    // The append-only tables refuse changes again.
    await expect(target.db.$client`delete from ledger`).rejects.toThrow(/append-only/);
    const [added] = await target.db.$client<{ id: number }[]>`
      insert into notices (title, body, kind, level, dismissible) select title, body, kind, level, true from notices returning id`;
    expect(added?.id).toBe(2);
  });

  it('migrates an entry of an older version to this one', async () => {
    const older = await emptyDatabase();
    await migrate(older.url, { through: '0034_shop-face' });
    await older.db
      .$client`insert into users (user_name, name, email, phone, password_hash) values ('old', 'Old', 'o@example.com', '1', 'x')`;
    await older.db.$client`insert into accounts (kind, user_id) select 'wallet', id from users`;
    // An older version proves its ledger without checkpoints, the unit of prices, and what was credited instead.
    await older.db.$client`alter table recharges add column credited_nanos bigint`;
    await older.db.$client`alter table orders add column per smallint not null default 1000`;
    await older.db
      .$client`create table ledger_checkpoints (account_id bigint, seq bigint, balance_nanos bigint, hash text)`;
    const { entry } = await writeBackup({ url: older.url, to: join(folder, 'older') });
    reseal(entry, (manifest) => {
      manifest.tables = manifest.tables
        .filter(({ name }) => name !== 'ledger_checkpoints')
        .map((table) => ({
          ...table,
          columns: table.columns.filter((column) => !['per', 'credited_nanos'].includes(column)),
        }));
    });
    rmSync(join(entry, 'ledger_checkpoints.copy.zst'));
    const target = await emptyDatabase();

    const { ledger } = await restoreDatabase(target.url, await verifyEntry(entry, undefined), quiet);

    expect(ledger).toMatchObject({ wallets: 1, problems: [] });
    expect(await target.db.$client`select user_name from users`).toEqual([{ user_name: 'old' }]);
    await assertRestored(target.db);
  });

  it('refuses an entry of a newer version', async () => {
    const entry = copyOf(entries.plain);
    reseal(entry, (manifest) => manifest.migrations.push({ tag: '0999_later', hash: 'b'.repeat(64) }));
    await expect(verifyEntry(entry, undefined)).rejects.toThrow(
      /newer version of the panel.*0999_later.*Restore it with that version/,
    );
    const format = copyOf(entries.plain);
    writeFileSync(join(format, MANIFEST_FILE), JSON.stringify({ format: 3 }));
    await expect(verifyEntry(format, undefined)).rejects.toThrow(
      /newer version of the panel \(format 3, this one reads 2\)/,
    );
  });

  it('refuses a database with any table, and changes nothing in it', async () => {
    const used = await emptyDatabase();
    await used.db.$client`create schema other create table theirs (id int)`;
    const entry = await verifyEntry(entries.plain, undefined);

    await expect(restoreDatabase(used.url, entry, quiet)).rejects.toThrow(/not empty: the database has other\.theirs/);
    await expect(restoreDatabase(source.url, entry, quiet)).rejects.toThrow(/not empty/);
    expect(await used.db.$client`select from pg_class where relnamespace = 'public'::regnamespace`).toHaveLength(0);
    expect(await readContents(source.db)).toEqual(contents);
  });

  it.each([
    ['a refused row', `1\tmoney\t\\N\t0\t0\tf\t\n`],
    ['a row that is none', 'nonsense\n'],
  ])('that fails because of %s leaves a database on which no panel starts, and says what to do', async (_, rows) => {
    const entry = copyOf(entries.plain);
    replaceRows(entry, 'accounts', rows);
    const target = await emptyDatabase();

    const failed = restoreDatabase(target.url, await verifyEntry(entry, undefined), quiet);

    await expect(failed).rejects.toThrow(/half restored, and no panel starts on it\. Drop this database/);
    await expect(assertRestored(target.db)).rejects.toThrow(/A restore into this database runs, or was interrupted/);
    await expect(restoreDatabase(target.url, await verifyEntry(entries.plain, undefined), quiet)).rejects.toThrow(
      /An earlier restore into this database runs, or was interrupted\. Drop this database/,
    );
  });

  it('is found by a panel while it runs', async () => {
    const target = await emptyDatabase();
    await markUnfinished(target.db.$client);
    await expect(assertRestored(target.db)).rejects.toThrow(/the panel does not start on it/);
  });
});

it.each<[what: string, forge: (manifest: Manifest) => void, sentence: RegExp]>([
  [
    'an unknown table',
    ({ tables }) => Object.assign(tables[0] ?? {}, { name: 'theirs' }),
    /table theirs, which no panel/,
  ],
  ['a table twice', ({ tables }) => tables.push(...tables.slice(0, 1)), /has the table \w+ twice/],
  ['a file twice', ({ tables }) => Object.assign(tables[0] ?? {}, { file: tables[1]?.file }), /has the file \S+ twice/],
  [
    'an unknown sequence',
    ({ sequences: [first] }) => Object.assign(first ?? {}, { name: 'x_seq' }),
    /x_seq, which no panel/,
  ],
  ['a sequence twice', ({ sequences }) => sequences.push(...sequences.slice(0, 1)), /has the sequence \w+ twice/],
])('a forged entry with %s is refused before anything is written', async (_, forge, sentence) => {
  const entry = copyOf(entries.plain);
  reseal(entry, forge);
  await expect(verifyEntry(entry, undefined)).rejects.toThrow(sentence);
});

it('an entry of format 1, which names no shop, is restored without the tables of others', async () => {
  const entry = copyOf(entries.plain);
  copyFileSync(join(entry, 'notices.copy.zst'), join(entry, 'theirs.copy.zst'));
  reseal(entry, (manifest) => {
    manifest.format = 1;
    delete manifest.shop;
    const notices = manifest.tables.find(({ name }) => name === 'notices') ?? expect.fail();
    manifest.tables.push({ ...notices, name: 'theirs', file: 'theirs.copy.zst' });
  });
  const target = await emptyDatabase();
  const { leftOut } = await restoreDatabase(target.url, await verifyEntry(entry, undefined), quiet);
  expect(leftOut).toEqual(['theirs']);
});

describe('a changed entry is refused before anything is written:', () => {
  const first = (entry: string) => join(entry, readdirSync(entry).find((name) => name.startsWith('ledger.')) ?? '');
  const replaceBy = (file: string, make: (file: string) => void) => {
    rmSync(file);
    make(file);
  };
  const changes: [what: string, change: (entry: string) => void, sentence: RegExp][] = [
    ['a flipped bit', (entry) => flip(first(entry)), /ledger\.copy\.zst.* was changed or damaged after the backup/],
    ['a truncated file', (entry) => truncateSync(first(entry), 5), /was changed or damaged/],
    ['an empty file', (entry) => truncateSync(first(entry), 0), /was changed or damaged/],
    ['a longer file', (entry) => appendFileSync(first(entry), 'x'), /was changed or damaged/],
    ['a missing file', (entry) => rmSync(first(entry)), /A file of the entry is missing: ledger\.copy/],
    [
      'an extra file',
      (entry) => writeFileSync(join(entry, 'more'), ''),
      /a file that its manifest does not name: more/,
    ],
    [
      'another table in its place',
      (entry) => copyFileSync(first(entry), first(entry).replace('ledger', 'grants')),
      /grants\.copy.* was changed/,
    ],
    ['a folder in its place', (entry) => replaceBy(first(entry), mkdirSync), /not an ordinary file/],
    [
      'a link in its place',
      (entry) => replaceBy(first(entry), (file) => symlinkSync('/dev/zero', file)),
      /not an ordinary file/,
    ],
    [
      'a changed number in the manifest',
      (entry) => edit(entry, (text) => text.replace(/"rows": \d+/, '"rows": 7')),
      /manifest\.json was changed after it was written/,
    ],
    [
      'a path in the manifest',
      (entry) => edit(entry, (text) => text.replace(/"file": "/, '"file": "../')),
      /manifest\.json is damaged/,
    ],
    ['half a manifest', (entry) => edit(entry, (text) => text.slice(0, 500)), /manifest\.json is damaged/],
    ['no manifest', (entry) => rmSync(join(entry, MANIFEST_FILE)), /no entry that a backup finished/],
  ];

  it.each(changes)('%s', async (_, change, sentence) => {
    for (const [original, key] of [
      [entries.plain, undefined],
      [entries.encrypted, KEY],
    ] as const) {
      const entry = copyOf(original);
      change(entry);
      await expect(verifyEntry(entry, key)).rejects.toThrow(sentence);
      await expect(verifyEntry(entry, key)).rejects.toMatchObject({ name: 'BackupError' });
    }
  });

  it('a bit of any file', async () => {
    for (const name of readdirSync(entries.plain)) {
      const entry = copyOf(entries.plain);
      flip(join(entry, name));
      await expect(verifyEntry(entry, undefined), name).rejects.toMatchObject({ name: 'BackupError' });
    }
  });

  it.each([
    ['no key', 'encrypted', undefined, /The entry is encrypted: set BACKUP_KEY_FILE/],
    [
      'another key',
      'encrypted',
      Buffer.from('another key of sixteen bytes'),
      /is not the one that this entry was encrypted with/,
    ],
    ['a key for an entry without one', 'plain', KEY, /not encrypted, but BACKUP_KEY_FILE is set/],
  ] as const)('%s', async (_, kind, key, sentence) => {
    await expect(verifyEntry(entries[kind], key)).rejects.toThrow(sentence);
  });

  it('an encrypted manifest that was sealed again without the key', async () => {
    const entry = copyOf(entries.encrypted);
    reseal(entry, (manifest) => (manifest.ledger.heldNanos = '0'));
    await expect(verifyEntry(entry, KEY)).rejects.toThrow(/was changed after it was written/);
  });

  it('an encrypted file that was exchanged together with its hash', async () => {
    const entry = copyOf(entries.encrypted);
    const keys = await deriveKeys(KEY, readManifestOf(entry).encryption?.salt ?? '');
    const [from, to] = ['users.copy.zst.enc', 'tickets.copy.zst.enc'];
    copyFileSync(join(entry, from), join(entry, to));
    const manifest = readManifestOf(entry);
    const [source_, target] = [from, to].map((file) => manifest.tables.find((table) => table.file === file));
    Object.assign(target ?? {}, { bytes: source_?.bytes, sha256: source_?.sha256, rows: source_?.rows });
    const { hash: _, ...content } = manifest;
    writeFileSync(join(entry, MANIFEST_FILE), sealManifest(content, keys));
    await expect(verifyEntry(entry, KEY)).rejects.toThrow(/not the one that was encrypted with this key/);
  });
});
