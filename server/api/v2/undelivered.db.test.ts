import { eq, sql } from 'drizzle-orm';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { undeliveredOrders } from '#db/schema/order-parts.ts';
import { orders } from '#db/schema/orders.ts';
import { deleteUndelivered } from '../../features/orders/undelivered-orders.ts';
import { checkLedger } from '../../money/check-ledger.ts';
import { testApp } from '../../testing/app.ts';
import { dollars, makeService } from '../../testing/factories.ts';
import { makeKey } from '../../testing/keys.ts';
import { whileWalletIsLocked } from '../../testing/locked-wallet.ts';
import { startSecondApp } from '../../testing/second-app.ts';
import { makeTrader, postTrade, type Trader } from '../../testing/trade.ts';

const app = await testApp();
const second = await startSecondApp(app);
const service = (await makeService(app.db)).id;

afterAll(async () => {
  expect((await checkLedger(app.db)).problems).toEqual([]);
  await second.close();
});

const add = { action: 'add', service: String(service), link: 'https://example.com/lost', quantity: '1000' };

/** Adds an order, and returns its id. */
async function place(
  { key }: Pick<Trader, 'key'>,
  fields: Record<string, string> = {},
  server = app.url,
): Promise<number> {
  const { body } = await postTrade({ url: server }, new URLSearchParams({ key, ...add, ...fields }));
  expect(body).toEqual({ order: expect.any(Number) });
  return (body as { order: number }).order;
}

/** Adds an order, disconnects while it is charged, and waits until that is noted. */
async function lose(trader: Trader, whileLocked: () => Promise<unknown>[] = () => []): Promise<unknown[]> {
  return whileWalletIsLocked(app.databaseUrl, trader.id, async (countWaiting) => {
    const client = new AbortController();
    const lost = fetch(`${app.url}/api/v2`, {
      method: 'POST',
      body: new URLSearchParams({ key: trader.key, ...add }),
      signal: client.signal,
    });
    await vi.waitFor(async () => expect(await countWaiting()).toBe(1));
    client.abort();
    await expect(lost).rejects.toThrow();
    await vi.waitFor(async () => expect(await app.db.$count(undeliveredOrders)).toBe(1));
    return whileLocked();
  });
}

/** Adds an order, and disconnects while its service is read. */
async function leaveBeforeCharge({ key }: Trader): Promise<void> {
  const client = new AbortController();
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`lock table services in access exclusive mode`);
    const body = new URLSearchParams({ key, ...add });
    const lost = fetch(`${app.url}/api/v2`, { method: 'POST', body, signal: client.signal });
    await vi.waitFor(async () => {
      const waiting = await app.db.execute(
        sql`select from pg_locks where not granted and relation = 'services'::regclass`,
      );
      expect(waiting).toHaveLength(1);
    });
    client.abort();
    await expect(lost).rejects.toThrow();
  });
}

const ordersOf = async ({ id }: Trader) => {
  await vi.waitFor(async () => expect(await app.db.$count(orders, eq(orders.userId, id))).toBeGreaterThan(0));
  return (await app.db.select({ id: orders.id }).from(orders).where(eq(orders.userId, id))).map((order) => order.id);
};

const rich = () => makeTrader(app, { balanceNanos: dollars(9) });

describe('an add without request_id', () => {
  it('gets the order whose answer was lost, once, also from another server', async () => {
    const trader = await rich();
    await lose(trader);
    const [lost] = await ordersOf(trader);
    expect(await place(trader, {}, second.url)).toBe(lost);
    expect(await place(trader)).not.toBe(lost);
    expect(await ordersOf(trader)).toHaveLength(2);
  });

  it('gets it while it is still being placed', async () => {
    const trader = await rich();
    const [repeated] = await lose(trader, () => [place(trader, {}, second.url)]);
    expect(await ordersOf(trader)).toEqual([repeated]);
  });

  it('whose answer is lost again leaves it for the next one', async () => {
    const trader = await rich();
    await lose(trader);
    const [lost] = await ordersOf(trader);
    await lose(trader);
    expect(await place(trader)).toBe(lost);
  });

  it('whose caller leaves before the charge leaves the lost order for the next one', async () => {
    const trader = await rich();
    await lose(trader);
    const [lost] = await ordersOf(trader);
    await leaveBeforeCharge(trader);
    await vi.waitFor(async () => expect(await app.db.$count(undeliveredOrders)).toBe(1));
    expect(await place(trader)).toBe(lost);
  });

  it('that is refused leaves the lost order for the next one', async () => {
    const trader = await rich();
    await lose(trader);
    const [lost] = await ordersOf(trader);
    const { body } = await trader.call({ ...add, rate: '77' });
    expect(body).toEqual({ error: expect.any(String) });
    expect(await place(trader)).toBe(lost);
  });

  it.each([
    ['of another link', { link: 'https://example.com/other' }],
    ['of another quantity', { quantity: '500' }],
    ['with a request_id', { request_id: '00000000-0000-4000-8000-000000000007' }],
  ])('%s is another order', async (_, fields) => {
    const trader = await rich();
    await lose(trader);
    const [lost] = await ordersOf(trader);
    expect(await place(trader, fields)).not.toBe(lost);
    expect(await place(trader)).toBe(lost);
  });

  it('by another key of the customer is another order', async () => {
    const trader = await rich();
    await lose(trader);
    const [lost] = await ordersOf(trader);
    const { accessToken: key } = await makeKey(app, trader, { scopes: ['order'] });
    expect(await place({ key })).not.toBe(lost);
    expect(await place(trader)).toBe(lost);
  });

  it('after a minute is another order, and the housekeeping forgets the first', async () => {
    const trader = await rich();
    await lose(trader);
    const [lost] = await ordersOf(trader);
    await app.db.update(undeliveredOrders).set({ at: sql`now() - interval '61 seconds'` });
    expect(await place(trader)).not.toBe(lost);
    await deleteUndelivered(app.db);
    expect(await app.db.$count(undeliveredOrders)).toBe(0);
  });

  it('whose caller has left before it is charged is not placed', async () => {
    const trader = await rich();
    await leaveBeforeCharge(trader);
    const placed = await place(trader);
    expect(await ordersOf(trader)).toEqual([placed]);
  });
});
