import type { Sql } from 'postgres';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openSql, withDatabase } from '../connection.ts';
import { migrate } from '../migrate.ts';
import { asAdmin, newDatabaseName } from '../testing/admin.ts';
import { holdTransaction, laterMigration, untilMigratorWaits, withLater } from '../testing/migrator.ts';
import { type Catalog, emptyCatalog, learn } from './catalog.ts';
import { parseSql } from './parse-sql.ts';
import { readMigrations } from './read-migrations.ts';
import { LOCK_MODES, type LockMode, locksOf } from './statement-locks.ts';

/** Kinds of statements that the migrations do not have yet. */
const OTHERS = [
  'alter table orders add constraint trial_check check (quantity > 0) not valid',
  'alter table orders validate constraint trial_check',
  'alter table orders drop constraint trial_check',
  'alter table order_batches add constraint trial_fk foreign key (order_id) references orders (id) not valid',
  'alter table order_batches validate constraint trial_fk',
  'alter table order_batches drop constraint trial_fk',
  'alter table orders alter column link set statistics 200',
  'alter table orders set (fillfactor = 90)',
  'alter table orders add column trial bigint references services (id)',
  'alter table orders rename column trial to tried',
  'alter table orders drop column tried',
  'alter table orders disable trigger orders_kept',
  'drop trigger orders_kept on orders',
  'create index trial_idx on orders (quantity)',
  'alter index trial_idx rename to tried_idx',
  'drop index tried_idx',
  "comment on table orders is 'x'",
  "comment on column orders.link is 'x'",
  'lock table orders in share mode',
  'analyze orders',
  'cluster orders using orders_pkey',
  'truncate favourites',
  'select 1 from orders for update',
  'delete from favourites where service_id in (select id from services)',
  'drop table favourites',
];
const READS_AND_WRITES = 3;

test('the derived locks are those that PostgreSQL takes, for every statement of the migrations and others', async () => {
  const { adminUrl } = inject('testServer');
  const name = newDatabaseName('file');
  await asAdmin(adminUrl, (sql) => sql`create database ${sql(name)}`);
  onTestFinished(() => asAdmin(adminUrl, (sql) => sql`drop database ${sql(name)} with (force)`));
  const sql = openSql(withDatabase(adminUrl, name), { max: 1, lockTimeoutMs: 0 });
  onTestFinished(() => sql.end());
  const catalog = emptyCatalog();
  const ours = readMigrations().flatMap(({ steps }) =>
    steps.flatMap((step) => (step.kind === 'transaction' ? step.statements : [])),
  );
  let compared = 0;
  for (const text of [...ours, ...OTHERS])
    for (const { text: one, derived } of await derive(text, catalog)) {
      const real = await locksTakenBy(sql, one, derived.existing);
      const { locks } = derived;
      if (!locks) continue;
      const shown = one.trim().slice(0, 200);
      expect(strong(real), shown).toEqual(strong(locks));
      for (const [table, mode] of locks) expect(rank(real.get(table)), shown).toBeGreaterThanOrEqual(rank(mode));
      compared++;
    }
  expect(compared).toBeGreaterThan(200);
});

test.each([
  ['CREATE INDEX CONCURRENTLY IF NOT EXISTS trial_idx ON orders (quantity)', 'create index'],
  ['DROP INDEX CONCURRENTLY IF EXISTS orders_user_idx', 'drop index'],
  ['REINDEX INDEX CONCURRENTLY orders_user_idx', 'reindex'],
])('%s takes the derived lock', async (statement, words) => {
  const { adminUrl, templateName } = inject('testServer');
  const name = newDatabaseName('file');
  await asAdmin(adminUrl, (sql) => sql`create database ${sql(name)} template ${sql(templateName)}`);
  onTestFinished(() => asAdmin(adminUrl, (sql) => sql`drop database ${sql(name)} with (force)`));
  const url = withDatabase(adminUrl, name);
  const sql = openSql(url, { max: 2, idleInTransactionTimeoutMs: 0 });
  onTestFinished(() => sql.end());
  const catalog = emptyCatalog();
  for (const { steps } of readMigrations())
    for (const step of steps)
      if (step.kind === 'transaction') for (const text of step.statements) await derive(text, catalog);
  const [parsed] = await parseSql(statement);
  const release = await holdTransaction(sql, (tx) => tx`lock table orders in row exclusive mode`);
  const migrated = migrate(url, { migrations: withLater(laterMigration(`-- outside a transaction\n${statement};`)) });
  const pid = await untilMigratorWaits(sql, words);
  const real = strong(await readLocks(sql, pid));
  await release();
  await migrated;
  expect(real).toEqual([...(parsed && locksOf(parsed, catalog) ? (locksOf(parsed, catalog) ?? []) : [])]);
});

async function derive(text: string, catalog: Catalog) {
  const derivedOf = [];
  const parsed = await parseSql(text);
  for (const each of parsed) {
    const before = new Set(catalog.tables);
    const locks = locksOf(each, catalog);
    learn(catalog, each);
    // No session uses a new table yet, and the locks of a dropped table can't be read.
    const existing = new Set([...before].filter((table) => catalog.tables.has(table)));
    const ofExisting = locks && new Map([...locks].filter(([table]) => existing.has(table)));
    derivedOf.push({ text, derived: { existing, locks: ofExisting } });
  }
  // Each chunk of a migration is one statement.
  expect(parsed.length, text).toBeLessThanOrEqual(1);
  return derivedOf;
}

async function locksTakenBy(sql: Sql, statement: string, existing: Set<string>): Promise<Map<string, LockMode>> {
  return sql.begin(async (tx) => {
    await tx.unsafe(statement);
    const [backend] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
    const locks = await readLocks(tx, backend?.pid ?? 0);
    return new Map([...locks].filter(([table]) => existing.has(table)));
  });
}

/** The strongest lock on each table. */
async function readLocks(sql: Pick<Sql, 'unsafe'>, pid: number): Promise<Map<string, LockMode>> {
  const rows = await sql.unsafe<{ table: string; mode: string }[]>(
    `select c.relname as table, l.mode from pg_locks l join pg_class c on c.oid = l.relation
     where l.pid = $1 and l.granted and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`,
    [pid],
  );
  const locks = new Map<string, LockMode>();
  for (const { table, mode } of rows) {
    const words = mode
      .replace(/Lock$/, '')
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toUpperCase() as LockMode;
    if (rank(words) > rank(locks.get(table))) locks.set(table, words);
  }
  return locks;
}

function strong(locks: Map<string, LockMode>): [string, LockMode][] {
  return [...locks].filter(([, mode]) => rank(mode) >= READS_AND_WRITES).sort(([a], [b]) => a.localeCompare(b));
}

function rank(mode: LockMode | undefined): number {
  return mode === undefined ? -1 : LOCK_MODES.indexOf(mode);
}
