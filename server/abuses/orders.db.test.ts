import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { orders } from '#db/schema/orders.ts';
import { recharges } from '#db/schema/recharges.ts';
import { users } from '#db/schema/users.ts';
import { micros, nanos } from '#shared/money.ts';
import { getBalance } from '../features/wallet/get-balance.ts';
import { checkLedger } from '../money/check-ledger.ts';
import { apis, expectRefused, restApi, send, trpcApi, written } from '../testing/apis.ts';
import { registerFields, testApp } from '../testing/app.ts';
import { DOLLAR, dollars, makeOrder, makePaymentMethod, makeRecharge, makeService } from '../testing/factories.ts';
import { makeCustomer, type Person } from '../testing/people.ts';

const app = await testApp();
/** $1 per 1000 units. */
const serviceId = (await makeService(app.db)).id;

afterAll(async () => {
  expect((await checkLedger(app.db)).problems).toEqual([]);
});

const ordersOf = ({ id }: Person) => app.db.select().from(orders).where(eq(orders.userId, id));
const balanceOf = async ({ actor }: Person) => (await getBalance(app.db, actor)).balanceNanos;
const MISSING = 999_999_999;

describe('1 double submit', () => {
  test('64 at once with money for 10 are exactly 10 orders', async () => {
    const customer = await makeCustomer(app, dollars(10));
    const placing = Array.from({ length: 64 }, (_, nth) =>
      (nth % 2 ? trpcApi : restApi).placeOrder(app, customer, { serviceId, quantity: 1000 }),
    );
    const statuses = (await Promise.all(placing)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.filter((status) => status === 402)).toHaveLength(54);
    expect(await ordersOf(customer)).toHaveLength(10);
    expect(await balanceOf(customer)).toBe(0);
  });

  test('64 at once of one request are one order', async () => {
    const customer = await makeCustomer(app, dollars(10));
    const order = { serviceId, quantity: 1000, requestId: randomUUID() };
    const placed = await Promise.all(
      Array.from({ length: 64 }, (_, nth) => (nth % 2 ? trpcApi : restApi).placeOrder(app, customer, order)),
    );
    expect(new Set(placed.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(placed.map(({ data }) => Number(data.order?.id ?? data._id))).size).toBe(1);
    expect(await ordersOf(customer)).toHaveLength(1);
    expect(await balanceOf(customer)).toBe(9 * DOLLAR);
  });
});

describe('2 lost response and retry', () => {
  test('an order whose response was lost is found by its request id, and charged once', async () => {
    const customer = await makeCustomer(app, dollars(10));
    const requestId = randomUUID();
    await sendAndHangUp(customer, { serviceId, link: 'https://example.com/post', quantity: 1000, requestId });
    const [stored] = await vi.waitUntil(
      async () => {
        const found = await ordersOf(customer);
        return found.length > 0 && found;
      },
      { timeout: 20_000 },
    );
    for (const api of apis) {
      const retried = await api.placeOrder(app, customer, { serviceId, quantity: 1000, requestId });
      expect(Number(retried.data.order?.id ?? retried.data._id)).toBe(stored?.id);
    }
    expect(await ordersOf(customer)).toHaveLength(1);
    expect(await balanceOf(customer)).toBe(9 * DOLLAR);
  });
});

describe.each(apis)('through $name', (api) => {
  describe('3 odd quantities', () => {
    test.each([
      ['0', 0],
      ['-1', -1],
      ['1.5', 1.5],
      ['1e999', written('1e999')],
      // Older clients send numbers as strings; only the REST API accepts them.
      ['digits as text', api === restApi ? '0x10' : '10'],
      ['"1e3"', '1e3'],
      ['null', null],
      ['2147483648', 2_147_483_648],
    ])('%s is refused and charges nothing', async (_, quantity) => {
      const customer = await makeCustomer(app, dollars(10));
      expectRefused(await api.placeOrder(app, customer, { serviceId, quantity }), 'bad_input');
      expect(await ordersOf(customer)).toEqual([]);
      expect(await balanceOf(customer)).toBe(10 * DOLLAR);
    });
  });

  describe('4 tampered price', () => {
    test.each([
      ['0', 0, 'price_changed'],
      ['-1', -1, 'bad_input'],
      ['1e-9', 1e-9, 'price_changed'],
      ['0.99', 0.99, 'price_changed'],
      ['NaN', written('NaN'), 'bad_input'],
      ['null', null, 'bad_input'],
    ] as const)('%s is refused and charges nothing', async (_, price, code) => {
      const customer = await makeCustomer(app, dollars(10));
      expectRefused(await api.placeOrder(app, customer, { serviceId, quantity: 1000, price }), code);
      expect(await ordersOf(customer)).toEqual([]);
      expect(await balanceOf(customer)).toBe(10 * DOLLAR);
    });
  });

  describe('5 rounding to free', () => {
    test('the smallest order of the cheapest service is charged exactly, to the nano-dollar', async () => {
      const cheapest = await makeService(app.db, { priceMicros: micros(1) });
      const customer = await makeCustomer(app, nanos(15));
      const order = { serviceId: cheapest.id, quantity: 10 };
      expect((await api.placeOrder(app, customer, order)).status).toBe(200);
      expect(await balanceOf(customer)).toBe(5);
      expectRefused(await api.placeOrder(app, customer, order), 'insufficient_balance');
      expect(await balanceOf(customer)).toBe(5);
    });

    test.each([0.001, 0.004, 1e-9])('a recharge of %d dollars, which would be 0 taka, is refused', async (amount) => {
      const customer = await makeCustomer(app);
      const { name } = await makePaymentMethod(app.db);
      const recharge = { method: name, dollars: amount, reference: `TX-${randomUUID()}` };
      expectRefused(await api.requestRecharge(app, customer, recharge), 'bad_input');
    });
  });

  describe('8 mass assignment', () => {
    const riches = { role: 'admin', balance: 1000, balanceNanos: 1000, blocked: false, isDeleted: false, id: 1 };

    test.each(Object.entries(riches))('nobody can register with %s', async (field, value) => {
      const person = registerFields();
      await api.register(app, undefined, { ...person, [field]: value });
      const [made] = await app.db.select().from(users).where(eq(users.userName, person.userName));
      // Older clients send unknown fields. The REST API ignores them, tRPC refuses them.
      expect(made === undefined).toBe(api === trpcApi);
      if (!made) return;
      expect(made).toMatchObject({ role: 'user', blockedAt: null });
      expect(made.id).not.toBe(value);
      expect((await getBalance(app.db, { id: made.id, role: 'user' })).balanceNanos).toBe(0);
    });

    test.each(Object.entries(riches))('nobody can give themselves %s', async (field, value) => {
      const customer = await makeCustomer(app, DOLLAR);
      const email = `${customer.userName}@example.com`;
      const profile = { name: 'New Name', email, phone: '01700000000', [field]: value };
      await api.updateProfile(app, customer, profile);
      const [row] = await app.db.select().from(users).where(eq(users.id, customer.id));
      expect(row).toMatchObject({ id: customer.id, role: 'user', blockedAt: null });
      expect(await balanceOf(customer)).toBe(DOLLAR);
    });

    test('an order is charged by the server and belongs to its caller, whatever else was sent', async () => {
      const [customer, other] = [await makeCustomer(app, DOLLAR), await makeCustomer(app, DOLLAR)];
      const more = { userId: other.id, chargeNanos: 1, status: 'completed', priceMicros: 0 };
      await api.placeOrder(app, customer, { serviceId, quantity: 1000, ...more });
      expect(await ordersOf(other)).toEqual([]);
      for (const placed of await ordersOf(customer))
        expect(placed).toMatchObject({ status: 'pending', chargeNanos: DOLLAR });
      expect(await ordersOf(customer)).toHaveLength(api === trpcApi ? 0 : 1);
    });
  });
});

describe('6 objects of other users', () => {
  test("another user's order is like an unknown one", async () => {
    const [customer, other] = [await makeCustomer(app, DOLLAR), await makeCustomer(app, DOLLAR)];
    const { id } = await makeOrder(app.db, other, { serviceId });
    const read = (orderId: number) =>
      send(app, 'GET', `/trpc/orders.get?input=${encodeURIComponent(JSON.stringify({ id: orderId }))}`, {
        caller: customer,
      });
    const [foreign, missing] = [await read(id), await read(MISSING)];
    expectRefused(foreign, 'not_found');
    expect([foreign.status, foreign.message]).toEqual([missing.status, missing.message]);
  });

  test.each([
    '/trpc/orders.list',
    '/trpc/balance.recharges',
    '/trpc/balance.statement',
    '/api/v1/service/getAllOrders',
    '/api/v1/service/getServiceByUserId',
    '/api/v1/balance/getByUserId',
  ])('%s contains nothing of other users', async (path) => {
    const [customer, other] = [await makeCustomer(app), await makeCustomer(app, DOLLAR)];
    await makeOrder(app.db, other, { serviceId });
    await makeRecharge(app.db, other);
    const query = path.startsWith('/trpc')
      ? `?input=${encodeURIComponent('{}')}`
      : `?userId=${other.id}&id=${other.id}`;
    const { status, data } = await send(app, 'GET', `${path}${query}`, { caller: customer });
    expect(status).toBe(200);
    expect(data.items ?? data.balanceRequest ?? data).toEqual([]);
  });

  test.each(apis)(
    "another user's record can't be read or written through $name, and looks like an unknown one",
    async (api) => {
      const [customer, other] = [await makeCustomer(app), await makeCustomer(app)];
      const recharge = await makeRecharge(app.db, other);
      const order = { email: 'taken-over@example.com', name: 'Taken Over', phone: '01700000000' };
      for (const calls of [
        (id: number) => api.updateProfile(app, customer, { ...order, id: String(id) }),
        (id: number) => api.block(app, customer, { id }),
        (id: number) => api.giveBalance(app, customer, { id, dollars: 1 }),
      ]) {
        const [foreign, missing] = [await calls(other.id), await calls(MISSING)];
        expectRefused(foreign, 'forbidden', 'bad_input');
        expect([foreign.status, foreign.message]).toEqual([missing.status, missing.message]);
      }
      expectRefused(await api.decideRecharge(app, customer, { id: recharge.id, decision: 'approve' }), 'forbidden');
      const [row] = await app.db.select().from(users).where(eq(users.id, other.id));
      expect(row).toMatchObject({ name: 'Some Body', blockedAt: null });
      const [kept] = await app.db.select().from(recharges).where(eq(recharges.id, recharge.id));
      expect(kept).toMatchObject({ status: 'pending' });
      expect(await balanceOf(other)).toBe(0);
    },
  );

  test("another user's request id reveals nothing", async () => {
    const [customer, other] = [await makeCustomer(app, DOLLAR), await makeCustomer(app, DOLLAR)];
    const order = { serviceId, quantity: 1000, requestId: randomUUID() };
    const theirs = await trpcApi.placeOrder(app, other, order);
    for (const api of [trpcApi, restApi]) await api.placeOrder(app, customer, order);
    expect(await ordersOf(other)).toHaveLength(1);
    const own = await ordersOf(customer);
    expect(own).toHaveLength(1);
    expect(own[0]?.id).not.toBe(theirs.data.order.id);
  });
});

/** Sends an order and disconnects before any response. */
function sendAndHangUp(customer: Person, input: object): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = request(`${app.url}/trpc/orders.place`, {
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${customer.accessToken}` },
    });
    call.on('error', reject);
    call.end(JSON.stringify(input), () => {
      call.off('error', reject).on('error', () => undefined);
      call.destroy();
      resolve();
    });
  });
}
