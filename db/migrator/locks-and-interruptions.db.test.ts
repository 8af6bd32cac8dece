import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { dollars, makeOrder, makeService, makeUser } from '#server/testing/factories.ts';
import { closeDb, connect, type Db } from '../client.ts';
import { openSql } from '../connection.ts';
import { isReadOnly, isUnavailable } from '../errors.ts';
import { isMigrated, migrate } from '../migrate.ts';
import { createTestDatabase } from '../testing/database.ts';
import { collectLines, holdTransaction, laterMigration, untilMigratorWaits, withLater } from '../testing/migrator.ts';
import { startProxy } from '../testing/proxy.ts';

let db: Db;
let url: string;

beforeEach(async () => {
  const database = await createTestDatabase({ statementTimeoutMs: 0, idleInTransactionTimeoutMs: 0 });
  ({ db, url } = database);
  return () => database.drop();
});

const addNote = laterMigration('ALTER TABLE "orders" ADD COLUMN "note" text;');
const indexLinks = laterMigration(
  `-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_links_idx" ON "orders" USING btree ("link");`,
);

test('orders go on while a long transaction holds the table and the migration waits', async () => {
  const customer = await makeUser(db, { balanceNanos: dollars(100) });
  await makeService(db);
  const { log, lines } = collectLines();
  const release = await holdTransaction(db.$client, (tx) => tx`lock table orders in row exclusive mode`);
  const migrated = migrate(url, { migrations: withLater(addNote), log, lockTimeoutMs: 100 });
  await vi.waitFor(() => expect(lines.join()).toContain('waits'));

  // More than one attempt and its pause takes; each order that meets an attempt waits for its end only.
  for (let placed = 0; placed < 30; placed++) await makeOrder(db, customer);

  expect(await columnsOf('orders')).not.toContain('note');
  await release();
  await migrated;
  expect(await columnsOf('orders')).toContain('note');
  expect(lines[0]).toMatch(
    /^migration 9001_later waits: ACCESS EXCLUSIVE on orders is held by process \d+ \(reseller-panel test, idle in transaction for \d+ s\)$/,
  );
  expect(lines.at(-1)).toMatch(/^migration 9001_later is applied \(\d+ ms\)$/);
});

test('a migration that gets no lock fails with its name, the lock and its holder, and leaves nothing', async () => {
  const release = await holdTransaction(db.$client, (tx) => tx`lock table orders in share mode`);
  const failed = migrate(url, { migrations: withLater(addNote), lockTimeoutMs: 300, patienceMs: 2_000 });
  await expect(failed).rejects.toThrow(
    /^Migration 9001_later failed: it could not get its locks within 2 s: ACCESS EXCLUSIVE on orders is held by process \d+ \(reseller-panel test, idle in transaction for \d+ s\)\. End that session and start again\.$/,
  );
  await release();
  expect(await columnsOf('orders')).not.toContain('note');
  await migrate(url, { migrations: withLater(addNote) });
  expect(await columnsOf('orders')).toContain('note');
});

describe('the migrator loses its connection while it builds an index', () => {
  test.each(['server ends the build', 'build goes on without it'])('and the %s', async (which) => {
    const release = await holdTransaction(db.$client, (tx) => tx`lock table orders in row exclusive mode`);
    const proxy = await startProxy({ target: url });
    onTestFinished(() => proxy.close());
    const first = migrate(proxy.url, { migrations: withLater(indexLinks) });
    const failure = first.catch((error: unknown) => error);
    const pid = await untilMigratorWaits(db.$client, 'create index concurrently');
    proxy.reset();
    const error = await failure;
    expect(isUnavailable(error)).toBe(true);
    expect(String(error)).toContain('Migration 9001_later failed');
    expect(String(error)).toContain('The next start continues with the interrupted step.');

    const { log, lines } = collectLines();
    const second = migrate(url, { migrations: withLater(indexLinks), log });
    await vi.waitFor(() => expect(lines.join()).toContain("waiting for another server's migration"));
    expect(lines[0]).toContain(`process ${pid} of the database server`);
    if (which === 'server ends the build') await db.$client`select pg_terminate_backend(${pid})`;
    await release();
    await second;
    expect(await indexOf('orders_links_idx')).toEqual({ valid: true });
  });
});

test('several servers migrate at once, and one of them builds the index', async () => {
  const logs = [collectLines(), collectLines(), collectLines()];
  await Promise.all(logs.map(({ log }) => migrate(url, { migrations: withLater(indexLinks), log })));
  expect(logs.flatMap(({ lines }) => lines.filter((line) => line.includes('is applied')))).toHaveLength(1);
  expect(await indexOf('orders_links_idx')).toEqual({ valid: true });
});

test('a server of version 1.0 that waits for the migration does not stop the index', async () => {
  const both = [
    addNote,
    laterMigration(
      `-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_links_idx" ON "orders" ("link");`,
      '9002_index',
    ),
  ];
  const release = await holdTransaction(db.$client, (tx) => tx`lock table orders in row exclusive mode`);
  const migrated = migrate(url, { migrations: withLater(...both), lockTimeoutMs: 100 });
  await untilMigratorWaits(db.$client, 'add column');
  const older = openSql(url, { max: 1, lockTimeoutMs: 0, statementTimeoutMs: 0 });
  const waited = older`select pg_advisory_lock(7250114)`.then(() => older.end());
  await vi.waitFor(async () => {
    const [row] =
      await db.$client`select 1 from pg_locks where locktype = 'advisory' and objid = 7250114 and not granted`;
    expect(row).toBeDefined();
  });
  await release();
  await Promise.all([migrated, waited]);
  expect(await indexOf('orders_links_idx')).toEqual({ valid: true });
});

test('a read-only server is refused while something is pending, and used otherwise', async () => {
  await db.$client.unsafe(
    `do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`,
  );
  await migrate(url);
  const refused = await migrate(url, { migrations: withLater(addNote) }).catch((error: unknown) => error);
  expect(isReadOnly(refused)).toBe(true);
});

test('an older version starts on the schema of a newer one and is ready', async () => {
  await migrate(url, { migrations: withLater(addNote) });
  const older = connect(url);
  onTestFinished(() => closeDb(older));
  await migrate(url);
  expect(await isMigrated(older)).toBe(true);
});

test('a migration that was changed after it had been applied is refused', async () => {
  await migrate(url, { migrations: withLater(addNote) });
  const changed = laterMigration('ALTER TABLE "orders" ADD COLUMN "other" text;');
  await expect(migrate(url, { migrations: withLater(changed) })).rejects.toThrow(
    'Migration 9001_later was changed after it had been applied to this database. Restore db/migrations/9001_later.sql from its release.',
  );
});

async function columnsOf(table: string): Promise<string[]> {
  const rows = await db.$client<{ name: string }[]>`
    select column_name as name from information_schema.columns where table_name = ${table}`;
  return rows.map(({ name }) => name);
}

async function indexOf(name: string): Promise<{ valid: boolean } | undefined> {
  const [row] = await db.$client<{ valid: boolean }[]>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`;
  return row && { valid: row.valid };
}
