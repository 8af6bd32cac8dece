import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { thenOrders } from '#db/schema/recharges.ts';
import { services } from '#db/schema/services.ts';
import { users } from '#db/schema/users.ts';
import { micros, nanos } from '#shared/money.ts';
import type { ThenOrder } from '#shared/then-orders.ts';
import { pauseOutgoing } from '../base/queue/pause-outgoing.ts';
import { checkLedger } from '../money/check-ledger.ts';
import { type SignedInUser, testApp } from '../testing/app.ts';
import { DOLLAR, dollars, makePaymentMethod, makeThenOrder } from '../testing/factories.ts';
import { startTestQueue, workOff } from '../testing/queue.ts';
import { codeOf } from '../testing/refusal.ts';
import { thenOrdersKind } from './then-orders.ts';

const app = await testApp({ env: { RECHARGE_REQUESTS_PER_10_MINUTES: '1000' } });
const admin = await app.createAdminUser();
const method = (await makePaymentMethod(app.db)).name;
const kind = thenOrdersKind(app.deps);
const work = () => workOff(app.db, kind);

beforeEach(async () => {
  await app.db.update(thenOrders).set({ state: 'ended', dueAt: null }).where(eq(thenOrders.state, 'waiting'));
});

function request({ client }: SignedInUser, thenOrder?: ThenOrder, requestId: string = randomUUID()) {
  const reference = `TX${randomUUID().slice(0, 12)}`;
  return client.balance.requestRecharge.mutate({
    method,
    amountNanos: dollars(10),
    reference,
    requestId,
    ...(thenOrder && { thenOrder }),
  });
}

/** A customer without balance, whose order of $1 waits for a recharge of $10. */
async function makeWaiting(overrides: Partial<ThenOrder> = {}) {
  const customer = await app.registerUser();
  const order = await makeThenOrder(app.db, overrides);
  const { id } = await request(customer, order);
  return {
    ...{ customer, order, id },
    read: async () => (await customer.client.balance.recharge.query({ id })).thenOrder,
    decide: (decision: 'approve' | 'reject' = 'approve') =>
      admin.client.admin.recharges.decide.mutate({ id, decision }),
    orders: async () => (await customer.client.orders.list.query({})).items,
    callBack: () => customer.client.balance.callBack.mutate({ id }),
  };
}

type Waiting = Awaited<ReturnType<typeof makeWaiting>>;

async function age(id: number, days: number) {
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`update then_orders set created_at = created_at - make_interval(days => ${days}),
      due_at = due_at - make_interval(days => ${days}) where recharge_id = ${id}`);
  });
}

describe('an order that waits for a recharge', () => {
  it('is placed once after the approval, also while everything outgoing is paused', async () => {
    const { order, customer, ...waiting } = await makeWaiting();
    expect(await waiting.read()).toEqual({ state: 'waiting', reason: null, orderId: null, order });
    expect(await work()).toBe(0);
    await waiting.decide();
    await pauseOutgoing(app.db, 'Restored from a backup');
    expect(await work()).toBe(1);
    const [placed, ...more] = await waiting.orders();
    expect(more).toEqual([]);
    expect(placed).toMatchObject({ serviceId: order.serviceId, link: order.link, quantity: 1000, chargeNanos: DOLLAR });
    expect(await waiting.read()).toEqual({ state: 'placed', reason: null, orderId: placed?.id, order });
    expect((await customer.client.balance.get.query()).balanceNanos).toBe(9 * DOLLAR);
    expect(await customer.client.orders.get.query({ requestId: order.requestId })).toMatchObject({ id: placed?.id });
    expect(await work()).toBe(0);
  });

  it('is placed by the queue as soon as it is due, by whichever of two workers', async () => {
    const waiting = await makeWaiting();
    const queues = [1, 2].map(() =>
      startTestQueue({ db: app.db, url: app.databaseUrl }, [thenOrdersKind(app.deps)], { events: app.deps.events }),
    );
    await waiting.decide();
    await expect.poll(waiting.read, { timeout: 8_000 }).toMatchObject({ state: 'placed' });
    await Promise.all(queues.map((queue) => queue.stop()));
    expect(await waiting.orders()).toHaveLength(1);
  });

  const prices: [what: string, priceMicros: number, chargeNanos: number][] = [
    ['the same price', 1_000_000, DOLLAR],
    ['a lower price', 700_000, 700_000_000],
  ];
  it.each(prices)(
    'is placed at %s, also if the worker dies before it stores that',
    async (_what, price, chargeNanos) => {
      const waiting = await makeWaiting();
      await waiting.decide();
      const { serviceId } = waiting.order;
      await app.db
        .update(services)
        .set({ priceMicros: micros(price) })
        .where(eq(services.id, serviceId));
      // The database refuses the outcome: the order stands, and the row waits.
      await app.db.execute(sql`alter table then_orders add constraint dies check (state <> 'placed') not valid`);
      await expect(work()).rejects.toThrow();
      await app.db.execute(sql`alter table then_orders drop constraint dies`);
      const [placed] = await waiting.orders();
      expect(placed).toMatchObject({ chargeNanos });
      expect(await waiting.read()).toMatchObject({ state: 'waiting' });
      expect(await codeOf(waiting.callBack())).toBe('already_decided');
      // The price has changed again, and what is placed is placed.
      await app.db
        .update(services)
        .set({ priceMicros: micros(5_000_000) })
        .where(eq(services.id, serviceId));
      await age(waiting.id, 8);
      await app.db.execute(sql`update then_orders set due_at = now() where recharge_id = ${waiting.id}`);
      expect(await work()).toBe(1);
      expect(await waiting.read()).toMatchObject({ state: 'placed', orderId: placed?.id });
      expect(await waiting.orders()).toHaveLength(1);
    },
  );

  const changes: [code: string, (waiting: Waiting) => Promise<unknown>][] = [
    [
      'price_changed',
      ({ order }) =>
        app.db
          .update(services)
          .set({ priceMicros: micros(1_000_001) })
          .where(eq(services.id, order.serviceId)),
    ],
    [
      'service_not_found',
      ({ order }) => app.db.update(services).set({ hidden: true }).where(eq(services.id, order.serviceId)),
    ],
    [
      'quantity_out_of_range',
      ({ order }) => app.db.update(services).set({ max: 999 }).where(eq(services.id, order.serviceId)),
    ],
    [
      'link_does_not_fit',
      ({ order }) => app.db.update(services).set({ platform: 'facebook' }).where(eq(services.id, order.serviceId)),
    ],
    [
      'insufficient_balance',
      ({ customer, order }) =>
        customer.client.orders.place.mutate({
          serviceId: order.serviceId,
          link: 'https://example.com/other',
          quantity: 9_500,
        }),
    ],
    [
      'blocked',
      ({ customer }) => app.db.update(users).set({ blockedAt: sql`now()` }).where(eq(users.id, customer.user.id)),
    ],
  ];
  it.each(changes)('asks as %s, and is not tried again', async (code, change) => {
    const waiting = await makeWaiting({ link: 'https://instagram.com/p/Cabcdefghij/', fit: 'ask' });
    await waiting.decide();
    await change(waiting);
    expect(await work()).toBe(1);
    await app.db.update(users).set({ blockedAt: null });
    expect(await waiting.read()).toMatchObject({ state: 'asks', reason: code, orderId: null });
    expect(await codeOf(waiting.callBack())).toBe('already_decided');
    expect(await work()).toBe(0);
    // Another may wait then.
    await request(waiting.customer, await makeThenOrder(app.db));
  });

  it('waits while its customer orders too often', async () => {
    const waiting = await makeWaiting();
    await waiting.decide();
    const limited = thenOrdersKind({
      ...app.deps,
      config: { limits: { ...app.deps.config.limits, ordersPerMinute: 0 } },
    });
    expect(await workOff(app.db, limited)).toBe(1);
    expect(await waiting.read()).toMatchObject({ state: 'waiting' });
    const [row] = await app.db.select().from(thenOrders).where(eq(thenOrders.rechargeId, waiting.id));
    expect(row?.dueAt).toBeInstanceOf(Date);
  });

  it('asks where less was credited than its customer asked for', async () => {
    const { id, ...waiting } = await makeWaiting();
    await app.db.execute(sql`update recharges set status = 'approved', decided_by = ${admin.user.id}, decided_at = now(), credited_nanos = 9000000000,
      received_poisha = 113400 where id = ${id}`);
    await app.db.update(thenOrders).set({ dueAt: sql`now()` }).where(eq(thenOrders.rechargeId, id));
    await work();
    expect(await waiting.read()).toMatchObject({ state: 'asks', reason: 'credited_less', orderId: null });
    expect(await waiting.orders()).toEqual([]);
    // So that the ledger proves it.
    await app.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(
        sql`update recharges set status = 'rejected', credited_nanos = null, received_poisha = null where id = ${id}`,
      );
    });
  });

  it('needs a key with the scope of orders', async () => {
    const customer = await app.registerUser();
    const { secret } = await customer.client.keys.create.mutate({ name: 'Tops up', scopes: ['recharge'] });
    const thenOrder = await makeThenOrder(app.db);
    const byKey = app.client(secret);
    const input = { method, amountNanos: dollars(10), reference: `TX${randomUUID().slice(0, 12)}` };
    expect(await codeOf(byKey.balance.requestRecharge.mutate({ ...input, thenOrder }))).toBe('key_scope_missing');
    expect(await codeOf(byKey.balance.begin.mutate({ method, amountNanos: dollars(10), order: thenOrder }))).toBe(
      'key_scope_missing',
    );
    await byKey.balance.requestRecharge.mutate(input);
  });

  it('can be called back until it is placed', async () => {
    const waiting = await makeWaiting();
    expect((await waiting.callBack()).thenOrder).toMatchObject({ state: 'called_back' });
    expect((await waiting.callBack()).thenOrder).toMatchObject({ state: 'called_back' });
    await waiting.decide();
    expect(await work()).toBe(0);
    expect(await waiting.orders()).toEqual([]);
    const placed = await makeWaiting();
    await placed.decide();
    await work();
    expect(await codeOf(placed.callBack())).toBe('already_decided');
    const other = await app.registerUser();
    expect(await codeOf(other.client.balance.callBack.mutate({ id: waiting.id }))).toBe('not_found');
  });

  it('is not called back while it is placed', async () => {
    const waiting = await makeWaiting();
    await waiting.decide();
    const [calledBack] = await Promise.allSettled([waiting.callBack(), work()]);
    const isCalledBack = calledBack.status === 'fulfilled';
    expect(await waiting.read()).toMatchObject({ state: isCalledBack ? 'called_back' : 'placed' });
    expect(await waiting.orders()).toHaveLength(isCalledBack ? 0 : 1);
  });

  const ends: [when: string, (waiting: Waiting) => Promise<unknown>][] = [
    ['after seven days', ({ id }) => age(id, 7)],
    [
      'after seven days, though the recharge was approved then',
      async ({ id, decide }) => {
        await age(id, 7);
        await decide();
      },
    ],
    ['with a rejected recharge', ({ decide }) => decide('reject')],
    [
      'with a reversed recharge',
      async ({ id, decide }) => {
        await decide();
        await admin.client.admin.recharges.reverse.mutate({ id, reason: 'Never arrived' });
      },
    ],
  ];
  it.each(ends)('ends %s', async (_when, end) => {
    const waiting = await makeWaiting();
    await end(waiting);
    await work();
    expect(await waiting.read()).toMatchObject({ state: 'ended', orderId: null });
    expect(await waiting.orders()).toEqual([]);
    await request(waiting.customer, await makeThenOrder(app.db));
  });

  it('does not end before seven days', async () => {
    const waiting = await makeWaiting();
    await age(waiting.id, 6);
    await app.db.execute(sql`update then_orders set due_at = now() where recharge_id = ${waiting.id}`);
    expect(await work()).toBe(1);
    expect(await waiting.read()).toMatchObject({ state: 'waiting' });
    expect(await work()).toBe(0);
    await age(waiting.id, 1);
    expect(await work()).toBe(1);
    expect(await waiting.read()).toMatchObject({ state: 'ended' });
  });
});

describe('a request with an order', () => {
  it('is refused while another one waits', async () => {
    const { customer } = await makeWaiting();
    expect(await codeOf(request(customer, await makeThenOrder(app.db)))).toBe('order_waits');
    expect((await customer.client.balance.recharges.query({})).items).toHaveLength(1);
    await request(customer);
  });

  it('is the same with the same order only', async () => {
    const customer = await app.registerUser();
    const [order, requestId] = [await makeThenOrder(app.db), randomUUID()];
    const reference = `TX${randomUUID().slice(0, 12)}`;
    const asked = { method, amountNanos: dollars(10), reference, requestId };
    const first = await customer.client.balance.requestRecharge.mutate({ ...asked, thenOrder: order });
    const again = (thenOrder?: ThenOrder) =>
      customer.client.balance.requestRecharge.mutate({ ...asked, ...(thenOrder && { thenOrder }) });
    expect(await again({ ...order })).toEqual(first);
    expect(await codeOf(again())).toBe('idempotency_conflict');
    expect(await codeOf(again({ ...order, expectedChargeNanos: nanos(1) }))).toBe('idempotency_conflict');
    expect((await customer.client.balance.recharges.query({})).items).toHaveLength(1);
  });

  it.each([
    ['service_not_found', { serviceId: 999_999 }],
    ['quantity_out_of_range', { quantity: 9 }],
    ['bad_input', { quantity: undefined }],
    ['bad_input', { comments: ['Nice'] }],
    ['bad_input', { link: '' }],
  ] as const)('is refused as %s for what could not be ordered', async (code, overrides) => {
    const customer = await app.registerUser();
    const order = await makeThenOrder(app.db);
    expect(await codeOf(request(customer, { ...order, ...overrides } as ThenOrder))).toBe(code);
    expect((await customer.client.balance.recharges.query({})).items).toEqual([]);
  });
});

it('leaves a ledger that proves every balance', async () => {
  expect((await checkLedger(app.db)).problems).toEqual([]);
});
