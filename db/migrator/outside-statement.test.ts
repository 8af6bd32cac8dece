import { expect, test } from 'vitest';
import { parseOutside } from './outside-statement.ts';
import { parseMigration } from './read-migrations.ts';

const batch = (rows: string) => `UPDATE orders SET link = '' WHERE id IN (${rows})`;
const repeatable = 'the statement must be safe to run again';

test.each([
  ['CREATE INDEX CONCURRENTLY IF NOT EXISTS i ON orders (link)', { kind: 'create index', index: 'i', table: 'orders' }],
  ['DROP INDEX CONCURRENTLY IF EXISTS drizzle.i', { kind: 'drop index', index: 'drizzle.i' }],
  ['REINDEX INDEX CONCURRENTLY i', { kind: 'rebuild index', index: 'i' }],
  ['ALTER TABLE public.orders VALIDATE CONSTRAINT c', { kind: 'validate', table: 'orders', constraint: 'c' }],
  ['ANALYZE orders', { kind: 'analyze' }],
])('%s may run outside a transaction', async (statement, found) => {
  expect(await parseOutside(statement, false)).toEqual(found);
});

test.each([
  ['CREATE INDEX CONCURRENTLY i ON orders (link)', repeatable],
  ['CREATE INDEX CONCURRENTLY IF NOT EXISTS ON orders (link)', 'syntax error'],
  ['CREATE INDEX IF NOT EXISTS i ON orders (link)', repeatable],
  ['DROP INDEX CONCURRENTLY i', repeatable],
  ['REINDEX TABLE CONCURRENTLY orders', repeatable],
  ['VACUUM FULL orders', repeatable],
  ['ALTER TABLE orders ADD COLUMN IF NOT EXISTS c int', repeatable],
  ['ALTER TABLE orders VALIDATE CONSTRAINT c, ADD COLUMN d int', repeatable],
  ["UPDATE orders SET link = ''", repeatable],
  ['SELECT 1; SELECT 2', 'one statement must follow the mark'],
])('%s may not', async (statement, reason) => {
  await expect(parseOutside(statement, false)).rejects.toThrow(reason);
});

test('a batch finds its rows by a subquery with a limit', async () => {
  expect(await parseOutside(batch("SELECT id FROM orders WHERE link <> '' LIMIT 500"), true)).toEqual({
    kind: 'batches',
    table: 'orders',
    limit: 500,
  });
});

test.each([
  [batch("SELECT id FROM orders WHERE link <> ''"), 'a batch needs WHERE … IN (SELECT … WHERE … LIMIT n)'],
  [batch("SELECT id FROM orders WHERE link <> '' LIMIT 20000"), 'a batch has 1 to 10,000 rows, not 20000'],
  [batch('SELECT id FROM orders LIMIT 500'), 'needs a WHERE that leaves out finished rows'],
  [batch("SELECT id FROM orders WHERE link <> '' LIMIT 5 FOR UPDATE SKIP LOCKED"), 'SKIP LOCKED would leave rows out'],
  [`${batch("SELECT id FROM orders WHERE link <> '' LIMIT 500")} OR true`, 'a batch needs WHERE'],
  ['INSERT INTO orders DEFAULT VALUES', 'in batches may run: UPDATE and DELETE'],
])('%s is no batch', async (statement, reason) => {
  await expect(parseOutside(statement, true)).rejects.toThrow(reason);
});

test('an unknown mark is refused', () => {
  expect(() => parseMigration('9001_x', 1, '-- outside of a transaction\nANALYZE orders;')).toThrow(
    'Migration 9001_x has the mark "-- outside of a transaction"; the marks are',
  );
});
