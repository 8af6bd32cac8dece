import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { settings } from '#db/schema/settings.ts';
import { testApp } from '../../testing/app.ts';
import { dollars, makeOrder, makeRecharge } from '../../testing/factories.ts';
import { makeCustomer, makeSignedInAdmin, type Person } from '../../testing/people.ts';
import { codeOf } from '../../testing/refusal.ts';
import { listRecharges } from '../recharges/list-recharges.ts';
import { giveBalance } from './give-balance.ts';

/** A customer's entries by number: amount and time. Two at the end of March have dates in reverse order. */
const movements = [
  [10, '2026-02-28T12:00:00Z'],
  [20, '2026-03-01T00:30:00+06:00'],
  [-1, '2026-03-10T10:00:00Z'],
  [30, '2026-04-01T00:00:05+06:00'],
  [40, '2026-03-31T23:59:58+06:00'],
  [50, '2026-04-15T10:00:00Z'],
] as const;
const march = { from: '2026-03-01', to: '2026-03-31' };

const app = await testApp();
const admin = await makeSignedInAdmin(app);
const customer = await makeCustomer(app);
for (const [amount] of movements) {
  await giveBalance(app.deps, admin.actor, { id: customer.id, amountNanos: dollars(amount) });
}
await date(
  customer,
  movements.map(([, at]) => at),
);

test('a period is days in Dhaka, whichever of two simultaneous entries has the earlier date', async () => {
  expect(await read(march)).toEqual([5, 3, 2]);
  expect(await read({ ...march, sort: 'oldest' })).toEqual([2, 3, 5]);
  expect(await read({ from: '2026-04-01' })).toEqual([6, 4]);
  expect(await read({ to: '2026-02-28' })).toEqual([1]);
  expect(await read({ from: '2026-03-01', to: '2026-03-01' })).toEqual([2]);
  expect(await read({ from: '2026-03-31', to: '2026-03-01' })).toEqual([]);
  expect(await read({})).toEqual([6, 5, 4, 3, 2, 1]);
});

test('a shop in another time zone has other days', async () => {
  await app.db.update(settings).set({ timeZone: 'America/New_York' });
  // The first half hour of March in Dhaka is still February in New York, and that of April is still March.
  expect(await read(march)).toEqual([5, 4, 3]);
  expect(await read({ to: '2026-02-28' })).toEqual([2, 1]);
  await app.db.update(settings).set({ timeZone: 'Asia/Dhaka' });
  expect(await read(march)).toEqual([5, 3, 2]);
});

test.each(['newest', 'oldest'] as const)('a period is read page by page, %s first', async (sort) => {
  const client = app.client(customer.accessToken);
  const first = await client.balance.statement.query({ ...march, sort, limit: 2 });
  const rest = await client.balance.statement.query({ ...march, sort, limit: 2, cursor: first.nextCursor });
  expect(rest.nextCursor).toBeNull();
  const seqs = [...first.items, ...rest.items].map(({ seq }) => seq);
  expect(seqs).toEqual(sort === 'oldest' ? [2, 3, 5] : [5, 3, 2]);
});

test('the sums of a period include only its own entries', async () => {
  const other = await makeCustomer(app, dollars(7));
  const sums = (input: object) => app.client(customer.accessToken).balance.statementSums.query(input);
  expect(await sums(march)).toEqual({ cameIn: '60000000000', wentOut: '1000000000' });
  expect(await sums({})).toEqual({ cameIn: '150000000000', wentOut: '1000000000' });
  expect(await sums({ from: '2030-01-01' })).toEqual({ cameIn: '0', wentOut: '0' });
  await makeOrder(app.db, other);
  expect(await app.client(other.accessToken).balance.statementSums.query({})).toEqual({
    cameIn: '7000000000',
    wentOut: '1000000000',
  });
});

test('the sums of a wallet exceed the largest amount', async () => {
  const person = await makeCustomer(app);
  for (const amount of [1, -1, 1, -1]) {
    await giveBalance(app.deps, admin.actor, { id: person.id, amountNanos: dollars(amount), requestId: randomUUID() });
  }
  await makeMillions(person);
  expect(await app.client(person.accessToken).balance.statementSums.query({})).toEqual({
    cameIn: '18000000000000000',
    wentOut: '18000000000000000',
  });
});

test.each(['2026-02-30', '2026-2-1', '1999-01-01', 'today', "2026-01-01'; select 1"])(
  'the day "%s" is refused',
  async (from) => {
    const client = app.client(customer.accessToken);
    expect(await codeOf(client.balance.statement.query({ from }))).toBe('bad_input');
    expect(await codeOf(client.balance.statementSums.query({ from }))).toBe('bad_input');
  },
);

test('recharges have the requested sort order', async () => {
  const person = await makeCustomer(app);
  const amounts = [5, 9, 5];
  for (const amount of amounts) await makeRecharge(app.db, person, { amountNanos: dollars(amount) });
  const inOrder = async (sort: 'newest' | 'oldest' | 'largest' | 'smallest') => {
    const first = await listRecharges(app.db, person.actor, { sort, limit: 2 });
    const rest = await listRecharges(app.db, person.actor, { sort, limit: 2, cursor: first.nextCursor });
    return [...first.items, ...rest.items].map(({ id, amountNanos }) => [id, amountNanos / 1e9]);
  };
  const oldest = await inOrder('oldest');
  const [first, dear, last] = oldest;
  expect(oldest.map(([, amount]) => amount)).toEqual(amounts);
  expect(await inOrder('newest')).toEqual(oldest.toReversed());
  expect(await inOrder('largest')).toEqual([dear, last, first]);
  expect(await inOrder('smallest')).toEqual([first, last, dear]);
});

async function read(input: { from?: string; to?: string; sort?: 'newest' | 'oldest' }): Promise<number[]> {
  const { items } = await app.client(customer.accessToken).balance.statement.query(input);
  return items.map(({ seq }) => seq);
}

/** Sets the dates of a wallet's entries, which is possible only without the triggers. */
async function date({ id }: Person, moments: readonly string[]): Promise<void> {
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const [index, at] of moments.entries()) {
      await tx.execute(sql`
        update ledger set at = ${at}
        where account_id = (select id from accounts where user_id = ${id}) and seq = ${index + 1}`);
    }
  });
}

/** Turns each dollar that a wallet moved into nine million, which would take years of the largest grants. */
async function makeMillions({ id }: Person): Promise<void> {
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`
      update ledger set amount_nanos = amount_nanos * 9000000
      where account_id = (select id from accounts where user_id = ${id})`);
  });
}
