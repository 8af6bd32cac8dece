import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSql } from '#db/connection.ts';
import { migrate } from '#db/migrate.ts';
import { namesMadeBy } from '#db/migrator/known-names.ts';
import { readMigrations } from '#db/migrator/read-migrations.ts';
import { newDatabaseName } from '#db/testing/admin.ts';
import { createTestDatabase } from '#db/testing/database.ts';
import { checkLedger } from '../money/check-ledger.ts';
import { emptyDatabase, KEY, makeEntries, quiet, readSchema, readSequences } from '../testing/backup-entries.ts';
import { readContents } from '../testing/every-table.ts';
import { loadTables } from './load-tables.ts';
import { openManifest } from './manifest.ts';
import { restoreDatabase } from './restore-database.ts';
import { verifyEntry } from './verify-entry.ts';
import { writeBackup } from './write-backup.ts';

const { source, folder, entries, contents } = await makeEntries();
const INTERRUPTED = 'The backup was interrupted. Nothing of it is left; start it again.';

describe('an entry', () => {
  it('has private files, its host, counts, the proof of the ledger, and a list of what is not inside', async () => {
    const { manifest } = await openManifest(entries.plain, undefined);

    expect(entries.plain).toMatch(/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-the-shop-1$/);
    expect(statSync(entries.plain).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(entries.plain)) expect(statSync(join(entries.plain, name)).mode & 0o777).toBe(0o600);
    const counted = manifest.tables.map(({ name, rows }) => [name, rows]);
    expect(counted).toEqual([...contents].map(([name, { rows }]) => [name, rows]));
    const { heldNanos, problems, ...totals } = await checkLedger(source.db);
    expect(manifest.ledger).toEqual({ ...totals, heldNanos: String(heldNanos), isProved: true, problems });
    expect(manifest).toMatchObject({
      secretFingerprint: 'a'.repeat(64),
      secretsKeyIds: ['keyid0000000'],
      encryption: null,
    });
    const [shop] = await source.db.$client`select database_id as id, shop_name as name from settings`;
    expect(manifest.shop).toEqual({ ...shop, publicUrl: 'https://shop.example' });
    expect(manifest.notInside.join()).toMatch(/JWT_SECRET.*SECRETS_KEY.*\.env.*mailbox/);
  });

  it('shows no value of a row if it is encrypted', () => {
    const files = (entry: string) => readdirSync(entry).map((name) => readFileSync(join(entry, name)));
    const hasMagic = (file: Buffer) => file.readUInt32LE(0) === 0xfd2fb528;
    expect(files(entries.plain).filter(hasMagic)).not.toEqual([]);
    expect(files(entries.encrypted).filter(hasMagic)).toEqual([]);
  });

  it.each([
    ['plain', undefined],
    ['encrypted', KEY],
  ] as const)('fills every table of an empty panel with the same values (%s)', async (kind, key) => {
    const target = await emptyDatabase();
    await migrate(target.url);
    const sql = openSql(target.url, { max: 1, statementTimeoutMs: 0 });
    onTestFinished(() => sql.end());
    const before = await readSchema(target.db);

    expect(await loadTables(sql, await verifyEntry(entries[kind], key))).toEqual([]);

    expect(await readContents(target.db)).toEqual(contents);
    expect(await readSequences(target.db)).toEqual(await readSequences(source.db));
    // Indexes, foreign keys and triggers are as before.
    expect(await readSchema(target.db)).toEqual(before);
  });
});

describe('a backup', () => {
  it('of a ledger that does not add up is written, and says so', async () => {
    const wrong = await createTestDatabase();
    onTestFinished(() => wrong.drop());
    await wrong.db
      .$client`insert into users (user_name, name, email, phone, password_hash) values ('user', 'User', 'u@example.com', '1', 'x')`;
    const { ledger, entry } = await writeBackup({ url: wrong.url, to: join(folder, 'wrong') });
    expect(ledger).toMatchObject({ isProved: false, problems: ['user 1 has no wallet'] });
    const target = await emptyDatabase();
    const restored = await restoreDatabase(target.url, await verifyEntry(entry, undefined), quiet);
    expect(restored.ledger.problems).toEqual(['user 1 has no wallet']);
  });

  it('leaves nothing when it is interrupted, and removes what a killed one left', async () => {
    const to = join(folder, 'interrupted');
    const stop = new AbortController();
    const blocker = openSql(source.url, { max: 1, idleInTransactionTimeoutMs: 0 });
    const locked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const blocking = blocker.begin(async (tx) => {
      await tx`lock table orders in access exclusive mode`;
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    let isEarlyOver = false;
    const isWaiting = async () => {
      const waiting = await source.db.$client`
        select from pg_stat_activity
        where datname = current_database() and application_name = 'reseller-panel backup' and wait_event_type = 'Lock'`;
      return waiting.length > 0;
    };
    // Aborted before it asks the database: it does not wait for the lock.
    const early = writeBackup({ url: source.url, to, signal: AbortSignal.abort() }).finally(() => (isEarlyOver = true));
    early.catch(() => undefined);
    while (!isEarlyOver) expect(await isWaiting()).toBe(false);
    await expect(early).rejects.toThrow(INTERRUPTED);

    const running = writeBackup({ url: source.url, to, signal: stop.signal });
    running.catch(() => undefined);
    while (!(await isWaiting()));
    expect(readdirSync(to)).toHaveLength(1);
    stop.abort();
    await expect(running).rejects.toThrow(INTERRUPTED);
    release.resolve();
    await blocking;
    await blocker.end();
    expect(readdirSync(to)).toEqual([]);

    const dead = '.unfinished-2026-01-01T00-00-00Z-the-shop-4194999';
    for (const name of [dead, dead.replace('shop', 'other')]) mkdirSync(join(to, name));
    await writeBackup({ url: source.url, to, host: 'the shop' });
    expect(readdirSync(to).toSorted()).toEqual([dead.replace('shop', 'other'), expect.stringMatching(/Z-the-shop$/)]);
  });

  it('leaves what it can not remove of a killed one, and says so', async () => {
    const to = join(folder, 'unremovable');
    const dead = '.unfinished-2026-01-01T00-00-00Z-the-shop-4194999';
    mkdirSync(join(to, dead), { recursive: true });
    // A path of this length is refused to root, too.
    execFileSync('mkdir', ['-p', Array(20).fill('x'.repeat(250)).join('/')], { cwd: join(to, dead) });
    onTestFinished(() => void execFileSync('rm', ['-r', join(to, dead)]));
    const warned = once(process, 'warning');
    await writeBackup({ url: source.url, to, host: 'the shop' });
    expect(readdirSync(to).toSorted()).toEqual([dead, expect.stringMatching(/Z-the-shop$/)]);
    expect(await warned).toMatchObject([{ code: 'ENAMETOOLONG', path: expect.stringContaining(dead) }]);
  });

  it.each([
    ['may not read a table', 'revoke select on ledger from $role', /The database's role may not read everything/],
    ['may not see every row', 'alter table ledger enable row level security', /may not read everything/],
  ])('by a role that %s fails', async (_, statement, sentence) => {
    const limited = await createTestDatabase();
    const role = newDatabaseName('file');
    const { $client: sql } = limited.db;
    await sql.unsafe(`create role ${role} login; grant select on all tables in schema public, drizzle to ${role};
      grant select on all sequences in schema public to ${role}; grant usage on schema drizzle to ${role};
      ${statement.replace('$role', role)}`);
    onTestFinished(async () => {
      await sql.unsafe(`drop owned by ${role}; drop role ${role}`);
      await limited.drop();
    });
    const url = new URL(limited.url);
    url.username = role;
    const to = join(folder, role);
    await expect(writeBackup({ url: url.href, to })).rejects.toThrow(sentence);
    expect(readdirSync(to)).toEqual([]);
  });

  it('has every table and sequence that the migrations make, and no other', async () => {
    const { tables, sequences } = namesMadeBy(readMigrations());
    const { manifest } = await openManifest(entries.plain, undefined);
    expect(manifest.tables.map(({ name }) => name)).toEqual([...tables].toSorted());
    expect(manifest.sequences.map(({ name }) => name)).toEqual([...sequences].toSorted());

    const shared = await createTestDatabase();
    onTestFinished(() => shared.drop());
    await shared.db.$client`create table theirs (id serial)`;
    const { entry } = await writeBackup({ url: shared.url, to: join(folder, 'shared') });
    const copied = (await openManifest(entry, undefined)).manifest;
    expect(copied.tables.map(({ name }) => name)).toEqual([...tables].toSorted());
    expect(copied.sequences.map(({ name }) => name)).not.toContain('theirs_id_seq');
    expect(copied.notInside).toContain("The table theirs: it is not the panel's.");
  });

  it('bears the id of its database, which never changes', async () => {
    await expect(source.db.$client`update settings set database_id = gen_random_uuid()`).rejects.toThrow(
      /a database keeps its id/,
    );
  });

  it('of a database without a panel fails', async () => {
    const { url } = await emptyDatabase();
    await expect(writeBackup({ url, to: join(folder, 'none') })).rejects.toThrow(/This database has no panel/);
  });
});
