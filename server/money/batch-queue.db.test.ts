import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { closeDb, connect, type Db } from '#db/client.ts';
import type { ConnectionOptions } from '#db/connection.ts';
import { pgErrorOf } from '#db/errors.ts';
import { orderComments } from '#db/schema/order-parts.ts';
import { testDatabase } from '#db/testing/database.ts';
import type { PlaceOrderInput } from '#shared/orders.ts';
import { DOLLAR, dollars, makeService, makeUser, type TestUser } from '../testing/factories.ts';
import { whileWalletIsLocked } from '../testing/locked-wallet.ts';
import { chargeInBatch, observeBatches } from './batch-queue.ts';
import { checkLedger } from './check-ledger.ts';
import { readWallet } from './wallets.ts';

const database = await testDatabase();
const serviceId = (await makeService(database.db)).id;
afterEach(async () => expect((await checkLedger(database.db)).problems).toEqual([]));

const PATIENCE = { timeout: 60_000 };

/** A server with its own queues, and the sizes of its batches. */
function startServer(options: ConnectionOptions = {}) {
  const db = connect(database.url, { max: 20, ...options });
  onTestFinished(() => closeDb(db));
  const batches: number[] = [];
  observeBatches(db, (orders) => batches.push(orders));
  return { db, batches };
}

/** 1000 units at $1. */
const place = (db: Db, { id }: TestUser, overrides: Partial<PlaceOrderInput> = {}) =>
  chargeInBatch(db, { userId: id, input: { serviceId, link: '@somebody', quantity: 1000, ...overrides } });
const many = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index));
const customerWith = (amount: number) => makeUser(database.db, { balanceNanos: dollars(amount) });
const balanceOf = async ({ id }: TestUser) => (await readWallet(database.db, id)).balanceNanos / DOLLAR;
const patient = { lockTimeoutMs: 0, statementTimeoutMs: 0 };

it('orders of a locked wallet wait together, with one connection of each server', PATIENCE, async () => {
  const customer = await customerWith(100);
  const servers = [startServer(patient), startServer(patient)];
  const placed = await whileWalletIsLocked(database.url, customer.id, async (countWaiting) => {
    const first = servers.map(({ db }) => place(db, customer));
    await expect.poll(countWaiting, PATIENCE).toBe(2);
    const others = servers.flatMap(({ db }) => many(20, () => place(db, customer)));
    await new Promise(setImmediate);
    expect(await countWaiting()).toBe(2);
    return [...first, ...others];
  });
  expect(placed.filter(Boolean)).toHaveLength(42);
  expect(await balanceOf(customer)).toBe(58);
  // Two batches skipped the first order before it waited for the lock.
  for (const { batches } of servers) expect(batches).toEqual([1, 1, 1, 20]);
});

it(
  'of two servers with money for half of the orders, each charges in batches and none too many',
  PATIENCE,
  async () => {
    const customer = await customerWith(300);
    const servers = [startServer(), startServer()];
    /** Clients that send an order after each response. */
    const clients = servers.flatMap(({ db }) =>
      many(30, async () => {
        const answers: boolean[] = [];
        for (let nth = 0; nth < 10; nth++) answers.push((await place(db, customer)) !== undefined);
        return answers;
      }),
    );
    const accepted = (await Promise.all(clients)).flat().filter(Boolean);
    expect(accepted).toHaveLength(300);
    expect(await balanceOf(customer)).toBe(0);
    for (const { batches } of servers) expect(batches).not.toContain(1);
  },
);

it('customers do not wait for many locked wallets, which hold at most four connections', PATIENCE, async () => {
  const { db } = startServer(patient);
  const all = await Promise.all(many(14, () => customerWith(10)));
  // Of one queue: the one that has more of them, because ids have gaps.
  const ofQueue = [0, 1].map((queue) => all.filter(({ id }) => id % 2 === queue));
  const [free, ...stuck] = ofQueue.find(({ length }) => length >= 7) as [TestUser, ...TestUser[]];
  expect(stuck.length).toBeGreaterThan(4);
  const ids = stuck.map(({ id }) => id);
  const late = await whileWalletIsLocked(database.url, ids, async (countWaiting) => {
    const held = stuck.flatMap((customer) => many(2, () => place(db, customer)));
    await expect.poll(countWaiting, PATIENCE).toBe(4);
    for (let nth = 1; nth <= 5; nth++) expect((await place(db, free))?.balanceNanos).toBe(dollars(10 - nth));
    expect(await countWaiting()).toBe(4);
    return held;
  });
  expect(late.filter(Boolean)).toHaveLength(2 * stuck.length);
});

it('orders that have waited for the lock for too long fail together, and have no effect', PATIENCE, async () => {
  const customer = await customerWith(10);
  const { db, batches } = startServer({ lockTimeoutMs: 300 });
  const codeOf = (charging: Promise<unknown>) =>
    charging.then(
      () => 'placed',
      (error: unknown) => pgErrorOf(error)?.code,
    );
  const codes = await whileWalletIsLocked(database.url, customer.id, async (countWaiting) => {
    const first = codeOf(place(db, customer));
    await expect.poll(countWaiting, PATIENCE).toBe(1);
    const all = [first, ...many(9, () => codeOf(place(db, customer)))];
    await Promise.all(all);
    return all;
  });
  expect(codes).toEqual(many(10, () => '55P03'));
  const [, , , ...together] = batches;
  // On a slow machine other batches skip them again before.
  expect(new Set(together)).toEqual(new Set([9]));
  expect((await place(db, customer))?.balanceNanos).toBe(dollars(9));
});

it('two servers with the same request ids place each order once, and none alone', PATIENCE, async () => {
  const customer = await customerWith(100);
  const servers = [startServer(patient), startServer(patient)];
  const requestIds = many(20, () => randomUUID());
  const placed = await whileWalletIsLocked(database.url, customer.id, async (countWaiting) => {
    const first = servers.map(({ db }) => place(db, customer));
    await expect.poll(countWaiting, PATIENCE).toBe(2);
    return [
      ...first,
      ...servers.flatMap(({ db }) => requestIds.map((requestId) => place(db, customer, { requestId }))),
    ];
  });
  expect(placed.filter(Boolean)).toHaveLength(22);
  for (const { batches } of servers) expect(batches).toEqual([1, 1, 1, 20]);
});

it('a refused order in a contended batch does not affect its neighbours', PATIENCE, async () => {
  const customer = await customerWith(10);
  const { db } = startServer(patient);
  const outcomes = await whileWalletIsLocked(database.url, customer.id, async (countWaiting) => {
    const first = place(db, customer);
    await expect.poll(countWaiting, PATIENCE).toBe(1);
    const others = ['@a', 'nul\u0000', '@b'].map((link) => place(db, customer, { link }));
    return [first, ...others].map((charging) =>
      charging.then(
        () => 'placed',
        () => 'refused',
      ),
    );
  });
  expect(outcomes).toEqual(['placed', 'placed', 'refused', 'placed']);
});

it('customers do not wait for a single order of another one that hangs', PATIENCE, async () => {
  const all = await Promise.all(many(3, () => customerWith(10)));
  // Of one queue: two of three are.
  const ofOne = [0, 1].map((queue) => all.filter(({ id }) => id % 2 === queue)).find(({ length }) => length > 1);
  const [hanging, free] = ofOne as [TestUser, TestUser];
  const { db } = startServer(patient);
  await database.db.execute(sql`
    create function wait_for_the_test() returns trigger language plpgsql as $$
    begin
      if new.link = '@hangs' then perform pg_advisory_xact_lock_shared(42); end if;
      return new;
    end $$`);
  await database.db.execute(
    sql`create trigger hangs before insert on orders for each row execute function wait_for_the_test()`,
  );
  const late = await database.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(42)`);
    const held = place(db, hanging, { link: '@hangs' });
    await new Promise(setImmediate);
    const [placed, sameCustomer] = [await place(db, free), place(db, hanging)];
    expect(placed?.balanceNanos).toBe(dollars(9));
    return [held, sameCustomer];
  });
  expect((await Promise.all(late)).filter(Boolean)).toHaveLength(2);
  await database.db.execute(sql`drop trigger hangs on orders`);
});

it('orders with many comments are charged in small batches, each with its own', PATIENCE, async () => {
  const { db, batches } = startServer(patient);
  const customer = await customerWith(10);
  const { id } = await makeService(db, { type: 'custom_comments' });
  const commentsOf = (nth: number) => [`Order ${nth}`, 'ক'.repeat(16_000)];
  const placed = await Promise.all([
    ...many(80, (nth) => place(db, customer, { serviceId: id, quantity: undefined, comments: commentsOf(nth) })),
    place(db, customer, { quantity: 10 }),
  ]);
  expect(placed.every(Boolean)).toBe(true);
  const rows = await db.select().from(orderComments);
  const textBy = new Map(rows.map(({ orderId, comments }) => [orderId, comments]));
  expect(placed.map((each) => textBy.get(each?.order.id ?? 0))).toEqual([
    ...many(80, (nth) => commentsOf(nth).join('\n')),
    undefined,
  ]);
  expect(Math.max(...batches)).toBe(32);
});
