import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { orderRequests } from '#db/schema/order-parts.ts';
import { services } from '#db/schema/services.ts';
import { settings } from '#db/schema/settings.ts';
import { testApp } from '#server/testing/app.ts';
import { dollars, makeAskableOrder, makeRequest } from '#server/testing/factories.ts';
import { follow } from '#server/testing/live.ts';
import { makeCustomer, makeSignedInAdmin } from '#server/testing/people.ts';
import { codeOf, refusalOf } from '#server/testing/refusal.ts';
import type { Decision } from '#shared/order-status.ts';
import type { RequestBlock, RequestKind } from '#shared/request-status.ts';
import { setBlocked } from '../../users/set-blocked.ts';
import { decideOrder } from '../decide-order.ts';
import { decideRequest } from './decide-request.ts';

const app = await testApp();
const admin = await makeSignedInAdmin(app);
const customer = await makeCustomer(app, dollars(100));
const ofCustomer = app.client(customer.accessToken).orders;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const ask = (id: number, kind: RequestKind = 'cancel', requestId?: string) =>
  ofCustomer.request.mutate({ id, kind, requestId });
const decide = (id: number, decision: Decision) =>
  decideOrder(app.deps, admin.actor, { id, decision, remaining: decision === 'partial' ? 10 : undefined });
const requestsOf = (orderId: number) => app.db.$count(orderRequests, eq(orderRequests.orderId, orderId));
const coolDown = (hours: number) => app.db.update(settings).set({ requestCooldownHours: hours });

describe('a request', () => {
  test('is pending, and its order shows it with a timeline', async () => {
    const order = await makeAskableOrder(app.db, customer);
    const request = await ask(order.id, 'speed_up');
    expect(request).toEqual({
      ...{ id: expect.any(Number) as number, orderId: order.id, kind: 'speed_up', status: 'pending' },
      ...{ reason: null, createdAt: expect.any(String) as string, decidedAt: null, closedAt: null },
    });
    const events = [{ seq: 0, status: 'pending', by: 'customer', byName: null, reason: null, at: request.createdAt }];
    const open = { possible: false, block: 'open_request', at: null };
    expect(await ofCustomer.get.query({ id: order.id })).toMatchObject({
      askable: { refill: { block: 'status' }, cancel: open, speed_up: open },
      requests: [{ ...request, events }],
      usualMinutes: null,
    });
    const { items } = await ofCustomer.requests.query({ orderId: order.id });
    const { serviceName, link } = order;
    expect(items).toEqual([{ ...request, events, serviceName, serviceNameBn: null, link }]);
  });

  test('and its order are notified to the customer and to admins only', async () => {
    const order = await makeAskableOrder(app.db, customer);
    const stranger = await makeCustomer(app);
    const [own, admins, others] = await Promise.all(
      [customer, admin, stranger].map(({ accessToken }) => follow(app.url, accessToken)),
    );
    onTestFinished(() => [own, admins, others].forEach((each) => each?.leave()));
    const { id } = await ask(order.id);
    for (const each of [own, admins]) {
      await each?.hears({ kind: 'request', id });
      await each?.hears({ kind: 'order', id: order.id });
    }
    // A process that has just begun to listen reports a change of everything.
    expect(others?.heard.filter((change) => change.id !== undefined)).toEqual([]);
  });

  test("about another customer's order is as unknown as one about none", async () => {
    const order = await makeAskableOrder(app.db, await makeCustomer(app, dollars(1)));
    expect(await codeOf(ask(order.id))).toBe('not_found');
    expect(await codeOf(ask(1_000_000_000))).toBe('not_found');
    expect(await requestsOf(order.id)).toBe(0);
    const { items } = await ofCustomer.askable.query({ ids: [order.id] });
    expect(items).toEqual([]);
  });

  test('of a customer who is being blocked is refused', async () => {
    const other = await makeCustomer(app, dollars(1));
    const order = await makeAskableOrder(app.db, other);
    await setBlocked(app.deps, admin.actor, { id: other.id, blocked: true });
    expect(await codeOf(makeRequest(app.db, other, { id: order.id }))).toBe('blocked');
    expect(await requestsOf(order.id)).toBe(0);
  });

  test('is made once if many are sent at once', async () => {
    const order = await makeAskableOrder(app.db, customer);
    const kinds = Array.from({ length: 12 }, (_, at): RequestKind => (at % 2 ? 'cancel' : 'speed_up'));
    const sent = await Promise.allSettled(kinds.map((kind) => ask(order.id, kind)));
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await requestsOf(order.id)).toBe(1);
  });

  test('over the limit has to wait', async () => {
    const eager = await makeCustomer(app);
    await app.db.execute(
      sql`insert into rate_limits (key, count, window_ends_at) values (${`request:${eager.id}`}, 300, now() + interval '1 minute')`,
    );
    const refusal = await refusalOf(app.client(eager.accessToken).orders.request.mutate({ id: 1, kind: 'cancel' }));
    expect(refusal).toMatchObject({ code: 'too_many_requests', details: { retryAfterSeconds: expect.any(Number) } });
  });
});

describe('a request id', () => {
  test('gets its first result, also after a decision, and costs no attempt', async () => {
    const order = await makeAskableOrder(app.db, customer);
    const requestId = randomUUID();
    const sent = await Promise.all(Array.from({ length: 6 }, () => ask(order.id, 'cancel', requestId)));
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    const [first] = sent;
    await decideRequest(app.deps, admin.actor, { id: first?.id ?? 0, decision: 'reject', reason: 'Already begun' });
    expect(await ask(order.id, 'cancel', requestId)).toEqual(first);
    expect(await requestsOf(order.id)).toBe(1);
  });

  test('is refused for another kind or another order, and free for another customer', async () => {
    const [order, other] = [await makeAskableOrder(app.db, customer), await makeAskableOrder(app.db, customer)];
    const requestId = randomUUID();
    await ask(order.id, 'cancel', requestId);
    expect(await codeOf(ask(order.id, 'speed_up', requestId))).toBe('idempotency_conflict');
    expect(await codeOf(ask(other.id, 'cancel', requestId))).toBe('idempotency_conflict');
    const stranger = await makeCustomer(app, dollars(1));
    const theirs = await makeAskableOrder(app.db, stranger);
    const { request } = app.client(stranger.accessToken).orders;
    expect(await request.mutate({ id: theirs.id, kind: 'cancel', requestId })).toMatchObject({ orderId: theirs.id });
  });
});

describe('a possible request', () => {
  test.each<[Decision | undefined, Record<RequestKind, RequestBlock | null>]>([
    [undefined, { refill: 'status', cancel: null, speed_up: null }],
    ['processing', { refill: 'status', cancel: null, speed_up: null }],
    ['complete', { refill: null, cancel: 'status', speed_up: 'status' }],
    ['partial', { refill: null, cancel: 'status', speed_up: 'status' }],
    ['reject', { refill: 'status', cancel: 'status', speed_up: 'status' }],
  ])('follows the status: %s', async (decision, blocks) => {
    const order = await makeAskableOrder(app.db, customer);
    if (decision) await decide(order.id, decision);
    expect(await blocksOf(order.id)).toEqual(blocks);
    for (const kind of ['refill', 'cancel', 'speed_up'] as const) {
      const block = blocks[kind];
      if (block)
        expect(await refusalOf(ask(order.id, kind))).toMatchObject({
          code: 'request_not_possible',
          details: { block },
        });
    }
    const possible = Object.entries(blocks).find(([, block]) => !block)?.[0];
    if (possible) expect(await ask(order.id, possible as RequestKind)).toMatchObject({ kind: possible });
  });

  test("follows the service's present settings, also of a deleted one, for older orders", async () => {
    const order = await makeAskableOrder(app.db, customer, { refillDays: null, cancel: false, speedUp: false });
    const none = { refill: 'service', cancel: 'service', speed_up: 'service' };
    expect(await blocksOf(order.id)).toEqual(none);
    expect((await refusalOf(ask(order.id, 'refill'))).message).toBe('This service has no refill.');
    await decide(order.id, 'complete');
    expect(await blocksOf(order.id)).toEqual(none);
    await app.db.update(services).set({ refillDays: 1, deletedAt: sql`now()` }).where(eq(services.id, order.serviceId));
    expect(await blocksOf(order.id)).toEqual({ ...none, refill: null });
    expect(await ask(order.id, 'refill')).toMatchObject({ kind: 'refill', status: 'pending' });
  });

  test('allows a refill within its days from the delivery', async () => {
    const order = await makeAskableOrder(app.db, customer, { refillDays: 30 });
    await decide(order.id, 'complete');
    await deliveredAgo(order.id, 30 * DAY - HOUR);
    expect((await askableOf(order.id)).refill).toEqual({ possible: true, block: null, at: null });
    await deliveredAgo(order.id, 30 * DAY + 1);
    const { refill } = await askableOf(order.id);
    expect(refill).toMatchObject({ possible: false, block: 'period_over' });
    expect(Date.now() - new Date(refill.at ?? 0).getTime()).toBeLessThan(HOUR);
    const refusal = await refusalOf(ask(order.id, 'refill'));
    expect(refusal.details).toEqual({ block: 'period_over' });
  });

  test('waits for 24 hours from the last request of any kind, by default', async () => {
    const order = await makeAskableOrder(app.db, customer);
    const { id, createdAt } = await ask(order.id, 'speed_up');
    await decideRequest(app.deps, admin.actor, { id, decision: 'reject' });
    const possibleAt = new Date(new Date(createdAt).getTime() + DAY).toISOString();
    expect((await askableOf(order.id)).cancel).toEqual({ possible: false, block: 'cool_down', at: possibleAt });
    const refusal = await refusalOf(ask(order.id, 'cancel'));
    expect(refusal).toMatchObject({ code: 'request_not_possible', httpStatus: 409 });
    expect(refusal.details).toEqual({ block: 'cool_down', possibleAt });
    await askedAgo(order.id, DAY - HOUR);
    expect(await blocksOf(order.id)).toMatchObject({ cancel: 'cool_down' });
    await askedAgo(order.id, DAY);
    expect(await ask(order.id, 'cancel')).toMatchObject({ kind: 'cancel' });
  });

  test('waits from the last of several requests', async () => {
    const order = await makeAskableOrder(app.db, customer);
    for (const hours of [30, 1]) {
      const { id } = await ask(order.id, 'cancel');
      await decideRequest(app.deps, admin.actor, { id, decision: 'reject' });
      await askedAgo(order.id, hours * HOUR, id);
    }
    expect(await blocksOf(order.id)).toMatchObject({ cancel: 'cool_down', speed_up: 'cool_down' });
  });

  test('waits as long as the setting says, and not at all with 0', async () => {
    onTestFinished(async () => void (await coolDown(24)));
    const order = await makeAskableOrder(app.db, customer);
    const { id } = await ask(order.id, 'cancel');
    await decideRequest(app.deps, admin.actor, { id, decision: 'reject' });
    await askedAgo(order.id, 2 * HOUR);
    await coolDown(3);
    expect(await blocksOf(order.id)).toMatchObject({ cancel: 'cool_down' });
    await coolDown(2);
    expect(await blocksOf(order.id)).toMatchObject({ cancel: null });
    await askedAgo(order.id, 0);
    await coolDown(0);
    expect(await ask(order.id, 'cancel')).toMatchObject({ kind: 'cancel' });
  });

  test('has no time if the pause lasts longer than the refill period', async () => {
    const order = await makeAskableOrder(app.db, customer, { refillDays: 1 });
    await decide(order.id, 'complete');
    await deliveredAgo(order.id, 12 * HOUR);
    const { id } = await ask(order.id, 'refill');
    await decideRequest(app.deps, admin.actor, { id, decision: 'done' });
    expect((await askableOf(order.id)).refill).toEqual({ possible: false, block: 'cool_down', at: null });
  });

  test('is the same for a page of orders', async () => {
    const [one, two] = [await makeAskableOrder(app.db, customer), await makeAskableOrder(app.db, customer)];
    await decide(two.id, 'complete');
    const { items } = await ofCustomer.askable.query({ ids: [one.id, two.id, 1_000_000_000] });
    const byId = new Map(items.map(({ id, askable }) => [id, askable]));
    expect(byId).toEqual(
      new Map([
        [one.id, await askableOf(one.id)],
        [two.id, await askableOf(two.id)],
      ]),
    );
    expect(await codeOf(ofCustomer.askable.query({ ids: Array.from({ length: 101 }, (_, at) => at + 1) }))).toBe(
      'bad_input',
    );
  });
});

async function askableOf(id: number) {
  return (await ofCustomer.get.query({ id })).askable;
}

async function blocksOf(id: number): Promise<Record<RequestKind, RequestBlock | null>> {
  const { refill, cancel, speed_up } = await askableOf(id);
  return { refill: refill.block, cancel: cancel.block, speed_up: speed_up.block };
}

/** Moves the moment of an order's delivery. */
function deliveredAgo(orderId: number, ms: number) {
  return withoutTriggers(
    sql`update order_events set at = now() - make_interval(secs => ${ms / 1000}) where order_id = ${orderId}`,
  );
}

/** Moves the moments of an order's requests, or of one. */
function askedAgo(orderId: number, ms: number, id: number | null = null) {
  return withoutTriggers(
    sql`update order_requests set created_at = now() - make_interval(secs => ${ms / 1000})
      where order_id = ${orderId} and id = coalesce(${id}::bigint, id)`,
  );
}

function withoutTriggers(statement: ReturnType<typeof sql>) {
  return app.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(statement);
  });
}
