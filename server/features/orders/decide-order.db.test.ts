import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { ledger } from '#db/schema/ledger.ts';
import { orderEvents } from '#db/schema/orders.ts';
import { micros } from '#shared/money.ts';
import type { Decision } from '#shared/order-status.ts';
import { checkLedger } from '../../money/check-ledger.ts';
import { testApp } from '../../testing/app.ts';
import { DOLLAR, dollars, makeOrder, makeService, makeUser, type TestUser } from '../../testing/factories.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';
import { getBalance } from '../wallet/get-balance.ts';
import { decideOrder } from './decide-order.ts';

const app = await testApp();
const admin = await app.createAdminUser();
const secondAdmin = await app.createAdminUser();

/** A customer who had $5 and spent $1 of it on 1000 units. */
async function customerWithOrder() {
  const customer = await makeUser(app.db, { balanceNanos: dollars(5) });
  return { customer, order: await makeOrder(app.db, customer) };
}

function decide(id: number, decision: Decision, remaining?: number, reason?: string) {
  return admin.client.admin.orders.decide.mutate({ id, decision, remaining, reason });
}

async function balanceOf({ actor }: TestUser) {
  return (await getBalance(app.db, actor)).balanceNanos;
}

async function movementsOf(orderId: number) {
  const rows = await app.db.select().from(ledger).where(eq(ledger.orderId, orderId)).orderBy(ledger.seq);
  return rows.map(({ kind, amountNanos }) => [kind, amountNanos]);
}

async function stepsOf(orderId: number) {
  const rows = await app.db.select().from(orderEvents).where(eq(orderEvents.orderId, orderId)).orderBy(orderEvents.seq);
  return rows.map(({ from, to }) => `${from} → ${to}`);
}

describe('deciding an order', () => {
  it('completes it without moving money', async () => {
    const { customer, order } = await customerWithOrder();
    const decided = await decide(order.id, 'complete');
    expect(decided).toMatchObject({
      id: order.id,
      status: 'completed',
      remaining: null,
      user: { id: customer.id, userName: customer.userName },
    });
    expect(await balanceOf(customer)).toBe(4 * DOLLAR);
    expect(await movementsOf(order.id)).toEqual([['order_charge', -DOLLAR]]);
  });

  it('charges a rejected order again when it is completed later', async () => {
    const { customer, order } = await customerWithOrder();
    await decide(order.id, 'reject');
    await decide(order.id, 'complete');
    expect(await balanceOf(customer)).toBe(4 * DOLLAR);
    expect(await movementsOf(order.id)).toEqual([
      ['order_charge', -DOLLAR],
      ['order_refund', DOLLAR],
      ['order_recharge', -DOLLAR],
    ]);
    expect(await stepsOf(order.id)).toEqual(['pending → rejected', 'rejected → completed']);
  });

  it('refuses to complete a rejected order that the customer can no longer pay, and changes nothing', async () => {
    const { customer, order } = await customerWithOrder();
    await decide(order.id, 'reject');
    const service = await makeService(app.db);
    await makeOrder(app.db, customer, { serviceId: service.id, quantity: 4500 });

    expect(await refusalOf(decide(order.id, 'complete'))).toMatchObject({
      code: 'insufficient_balance',
      details: { balanceNanos: DOLLAR / 2 },
    });
    expect(await stepsOf(order.id)).toEqual(['pending → rejected']);
    expect(await balanceOf(customer)).toBe(DOLLAR / 2);
  });

  it('refunds the undelivered units of a partial order, exactly and once', async () => {
    const { customer, order } = await customerWithOrder();
    await decide(order.id, 'processing');
    const decided = await decide(order.id, 'partial', 333);
    expect(decided).toMatchObject({ status: 'partial', remaining: 333 });
    expect(await balanceOf(customer)).toBe(4 * DOLLAR + 333_000_000);

    expect(await decide(order.id, 'partial', 333)).toEqual(decided);
    expect(await codeOf(decide(order.id, 'partial', 334))).toBe('order_final');
    expect(await balanceOf(customer)).toBe(4 * DOLLAR + 333_000_000);
  });

  it.each([1000, 1001])('refuses %i of 1000 units as undelivered, as an error of its field', async (remaining) => {
    const { order } = await customerWithOrder();
    expect(await refusalOf(decide(order.id, 'partial', remaining))).toMatchObject({
      code: 'remaining_out_of_range',
      fieldErrors: { remaining: [expect.any(String)] },
    });
    expect(await stepsOf(order.id)).toEqual([]);
  });

  it('refuses a package as partial: it is one unit', async () => {
    const customer = await makeUser(app.db, { balanceNanos: dollars(5) });
    const { id: serviceId } = await makeService(app.db, { type: 'package' });
    const order = await makeOrder(app.db, customer, { serviceId, quantity: undefined });
    expect(await codeOf(decide(order.id, 'partial', 1))).toBe('remaining_out_of_range');
    expect(await balanceOf(customer)).toBe(4 * DOLLAR);
  });

  it('accepts the units of a partial order only there, and only from 1', async () => {
    const { order } = await customerWithOrder();
    expect((await refusalOf(decide(order.id, 'partial'))).fieldErrors).toHaveProperty('remaining');
    expect((await refusalOf(decide(order.id, 'complete', 5))).fieldErrors).toHaveProperty('remaining');
    expect((await refusalOf(decide(order.id, 'partial', 0))).fieldErrors).toHaveProperty('remaining');
  });

  it('moves nothing for a free order', async () => {
    const customer = await makeUser(app.db);
    const service = await makeService(app.db, { priceMicros: micros(0) });
    for (const decision of ['reject', 'partial'] as const) {
      const order = await makeOrder(app.db, customer, { serviceId: service.id });
      await decide(order.id, decision, decision === 'partial' ? 10 : undefined);
      expect(await movementsOf(order.id)).toEqual([]);
    }
  });

  it.each([
    ['complete', 'reject', 'order_final'],
    ['complete', 'processing', 'order_final'],
    ['complete', 'partial', 'order_final'],
    ['partial', 'complete', 'order_final'],
    ['partial', 'reject', 'order_final'],
    ['reject', 'processing', 'order_transition'],
    ['reject', 'partial', 'order_transition'],
  ] as const)('after %s refuses %s with %s', async (first, second, code) => {
    const { customer, order } = await customerWithOrder();
    const units = (decision: Decision) => (decision === 'partial' ? 500 : undefined);
    await decide(order.id, first, units(first));
    const balance = await balanceOf(customer);
    expect(await codeOf(decide(order.id, second, units(second)))).toBe(code);
    expect(await balanceOf(customer)).toBe(balance);
    expect(await stepsOf(order.id)).toHaveLength(1);
  });

  it.each(['complete', 'reject', 'processing'] as const)(
    'repeats %s as success and moves nothing',
    async (decision) => {
      const { customer, order } = await customerWithOrder();
      const first = await decide(order.id, decision);
      const balance = await balanceOf(customer);
      expect(await decide(order.id, decision)).toEqual(first);
      expect(await balanceOf(customer)).toBe(balance);
      expect(await stepsOf(order.id)).toHaveLength(1);
    },
  );

  it('does not find an unknown order', async () => {
    expect(await codeOf(decide(999_999, 'complete'))).toBe('not_found');
  });

  it('is for admins only, also in the verb', async () => {
    const { customer, order } = await customerWithOrder();
    const other = await app.registerUser();
    const call = other.client.admin.orders.decide.mutate({ id: order.id, decision: 'complete' });
    expect(await codeOf(call)).toBe('forbidden');
    await expect(decideOrder(app.deps, customer.actor, { id: order.id, decision: 'reject' })).rejects.toThrow(
      'You are not allowed to do this.',
    );
  });
});

describe('a decision with the displayed status', () => {
  it('moves nothing if the status has changed, and reports status, admin and time', async () => {
    const { customer, order } = await customerWithOrder();
    await secondAdmin.client.admin.orders.decide.mutate({ id: order.id, decision: 'reject' });
    const stale = { id: order.id, decision: 'complete', expectedStatus: 'pending' } as const;
    expect(await refusalOf(admin.client.admin.orders.decide.mutate(stale))).toMatchObject({
      code: 'already_decided',
      message: `This order has already been rejected by ${secondAdmin.user.userName}.`,
      details: {
        status: 'rejected',
        decidedBy: secondAdmin.user.userName,
        decidedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      },
    });
    expect(await balanceOf(customer)).toBe(5 * DOLLAR);
    expect(await stepsOf(order.id)).toEqual(['pending → rejected']);
  });

  it('succeeds again for the admin who made it, and for nobody else', async () => {
    const { customer, order } = await customerWithOrder();
    const decision = { id: order.id, decision: 'reject', expectedStatus: 'pending' } as const;
    const first = await admin.client.admin.orders.decide.mutate(decision);
    expect(await admin.client.admin.orders.decide.mutate(decision)).toEqual(first);
    expect(await codeOf(secondAdmin.client.admin.orders.decide.mutate(decision))).toBe('already_decided');
    expect(await balanceOf(customer)).toBe(5 * DOLLAR);
    expect(await stepsOf(order.id)).toEqual(['pending → rejected']);
  });

  it('charges a rejected order again if that is the displayed status', async () => {
    const { customer, order } = await customerWithOrder();
    await decide(order.id, 'reject');
    const again = { id: order.id, decision: 'complete', expectedStatus: 'rejected' } as const;
    expect((await secondAdmin.client.admin.orders.decide.mutate(again)).status).toBe('completed');
    expect(await balanceOf(customer)).toBe(4 * DOLLAR);
  });

  it('is checked before the legal transitions', async () => {
    const { order } = await customerWithOrder();
    await secondAdmin.client.admin.orders.decide.mutate({ id: order.id, decision: 'complete' });
    const decision = { id: order.id, decision: 'reject' } as const;
    const told = (expectedStatus: 'pending' | 'completed') =>
      codeOf(admin.client.admin.orders.decide.mutate({ ...decision, expectedStatus }));
    expect(await told('pending')).toBe('already_decided');
    expect(await told('completed')).toBe('order_final');
  });

  it.each(['complete', 'reject', 'processing'] as const)(
    'two admins %s at once, 30 times: one wins, the other sees who',
    async (decision) => {
      for (let round = 0; round < 30; round++) {
        const { customer, order } = await customerWithOrder();
        const input = { id: order.id, decision, expectedStatus: 'pending' } as const;
        const [mine, theirs] = await Promise.allSettled([
          admin.client.admin.orders.decide.mutate(input),
          secondAdmin.client.admin.orders.decide.mutate(input),
        ]);
        expect([mine.status, theirs.status].sort()).toEqual(['fulfilled', 'rejected']);
        const winner = (mine.status === 'fulfilled' ? admin : secondAdmin).user.userName;
        const loss = mine.status === 'rejected' ? mine : theirs;
        expect(loss).toMatchObject({
          reason: { data: { domainCode: 'already_decided', details: { decidedBy: winner } } },
        });
        expect(await stepsOf(order.id)).toHaveLength(1);
        expect(await balanceOf(customer)).toBe(decision === 'reject' ? 5 * DOLLAR : 4 * DOLLAR);
      }
    },
  );
});

describe('simultaneous decisions', () => {
  it('of complete and reject one wins, or the rejected order is charged again; the money matches', async () => {
    for (let round = 0; round < 30; round++) {
      const { customer, order } = await customerWithOrder();
      await Promise.allSettled([decide(order.id, 'complete'), decide(order.id, 'reject')]);
      const steps = (await stepsOf(order.id)).join(', ');
      expect(['pending → completed', 'pending → rejected, rejected → completed']).toContain(steps);
      expect(await balanceOf(customer)).toBe(4 * DOLLAR);
    }
  });
});

it('leaves a ledger that proves every balance', async () => {
  expect((await checkLedger(app.db)).problems).toEqual([]);
});
