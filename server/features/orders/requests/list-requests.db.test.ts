import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEntries } from '#db/schema/audit.ts';
import { orderRequests } from '#db/schema/order-parts.ts';
import { testApp } from '#server/testing/app.ts';
import { dollars, makeAskableOrder, makeRequest } from '#server/testing/factories.ts';
import { allPages } from '#server/testing/lists.ts';
import { follow } from '#server/testing/live.ts';
import { makeCustomer, makeSignedInAdmin } from '#server/testing/people.ts';
import { codeOf } from '#server/testing/refusal.ts';
import type { RequestKind } from '#shared/request-status.ts';
import { decideOrder } from '../decide-order.ts';

const app = await testApp();
const admin = await makeSignedInAdmin(app);
const other = await makeSignedInAdmin(app);
const ofAdmin = app.client(admin.accessToken).admin.requests;

const rahim = await makeCustomer(app, dollars(50));
const karim = await makeCustomer(app, dollars(50));
const ofRahim = app.client(rahim.accessToken).orders;

const ids = {
  cancel: await makeAsked(rahim, 'cancel', 'https://example.com/violets'),
  refill: await makeAsked(rahim, 'refill', 'https://example.com/roses'),
  speedUp: await makeAsked(karim, 'speed_up', 'https://example.com/tulips'),
  rejected: await makeAsked(karim, 'cancel', 'https://example.com/roses'),
};
await ofAdmin.decide.mutate({ id: ids.rejected.id, decision: 'reject', reason: 'Too late' });
await app.client(other.accessToken).admin.requests.decide.mutate({ id: ids.refill.id, decision: 'accept' });

async function makeAsked(customer: typeof rahim, kind: RequestKind, link: string) {
  const order = await makeAskableOrder(app.db, customer, {}, { link });
  if (kind === 'refill') await decideOrder(app.deps, admin.actor, { id: order.id, decision: 'complete' });
  return { order, id: (await makeRequest(app.db, customer, { id: order.id, kind })).id };
}

describe("the admins' list", () => {
  const { cancel, refill, speedUp, rejected } = ids;
  const all = [rejected, speedUp, refill, cancel];

  test.each<[string, Parameters<typeof ofAdmin.list.query>[0], { id: number }[]]>([
    ['everything, newest first', {}, all],
    ['oldest first', { sort: 'oldest' }, all.toReversed()],
    ['open ones', { status: 'open' }, [speedUp, refill, cancel]],
    ['pending ones', { status: 'pending' }, [speedUp, cancel]],
    ['accepted ones', { status: 'accepted' }, [refill]],
    ['one kind', { kind: 'cancel' }, [rejected, cancel]],
    ["a customer's", { userId: rahim.id }, [refill, cancel]],
    ["a service's", { serviceId: speedUp.order.serviceId }, [speedUp]],
    ["orders'", { orderIds: [cancel.order.id, refill.order.id, 1_000_000_000] }, [refill, cancel]],
    ["an admin's decisions", { decidedBy: other.id }, [refill]],
    ['some ids', { ids: [rejected.id, cancel.id] }, [rejected, cancel]],
    ['a day long ago', { from: '2020-01-01', to: '2020-01-02' }, []],
    ['from a day on', { from: '2020-01-01', sort: 'oldest' }, all.toReversed()],
    ['an order number', { search: `#${speedUp.order.id}` }, [speedUp]],
    ['order numbers', { search: `${cancel.order.id}, ${rejected.order.id}` }, [rejected, cancel]],
    ['a link', { search: 'roses' }, [rejected, refill]],
    ['a link, oldest first', { search: 'roses', sort: 'oldest' }, [refill, rejected]],
    ['a customer', { search: karim.userName }, [rejected, speedUp]],
    ['a service', { search: refill.order.serviceName }, [refill]],
    ['a search with a filter', { search: 'roses', status: 'open' }, [refill]],
    ['nothing', { search: 'no such thing' }, []],
  ])('finds %s', async (_, input, expected) => {
    const { items } = await ofAdmin.list.query(input);
    expect(items.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    const { sort: _sort, ...filter } = input as { sort?: string };
    const [counted, matching] = [await ofAdmin.count.query(filter), await ofAdmin.matching.query(input)];
    expect(counted).toEqual({ count: expected.length, isAll: true });
    expect(matching.items).toEqual(items);
  });

  test('has the order and the last decision', async () => {
    const { items } = await ofAdmin.list.query({ ids: [rejected.id, speedUp.id] });
    expect(items).toMatchObject([
      {
        status: 'rejected',
        reason: 'Too late',
        decidedBy: admin.userName,
        order: { user: { userName: karim.userName } },
      },
      {
        status: 'pending',
        reason: null,
        decidedBy: null,
        decidedAt: null,
        order: { id: speedUp.order.id, status: 'pending' },
      },
    ]);
    expect(items[0]?.decidedAt).toBe(items[0]?.closedAt);
    expect(await codeOf(ofAdmin.get.query({ id: 1_000_000_000 }))).toBe('not_found');
  });

  test('is read page by page', async () => {
    for (const input of [{}, { search: 'example.com' }]) {
      const pages = await allPages((cursor) => ofAdmin.list.query({ ...input, cursor, limit: 3 }));
      expect(pages.flat().map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    }
    expect(await codeOf(ofAdmin.list.query({ cursor: 'x' }))).toBe('bad_input');
  });

  test('is counted by status', async () => {
    const { requests } = await app.client(admin.accessToken).admin.desk.counts.query();
    expect(requests).toMatchObject({ open: 3, pending: 2 });
  });
});

test("a customer's list has the own ones, newest first, without the admins' names", async () => {
  const { items } = await ofRahim.requests.query({});
  expect(items.map(({ id }) => id)).toEqual([ids.refill.id, ids.cancel.id]);
  expect(items[0]?.events).toMatchObject([{ status: 'pending' }, { status: 'accepted', by: 'admin', byName: null }]);
  const listed = async (input: Parameters<typeof ofRahim.requests.query>[0]) =>
    (await ofRahim.requests.query(input)).items.map(({ id }) => id);
  expect(await listed({ kind: 'cancel' })).toEqual([ids.cancel.id]);
  expect(await listed({ orderId: ids.speedUp.order.id })).toEqual([]);
  expect(await listed({ open: true })).toEqual([ids.refill.id, ids.cancel.id]);
  const pages = await allPages((cursor) => ofRahim.requests.query({ cursor, limit: 1 }));
  expect(pages.flat().map(({ id }) => id)).toEqual([ids.refill.id, ids.cancel.id]);
});

describe('requests that an admin files', () => {
  test('are judged and made order by order, by the rules for customers', async () => {
    const customer = await makeCustomer(app, dollars(10));
    const [one, two, without] = [
      await makeAskableOrder(app.db, customer),
      await makeAskableOrder(app.db, customer),
      await makeAskableOrder(app.db, customer, { cancel: false }),
    ];
    const open = ids.cancel.order;
    const orderIds = [two.id, 1_000_000_000, without.id, open.id, one.id, two.id];
    const judged = [
      { orderId: two.id, askable: { possible: true, block: null } },
      { orderId: 1_000_000_000, askable: null },
      { orderId: without.id, askable: { possible: false, block: 'service' } },
      { orderId: open.id, askable: { possible: false, block: 'open_request' } },
      { orderId: one.id, askable: { possible: true, block: null } },
    ];
    const checked = await ofAdmin.check.query({ kind: 'cancel', orderIds });
    expect(checked.items).toMatchObject(judged);
    expect(checked.items.map(({ order }) => order?.id)).toEqual([two.id, undefined, without.id, open.id, one.id]);

    const own = await follow(app.url, customer.accessToken);
    const requestId = randomUUID();
    const filed = await ofAdmin.file.mutate({ kind: 'cancel', orderIds, requestId });
    expect(filed.items).toMatchObject(judged);
    expect(filed.items.map(({ request }) => request?.orderId)).toEqual([
      two.id,
      undefined,
      undefined,
      undefined,
      one.id,
    ]);
    for (const { request } of filed.items) if (request) await own.hears({ kind: 'request', id: request.id });
    own.leave();

    expect(
      (await ofAdmin.file.mutate({ kind: 'cancel', orderIds, requestId })).items.map(({ request }) => request),
    ).toEqual(filed.items.map(({ request }) => request));
    expect(await app.db.$count(orderRequests, eq(orderRequests.userId, customer.id))).toBe(2);
    expect(await codeOf(ofAdmin.file.mutate({ kind: 'speed_up', orderIds, requestId }))).toBe('idempotency_conflict');
    expect(await codeOf(ofAdmin.file.mutate({ kind: 'cancel', orderIds: [one.id], requestId }))).toBe(
      'idempotency_conflict',
    );

    const { requests } = await app.client(customer.accessToken).orders.get.query({ id: one.id });
    expect(requests).toMatchObject([{ status: 'pending', events: [{ by: 'admin', byName: null }] }]);
    const id = requests[0]?.id ?? 0;
    expect((await ofAdmin.get.query({ id })).events).toMatchObject([{ by: 'admin', byName: admin.userName }]);
    const entries = await app.db
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.userId, customer.id), eq(auditEntries.action, 'request.file')));
    expect(entries.map(({ subjectId }) => subjectId)).toEqual([one.id, two.id]);
    expect(new Set(entries.map(({ bulkId }) => bulkId)).size).toBe(1);
  });

  test('by two admins and the customer at once are one an order', async () => {
    const customer = await makeCustomer(app, dollars(10));
    const made = await Promise.all(Array.from({ length: 5 }, () => makeAskableOrder(app.db, customer)));
    const orderIds = made.map(({ id }) => id);
    const files = [admin, other].map(({ accessToken }, at) =>
      app
        .client(accessToken)
        .admin.requests.file.mutate({ kind: 'cancel', orderIds: at ? orderIds : orderIds.toReversed() }),
    );
    const asks = orderIds.map((id) => app.client(customer.accessToken).orders.request.mutate({ id, kind: 'speed_up' }));
    const [filed, asked] = await Promise.all([Promise.all(files), Promise.allSettled(asks)]);
    const winners = filed.flatMap(({ items }) => items.flatMap(({ request }) => request?.orderId ?? []));
    const own = asked.flatMap((each) => (each.status === 'fulfilled' ? each.value.orderId : []));
    expect([...winners, ...own].toSorted((a, b) => a - b)).toEqual(orderIds.toSorted((a, b) => a - b));
  });

  test('may be 500, each with a long number; more are refused, and none', async () => {
    const orderIds = Array.from({ length: 501 }, (_, at) => 1_000_000_000 + at);
    const most = { kind: 'cancel' as const, orderIds: orderIds.slice(1) };
    for (const call of [ofAdmin.check.query, ofAdmin.file.mutate]) {
      const { items } = await call(most);
      expect(items).toHaveLength(500);
      expect(items.every(({ askable }) => askable === null)).toBe(true);
      for (const wrong of [[], orderIds]) expect(await codeOf(call({ ...most, orderIds: wrong }))).toBe('bad_input');
    }
    const flood = Array.from({ length: 30_000 }, () => 1);
    expect(await codeOf(ofAdmin.file.mutate({ ...most, orderIds: flood }))).toBe('bad_input');
    expect(await codeOf(ofAdmin.file.mutate({ ...most, orderIds: [...flood, ...flood] }))).toBe('payload_too_large');
  });
});
