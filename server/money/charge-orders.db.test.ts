import { randomUUID } from 'node:crypto';
import { asc, eq, inArray, sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { closeDb, connect } from '#db/client.ts';
import { accounts, ledger } from '#db/schema/ledger.ts';
import { orders } from '#db/schema/orders.ts';
import { testDatabase } from '#db/testing/database.ts';
import { micros, type Nanos } from '#shared/money.ts';
import type { PlaceOrderInput } from '#shared/orders.ts';
import { placeOrder } from '../features/orders/place-order.ts';
import { DOLLAR, dollars, makeService, makeUser, type TestUser, UNLIMITED } from '../testing/factories.ts';
import { whileWalletIsLocked } from '../testing/locked-wallet.ts';
import { withoutEvents } from '../testing/without-events.ts';
import { type ChargeOutcome, chargeOrder, chargeOrders } from './charge-orders.ts';
import { checkLedger } from './check-ledger.ts';
import { lockWallet } from './wallets.ts';

const database = await testDatabase();
const serviceId = (await makeService(database.db)).id;
afterEach(async () => expect((await checkLedger(database.db)).problems).toEqual([]));

/** 1000 units at $1. */
const order = ({ id }: TestUser, overrides: Partial<PlaceOrderInput> = {}) => ({
  userId: id,
  input: { serviceId, link: '@somebody', quantity: 1000, ...overrides },
});
const customerWith = (balanceNanos: Nanos) => makeUser(database.db, { balanceNanos });
const charge = (...set: ReturnType<typeof order>[]) => chargeOrders(database.db.$client, set);

/** A customer's balance after each order, in dollars, or why it was refused. */
const outcomes = (all: readonly ChargeOutcome[]) =>
  all.map((outcome) => (typeof outcome === 'string' ? outcome : outcome.balanceNanos / DOLLAR));
const entriesOf = ({ id }: TestUser) =>
  database.db
    .select({ seq: ledger.seq, orderId: ledger.orderId, amountNanos: ledger.amountNanos })
    .from(ledger)
    .innerJoin(accounts, eq(accounts.id, ledger.accountId))
    .where(eq(accounts.userId, id))
    .orderBy(asc(ledger.seq));
const countOrders = async (...customers: TestUser[]) =>
  (
    await database.db
      .select()
      .from(orders)
      .where(
        inArray(
          orders.userId,
          customers.map(({ id }) => id),
        ),
      )
  ).length;

describe('a batch of orders', () => {
  it('is checked wallet by wallet, each order against the balance left by earlier ones', async () => {
    const [rich, poor] = [await customerWith(dollars(10)), await customerWith(dollars(2.5))];
    const all = await charge(order(rich), order(poor), order(rich), order(poor), order(poor), order(rich));
    expect(outcomes(all)).toEqual([9, 1.5, 8, 0.5, 'not_taken', 7]);
  });

  it("numbers each wallet's entries without a gap, and orders in the given order", async () => {
    const [one, other] = [await customerWith(dollars(10)), await customerWith(dollars(10))];
    const all = await charge(order(one), order(other), order(one, { quantity: 2000 }), order(other), order(one));
    const ids = all.map((outcome) => (typeof outcome === 'string' ? 0 : outcome.order.id));
    expect(ids.toSorted((a, b) => a - b)).toEqual(ids);
    expect((await entriesOf(one)).slice(1)).toEqual([
      { seq: 2, orderId: ids[0], amountNanos: -DOLLAR },
      { seq: 3, orderId: ids[2], amountNanos: -2 * DOLLAR },
      { seq: 4, orderId: ids[4], amountNanos: -DOLLAR },
    ]);
  });

  it('returns what was written', async () => {
    const customer = await customerWith(dollars(10));
    const [placed] = await charge(order(customer, { requestId: randomUUID() }), order(customer));
    if (typeof placed !== 'object') throw new Error('it was not taken');
    const [row] = await database.db.select().from(orders).where(eq(orders.id, placed.order.id));
    const { startCount, remains, ...stored } = placed.order;
    expect(row).toMatchObject(stored);
    expect([startCount, remains]).toEqual([null, null]);
  });

  it('refuses orders of blocked users or without a wallet, and accepts every other', async () => {
    const [customer, blocked] = [await customerWith(dollars(10)), await customerWith(dollars(10))];
    await database.db.execute(sql`update users set blocked_at = now() where id = ${blocked.id}`);
    const all = await charge(order(blocked), order({ ...customer, id: 999_999 }), order(customer));
    expect(outcomes(all)).toEqual(['not_taken', 'wallet_held', 9]);
  });

  it('accepts an order of a free service, which has no entry', async () => {
    const free = await makeService(database.db, { priceMicros: micros(0) });
    const customer = await customerWith(dollars(1));
    const all = await charge(
      order(customer, { serviceId: free.id }),
      order(customer),
      order(customer, { serviceId: free.id }),
      order(customer),
    );
    expect(outcomes(all)).toEqual([1, 0, 0, 'not_taken']);
    expect(await entriesOf(customer)).toHaveLength(2);
  });

  it('accepts the first of several orders with one request id of one customer, and none that was placed before', async () => {
    const [customer, other] = [await customerWith(dollars(10)), await customerWith(dollars(10))];
    const requestId = randomUUID();
    const same = order(customer, { requestId });
    expect(outcomes(await charge(same, same, order(customer), order(other, { requestId })))).toEqual([
      9,
      'not_taken',
      8,
      9,
    ]);
    expect(outcomes(await charge(same, order(customer)))).toEqual(['not_taken', 7]);
  });

  it('skips a wallet locked by another transaction, without waiting for it', async () => {
    const [held, free] = [await customerWith(dollars(10)), await customerWith(dollars(10))];
    const aside = connect(database.url, { max: 1 });
    await aside.transaction(async (tx) => {
      await lockWallet(tx, held.id);
      expect(outcomes(await charge(order(held), order(free), order(held)))).toEqual(['wallet_held', 9, 'wallet_held']);
    });
    await closeDb(aside);
    expect(await countOrders(held)).toBe(0);
  });

  it('has no effect if the database refuses part of it', async () => {
    const customer = await customerWith(dollars(10));
    await expect(charge(order(customer), order(customer, { link: 'nul\u0000' }), order(customer))).rejects.toThrow();
    expect(await countOrders(customer)).toBe(0);
  });

  it('of none sends nothing', async () => {
    expect(await chargeOrders({ unsafe: () => Promise.reject(new Error('asked')) } as never, [])).toEqual([]);
  });
});

it('a single order is one prepared statement, which waits for a locked wallet', async () => {
  const customer = await customerWith(dollars(10));
  const db = connect(database.url, { max: 1 });
  await chargeOrder(db, order(customer));
  const statements: string[] = [];
  db.$client.options.debug = (_connection, statement) => void statements.push(statement.trim().split(' ', 1).join());
  expect((await chargeOrder(db, order(customer)))?.balanceNanos).toBe(8 * DOLLAR);
  expect(statements.splice(0)).toEqual(['with']);
  const [placed] = await whileWalletIsLocked(database.url, customer.id, async (countWaiting) => {
    const charging = chargeOrder(db, order(customer));
    await expect.poll(countWaiting).toBe(1);
    return [charging];
  });
  expect(placed?.balanceNanos).toBe(7 * DOLLAR);
  expect(statements).toEqual(['with']);
  await closeDb(db);
});

it('two processes with the same customers and request ids accept each once, and never overspend', async () => {
  const customers = await Promise.all(Array.from({ length: 4 }, () => customerWith(dollars(10))));
  const processes = [connect(database.url, { max: 4 }), connect(database.url, { max: 4 })];
  const requests = customers.flatMap((customer) =>
    Array.from({ length: 16 }, () => ({ customer, input: { ...order(customer).input, requestId: randomUUID() } })),
  );
  const answers = await Promise.all(
    processes.map((db) =>
      Promise.all(
        requests.map(({ customer, input }) =>
          placeOrder(withoutEvents(db), customer.actor, input, UNLIMITED).then(
            (placed) => JSON.stringify(placed),
            () => 'refused',
          ),
        ),
      ),
    ),
  );
  await Promise.all(processes.map(closeDb));
  const told = requests.map(
    (_, index) => new Set(answers.map((each) => each[index]).filter((each) => each !== 'refused')),
  );
  expect(told.filter(({ size }) => size > 1)).toEqual([]);
  expect(told.filter(({ size }) => size === 1)).toHaveLength(40);
  expect(await countOrders(...customers)).toBe(40);
});
