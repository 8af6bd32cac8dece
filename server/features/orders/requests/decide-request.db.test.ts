import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { auditEntries } from '#db/schema/audit.ts';
import { ledger } from '#db/schema/ledger.ts';
import { orderRequests } from '#db/schema/order-parts.ts';
import { checkLedger } from '#server/money/check-ledger.ts';
import { testApp } from '#server/testing/app.ts';
import { makeAsked } from '#server/testing/asked.ts';
import { balanceOf } from '#server/testing/bulk-runner.ts';
import { DOLLAR, dollars, makeAskableOrder } from '#server/testing/factories.ts';
import { follow } from '#server/testing/live.ts';
import { makeCustomer, makeSignedInAdmin } from '#server/testing/people.ts';
import { codeOf, refusalOf } from '#server/testing/refusal.ts';
import type { Decision, OrderStatus } from '#shared/order-status.ts';
import type { RequestDecision, RequestKind, RequestStatus } from '#shared/request-status.ts';
import { decideOrder } from '../decide-order.ts';

const app = await testApp();
const [admin, second] = [await makeSignedInAdmin(app), await makeSignedInAdmin(app)];
const ofAdmin = app.client(admin.accessToken).admin;
const ofSecond = app.client(second.accessToken).admin;

afterAll(async () => {
  const { problems } = await checkLedger(app.db);
  expect(problems).toEqual([]);
});

const decide = (
  id: number,
  decision: RequestDecision,
  more: { reason?: string; expectedStatus?: RequestStatus; requestId?: string } = {},
) => ofAdmin.requests.decide.mutate({ id, decision, ...more });

const refundsOf = (orderId: number) =>
  app.db.$count(ledger, and(eq(ledger.orderId, orderId), eq(ledger.kind, 'order_refund')));

async function read({ customer, order }: Awaited<ReturnType<typeof makeAsked>>) {
  return app.client(customer.accessToken).orders.get.query({ id: order.id });
}

describe('accepting a cancel', () => {
  test('rejects the order, refunds it once, and is one entry of the audit', async () => {
    const asked = await makeAsked(app, admin);
    const { id, customer, order } = asked;
    const decided = await decide(id, 'accept', { reason: 'As you wish' });
    expect(decided).toMatchObject({
      ...{ id, kind: 'cancel', status: 'accepted', reason: 'As you wish', decidedBy: admin.userName },
      order: { id: order.id, status: 'rejected', user: { id: customer.id } },
    });
    expect(decided.closedAt).not.toBeNull();
    expect(await balanceOf(app.db, customer)).toBe(DOLLAR);
    const seen = await read(asked);
    expect(seen.events.at(-1)).toMatchObject({ status: 'rejected', by: 'admin', byName: null, reason: 'As you wish' });
    expect(seen.requests[0]?.events).toMatchObject([
      { seq: 0, status: 'pending', by: 'customer' },
      { seq: 1, status: 'accepted', by: 'admin', byName: null, reason: 'As you wish' },
    ]);
    const entries = await app.db.select().from(auditEntries).where(eq(auditEntries.subjectId, order.id));
    expect(entries).toMatchObject([
      {
        action: 'request.decide',
        after: { kind: 'cancel', status: 'accepted', amountNanos: DOLLAR },
        userId: customer.id,
      },
    ]);
    expect(await decide(id, 'accept')).toMatchObject({ status: 'accepted', reason: 'As you wish' });
    expect(await refundsOf(order.id)).toBe(1);
  });

  test('is notified: the request, the order and the balance', async () => {
    const { id, customer, order } = await makeAsked(app, admin);
    const own = await follow(app.url, customer.accessToken);
    onTestFinished(() => own.leave());
    await decide(id, 'accept');
    await own.hears({ kind: 'request', id });
    await own.hears({ kind: 'order', id: order.id });
    await own.hears({ kind: 'balance' });
  });

  test('works for an order in progress, which only a decision that expects "rejected" charges again', async () => {
    const { id, customer, order } = await makeAsked(app, admin);
    await decideOrder(app.deps, admin.actor, { id: order.id, decision: 'processing' });
    await decide(id, 'accept');
    const complete = (expectedStatus?: 'pending' | 'rejected') =>
      ofSecond.orders.decide.mutate({ id: order.id, decision: 'complete', expectedStatus });
    expect(await codeOf(complete())).toBe('already_decided');
    expect(await codeOf(complete('pending'))).toBe('already_decided');
    const approved = await fetch(`${app.url}/api/v1/service/approve/${order.id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${second.accessToken}` },
      body: JSON.stringify({ status: 'done' }),
    });
    expect([approved.status, await approved.json()]).toMatchObject([
      409,
      { message: expect.stringMatching(/already been rejected by/) },
    ]);
    await decideOrder(app.deps, admin.actor, { id: order.id, decision: 'reject' });
    expect(await balanceOf(app.db, customer)).toBe(DOLLAR);
    await complete('rejected');
    expect(await balanceOf(app.db, customer)).toBe(0);
  });

  test.each([1, 2])('refunds once if %i admins send it eight times at once', async (admins) => {
    const { id, customer, order } = await makeAsked(app, admin);
    const clients = [ofAdmin, ofSecond].slice(0, admins);
    const sent = await Promise.allSettled(
      Array.from({ length: 8 }, (_, at) =>
        (clients[at % admins] ?? ofAdmin).requests.decide.mutate({ id, decision: 'accept', expectedStatus: 'pending' }),
      ),
    );
    const accepted = sent.filter(({ status }) => status === 'fulfilled');
    expect(accepted).toHaveLength(8 / admins);
    expect(await refundsOf(order.id)).toBe(1);
    expect(await balanceOf(app.db, customer)).toBe(DOLLAR);
  });

  test('and completing its order at once end in one of the two ways', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => makeAsked(app, admin)));
    const outcomes = await Promise.all(
      all.map(async ({ id, order }) => {
        const [canceled, completed] = await Promise.allSettled([
          ofAdmin.requests.decide.mutate({ id, decision: 'accept', expectedStatus: 'pending' }),
          ofSecond.orders.decide.mutate({ id: order.id, decision: 'complete', expectedStatus: 'pending' }),
        ]);
        return [canceled.status === 'fulfilled', completed.status === 'fulfilled'];
      }),
    );
    for (const [at, { customer, order, id }] of all.entries()) {
      const [canceled, completed] = outcomes[at] ?? [];
      expect(canceled).toBe(!completed);
      const { status, order: after } = await ofAdmin.requests.get.query({ id });
      expect([status, after.status]).toEqual(canceled ? ['accepted', 'rejected'] : ['rejected', 'completed']);
      expect(await refundsOf(order.id)).toBe(canceled ? 1 : 0);
      expect(await balanceOf(app.db, customer)).toBe(canceled ? DOLLAR : 0);
    }
  });

  test('leaves no request open if the order is rejected while a customer asks', async () => {
    const made = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const customer = await makeCustomer(app, dollars(1));
        return { customer, order: await makeAskableOrder(app.db, customer) };
      }),
    );
    await Promise.all(
      made.flatMap(({ customer, order }) => [
        app
          .client(customer.accessToken)
          .orders.request.mutate({ id: order.id, kind: 'cancel' })
          .catch(() => undefined),
        ofAdmin.orders.decide.mutate({ id: order.id, decision: 'reject' }),
      ]),
    );
    const ids = made.map(({ order }) => order.id);
    expect(
      await app.db.$count(orderRequests, and(inArray(orderRequests.orderId, ids), isNull(orderRequests.closedAt))),
    ).toBe(0);
    for (const { customer } of made) expect(await balanceOf(app.db, customer)).toBe(DOLLAR);
  });

  test('of an order that an older server has ended moves no money', async () => {
    const [rejected, completed] = [await makeLeftOpen('reject'), await makeLeftOpen('complete')];
    expect(await decide(rejected.id, 'accept')).toMatchObject({ status: 'accepted' });
    expect(await refundsOf(rejected.order.id)).toBe(1);
    expect(await codeOf(decide(completed.id, 'accept'))).toBe('order_final');
    expect(await decide(completed.id, 'reject')).toMatchObject({ status: 'rejected' });
    expect(await refundsOf(completed.order.id)).toBe(0);
  });

  /** A cancel that is open although its order has ended. */
  async function makeLeftOpen(decision: Decision) {
    const customer = await makeCustomer(app, dollars(1));
    const order = await makeAskableOrder(app.db, customer);
    await decideOrder(app.deps, second.actor, { id: order.id, decision });
    const row = { orderId: order.id, userId: customer.id, askedBy: customer.id, kind: 'cancel' as const };
    const [request] = await app.db.insert(orderRequests).values(row).returning({ id: orderRequests.id });
    return { order, id: request?.id ?? 0 };
  }
});

describe('a decision', () => {
  test.each<[RequestKind, RequestDecision[], RequestStatus, boolean]>([
    ['refill', ['accept'], 'accepted', false],
    ['refill', ['accept', 'done'], 'done', true],
    ['refill', ['accept', 'reject'], 'rejected', true],
    ['refill', ['done'], 'done', true],
    ['speed_up', ['accept', 'done'], 'done', true],
    ['speed_up', ['done'], 'done', true],
    ['speed_up', ['reject'], 'rejected', true],
    ['cancel', ['reject'], 'rejected', true],
  ])('of a %s: %j makes it %s, and moves no money', async (kind, steps, status, isClosed) => {
    const { id, customer, order } = await makeAsked(app, admin, kind);
    const before = await ofAdmin.orders.get.query({ id: order.id });
    for (const step of steps) await decide(id, step);
    const after = await ofAdmin.requests.get.query({ id });
    expect([after.status, after.closedAt !== null]).toEqual([status, isClosed]);
    expect(after.events.map(({ byName }) => byName)).toEqual([null, ...steps.map(() => admin.userName)]);
    expect((await ofAdmin.orders.get.query({ id: order.id })).status).toBe(before.status);
    expect(await balanceOf(app.db, customer)).toBe(0);
  });

  test('of a request that has ended is refused, with the admin and the time', async () => {
    const { id } = await makeAsked(app, admin, 'speed_up');
    await decide(id, 'done');
    const details = { status: 'done', decidedBy: admin.userName, decidedAt: expect.any(String) as string };
    for (const decision of ['accept', 'reject'] as const) {
      expect(await refusalOf(ofSecond.requests.decide.mutate({ id, decision }))).toMatchObject({
        ...{ code: 'already_decided', message: `This request is already done by ${admin.userName}.`, details },
      });
    }
    expect(await codeOf(ofSecond.requests.decide.mutate({ id, decision: 'done', expectedStatus: 'pending' }))).toBe(
      'already_decided',
    );
    expect(await ofSecond.requests.decide.mutate({ id, decision: 'done' })).toMatchObject({ status: 'done' });
    expect(await decide(id, 'done', { expectedStatus: 'pending' })).toMatchObject({ status: 'done' });
  });

  test('that is impossible changes nothing', async () => {
    const { id } = await makeAsked(app, admin);
    expect(await refusalOf(decide(id, 'done'))).toMatchObject({
      code: 'bad_input',
      fieldErrors: { decision: [expect.any(String)] },
    });
    expect(await codeOf(decide(id, 'accept', { expectedStatus: 'accepted' }))).toBe('already_decided');
    expect(await codeOf(decide(1_000_000_000, 'accept'))).toBe('not_found');
    expect((await ofAdmin.requests.get.query({ id })).status).toBe('pending');
  });

  test('with a request id is made once; another one with it is refused', async () => {
    const [{ id }, other] = [await makeAsked(app, admin, 'speed_up'), await makeAsked(app, admin)];
    const requestId = randomUUID();
    const sent = await Promise.all(
      Array.from({ length: 4 }, () => decide(id, 'accept', { requestId, expectedStatus: 'pending' })),
    );
    await decide(id, 'done');
    const again = await decide(id, 'accept', { requestId, expectedStatus: 'pending' });
    for (const each of [...sent, again]) expect(each).toMatchObject({ status: 'accepted', closedAt: null });
    expect(await codeOf(decide(id, 'reject', { requestId }))).toBe('idempotency_conflict');
    expect(await codeOf(decide(id, 'accept', { requestId, reason: 'Other' }))).toBe('idempotency_conflict');
    expect(await codeOf(decide(other.id, 'accept', { requestId }))).toBe('idempotency_conflict');
    expect(await refundsOf(other.order.id)).toBe(0);
  });
});

describe('an order that ends', () => {
  test.each<[Decision, OrderStatus, RequestKind, RequestStatus, string | null]>([
    ['reject', 'rejected', 'cancel', 'accepted', null],
    ['reject', 'rejected', 'speed_up', 'rejected', 'The order was rejected.'],
    ['complete', 'completed', 'cancel', 'rejected', 'The order was already delivered.'],
    ['complete', 'completed', 'speed_up', 'done', null],
    ['partial', 'partial', 'cancel', 'rejected', 'The order was already delivered in part.'],
    ['partial', 'partial', 'speed_up', 'done', null],
  ])('by %s (%s) makes an open %s %s', async (decision, orderStatus, kind, status, reason) => {
    const asked = await makeAsked(app, admin, kind);
    const own = await follow(app.url, asked.customer.accessToken);
    onTestFinished(() => own.leave());
    const remaining = decision === 'partial' ? 400 : undefined;
    await ofAdmin.orders.decide.mutate({ id: asked.order.id, decision, remaining });
    await own.hears({ kind: 'request', id: asked.id });
    const seen = await read(asked);
    expect(seen.status).toBe(orderStatus);
    expect(seen.requests).toMatchObject([
      { status, reason, events: [{ by: 'customer' }, { status, by: 'panel', byName: null, reason }] },
    ]);
    expect(seen.requests[0]?.closedAt).not.toBeNull();
    expect((await refusalOf(decide(asked.id, 'reject', { expectedStatus: 'pending' }))).details).toMatchObject({
      status,
    });
  });

  test("gives the admin's reason to its request", async () => {
    const asked = await makeAsked(app, admin);
    await ofAdmin.orders.decide.mutate({ id: asked.order.id, decision: 'complete', reason: 'Was done an hour ago' });
    expect((await read(asked)).requests).toMatchObject([{ status: 'rejected', reason: 'Was done an hour ago' }]);
  });

  test('ends an accepted speed-up, and leaves one that only begins', async () => {
    const asked = await makeAsked(app, admin, 'speed_up');
    await ofAdmin.orders.decide.mutate({ id: asked.order.id, decision: 'processing' });
    expect((await read(asked)).requests).toMatchObject([{ status: 'pending', closedAt: null }]);
    await decide(asked.id, 'accept');
    await ofAdmin.orders.decide.mutate({ id: asked.order.id, decision: 'complete' });
    expect((await read(asked)).requests[0]?.events.map(({ status, by }) => [status, by])).toEqual([
      ['pending', 'customer'],
      ['accepted', 'admin'],
      ['done', 'panel'],
    ]);
  });
});
