import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { orderBatches, orders } from '#db/schema/orders.ts';
import { micros, type Nanos } from '#shared/money.ts';
import { checkLedger } from '../../money/check-ledger.ts';
import { type SignedInUser, type TestClient, testApp } from '../../testing/app.ts';
import { DOLLAR, dollars, giveMoney, makeService } from '../../testing/factories.ts';
import { whileWalletIsLocked } from '../../testing/locked-wallet.ts';
import { registerWith } from '../../testing/people.ts';
import { codeOf } from '../../testing/refusal.ts';
import { startSecondApp } from '../../testing/second-app.ts';

const app = await testApp();
const second = await startSecondApp(app);
const serviceId = (await makeService(app.db)).id;
const freeId = (await makeService(app.db, { priceMicros: micros(0) })).id;

afterAll(async () => {
  expect((await checkLedger(app.db)).problems).toEqual([]);
  await second.close();
});

const customerWith = (balanceNanos: Nanos) => registerWith(app, balanceNanos);

/** $1. */
const line = (overrides: object = {}) => ({ serviceId, link: '@first', quantity: 1000, ...overrides });
const refused = () => line({ quantity: 1 });
const place = (client: TestClient, requestId: string, input = line()) =>
  client.orders.place.mutate({ ...input, requestId });
const placeMany = (client: TestClient, requestId: string, lines: ReturnType<typeof line>[]) =>
  client.orders.placeMany.mutate({ lines, requestId });
const ordersOf = ({ user }: SignedInUser) =>
  app.db.select().from(orders).where(eq(orders.userId, user.id)).orderBy(asc(orders.id));
const balanceOf = async ({ client }: SignedInUser) => (await client.balance.get.query()).balanceNanos;

/** The single order's input in the first line, another input, many lines, and a first line that is refused. */
const calls = [
  ['the same line', () => [line()]],
  ['the same line and another', () => [line(), line({ link: '@second' })]],
  ['other lines', () => [line({ link: '@second' }), line({ link: '@third' })]],
  ['a first line that is refused', () => [refused(), line()]],
  ['a free line', () => [line({ serviceId: freeId })]],
] as const;

describe.each(calls)('one key for orders.place and for orders.placeMany of %s placed both', (_, linesOf) => {
  it('an order first', async () => {
    const customer = await customerWith(dollars(10));
    const key = randomUUID();
    const { order } = await place(customer.client, key);
    expect(await codeOf(placeMany(customer.client, key.toUpperCase(), linesOf()))).toBe('idempotency_conflict');
    expect((await place(customer.client, key)).order).toEqual(order);
    expect(await ordersOf(customer)).toHaveLength(1);
    expect(await balanceOf(customer)).toBe(9 * DOLLAR);
  });

  it('many first', async () => {
    const customer = await customerWith(dollars(10));
    const key = randomUUID();
    const first = await placeMany(customer.client, key, linesOf());
    const placed = await ordersOf(customer);
    for (const input of linesOf()) {
      expect(await codeOf(place(customer.client, key, input))).toBe('idempotency_conflict');
    }
    expect(await placeMany(customer.client, key.toUpperCase(), linesOf())).toEqual(first);
    expect(await ordersOf(customer)).toEqual(placed);
  });

  it('both at once, at two servers', async () => {
    for (const isFirst of [true, false]) {
      const customer = await customerWith(dollars(10));
      const key = randomUUID();
      const otherClient = second.client(customer.accessToken);
      // Both wait for the wallet, so the later one has not seen the rows of the earlier one.
      const [single, many] = await whileWalletIsLocked(app.databaseUrl, customer.user.id, async (countWaiting) => {
        const start = {
          single: () => outcomeOf(place(isFirst ? customer.client : otherClient, key)),
          many: () => outcomeOf(placeMany(isFirst ? otherClient : customer.client, key, linesOf())),
        };
        const order = isFirst ? (['single', 'many'] as const) : (['many', 'single'] as const);
        const started = { single: Promise.resolve(''), many: Promise.resolve('') };
        for (const [nth, which] of order.entries()) {
          started[which] = start[which]();
          await expect.poll(countWaiting, { interval: 5, timeout: 30_000 }).toBe(nth + 1);
        }
        return [started.single, started.many];
      });
      expect([single, many].toSorted()).toEqual(['done', 'idempotency_conflict']);
      const placed = await ordersOf(customer);
      const wanted = single === 'done' ? 1 : linesOf().filter(({ quantity }) => quantity > 1).length;
      expect(placed).toHaveLength(wanted);
    }
  });
});

it('one key, sent to both procedures of two servers many times at once, is used by only one of them', async () => {
  for (let round = 0; round < 10; round++) {
    const customer = await customerWith(dollars(20));
    const key = randomUUID();
    const clients = [customer.client, second.client(customer.accessToken)];
    const many = () => clients.map((client) => outcomeOf(placeMany(client, key, [refused(), line(), line()])));
    const single = () => clients.map((client) => outcomeOf(place(client, key)));
    const singles = [single(), single()];
    const manies = [many(), many()];
    const [one, several] = await Promise.all([Promise.all(singles.flat()), Promise.all(manies.flat())]);
    expect([new Set(one).size, new Set(several).size]).toEqual([1, 1]);
    expect([one[0], several[0]].toSorted()).toEqual(['done', 'idempotency_conflict']);
    expect(await ordersOf(customer)).toHaveLength(one[0] === 'done' ? 1 : 2);
  }
});

it('a call that placed nothing does not use up its key', async () => {
  const customer = await customerWith(dollars(5));
  const key = randomUUID();
  await placeMany(customer.client, key, [refused()]);
  expect((await place(customer.client, key)).balanceNanos).toBe(4 * DOLLAR);
});

it("the line with the call's key keeps its index when earlier lines are placed later", async () => {
  const customer = await customerWith(dollars(3));
  const key = randomUUID();
  const lines = [line({ quantity: 4000 }), line(), line({ link: '@second' })];
  const first = await placeMany(customer.client, key, lines);
  await giveMoney(app.db, customer.user.id, dollars(4));
  const { results } = await placeMany(customer.client, key, lines);
  expect(results.slice(1)).toEqual(first.results.slice(1));
  expect(results[0]).toMatchObject({ order: { quantity: 4000 } });
  expect(await ordersOf(customer)).toHaveLength(3);
  const bearers = await app.db
    .select({ line: orderBatches.line })
    .from(orderBatches)
    .innerJoin(orders, eq(orders.id, orderBatches.orderId))
    .where(eq(orders.userId, customer.user.id));
  expect(bearers).toEqual([{ line: 1 }]);
});

it('the database itself refuses a second order with the key, and any change of its line', async () => {
  const customer = await customerWith(dollars(5));
  const key = randomUUID();
  await placeMany(customer.client, key, [refused(), line()]);
  const [order] = await ordersOf(customer);
  const again = app.db.insert(orders).values({ ...order, id: undefined } as typeof orders.$inferInsert);
  await expect(again).rejects.toMatchObject({ cause: { constraint_name: 'orders_request_key' } });
  await expect(app.db.update(orderBatches).set({ line: 0 })).rejects.toMatchObject({ cause: { code: '23001' } });
  await expect(app.db.delete(orderBatches)).rejects.toMatchObject({ cause: { code: '23001' } });
});

/** `ok`, or the error of a call. */
async function outcomeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'done',
    () => codeOf(call).then(String),
  );
}
