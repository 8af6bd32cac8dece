import { beforeEach, expect, test } from 'vitest';
import type { Db } from '../client.ts';
import { migrate } from '../migrate.ts';
import { createTestDatabase } from '../testing/database.ts';
import { laterMigration, withLater } from '../testing/migrator.ts';

let db: Db;
let url: string;

beforeEach(async () => {
  const database = await createTestDatabase();
  ({ db, url } = database);
  await db.$client.unsafe(`create table things (id int primary key, name text, done boolean);
    insert into things select n, n % 5, n > 2500 from generate_series(1, 3000) n`);
  return () => database.drop();
});

const later = (...statements: string[]) => withLater(laterMigration(statements.join('--> statement-breakpoint\n')));
const isApplied = async () =>
  (await db.$client`select 1 from drizzle.__drizzle_migrations where created_at > 4000000000000`).length === 1;

const uniqueNames = `-- outside a transaction
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS things_name_key ON things (name);`;
const validIndexes = `select indisvalid as valid from pg_index where indrelid = 'things'::regclass and not indisprimary`;

test('a migration that failed in its second step continues there, also with a corrected step', async () => {
  const first = 'ALTER TABLE things ADD COLUMN extra text;';
  const migrations = later(first, uniqueNames);
  await expect(migrate(url, { migrations })).rejects.toThrow(
    'Migration 9001_later failed: could not create unique index "things_name_key".',
  );
  // An invalid unique index would go on refusing rows.
  expect(await db.$client.unsafe(validIndexes)).toHaveLength(0);
  expect(await isApplied()).toBe(false);

  const otherFirst = later('ALTER TABLE things ADD COLUMN other text;', uniqueNames);
  await expect(migrate(url, { migrations: otherFirst })).rejects.toThrow(
    'its step 1 was changed after it had been applied',
  );
  await migrate(url, { migrations: later(first, uniqueNames.replace('UNIQUE ', '')) });
  expect(await db.$client.unsafe(validIndexes)).toEqual([{ valid: true }]);
  expect(await isApplied()).toBe(true);
  expect(await db.$client`select 1 from drizzle.migration_steps`).toHaveLength(0);
});

test('an invalid index of an earlier attempt is dropped and made again', async () => {
  await db.$client.unsafe(`update things set name = id; create index things_name_key on things (id);
    update pg_index set indisvalid = false where indexrelid = 'things_name_key'::regclass`);
  await migrate(url, { migrations: later(uniqueNames) });
  const made = await db.$client`select indisvalid as valid, pg_get_indexdef(indexrelid) as of from pg_index
    where indexrelid = 'things_name_key'::regclass`;
  expect(made).toEqual([
    { valid: true, of: 'CREATE UNIQUE INDEX things_name_key ON public.things USING btree (name)' },
  ]);
});

test('a check is added not valid, and validated in a step of its own', async () => {
  const add = 'ALTER TABLE things ADD CONSTRAINT things_name_check CHECK (length(name) < 100) NOT VALID;';
  const validate = '-- outside a transaction\nALTER TABLE things VALIDATE CONSTRAINT things_name_check;';
  await migrate(url, { migrations: later(add, validate) });
  expect(await db.$client`select convalidated from pg_constraint where conname = 'things_name_check'`).toEqual([
    { convalidated: true },
  ]);
});

test('batches are repeated until no row is left', async () => {
  const statement = `-- outside a transaction, in batches
UPDATE things SET done = true WHERE id IN (SELECT id FROM things WHERE NOT done LIMIT 1000);`;
  await migrate(url, { migrations: later(statement) });
  expect(await db.$client`select 1 from things where not done`).toHaveLength(0);
  expect(await isApplied()).toBe(true);
});

test('what can not be run again is refused outside a transaction, and nothing is done', async () => {
  const migrations = later('-- outside a transaction\nINSERT INTO things (id) VALUES (5000);');
  await expect(migrate(url, { migrations })).rejects.toThrow('the statement must be safe to run again');
  expect(await db.$client`select 1 from things where id = 5000`).toHaveLength(0);
});

test('migrations through a tag are applied, and an unknown tag is refused', async () => {
  const [one, two] = ['9001_one', '9002_two'].map((tag) => laterMigration(`CREATE TABLE "${tag}" (id int);`, tag));
  const migrations = withLater(...[one, two].filter((each) => each !== undefined));
  await migrate(url, { migrations, through: '9001_one' });
  const tables = () => db.$client`select relname from pg_class where relname like '900%'`;
  expect(await tables()).toEqual([{ relname: '9001_one' }]);
  await expect(migrate(url, { migrations, through: '9003' })).rejects.toThrow('This version has no migration 9003.');
  await migrate(url, { migrations });
  expect(await tables()).toHaveLength(2);
});
