import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { advisoryLocks } from '#db/advisory-locks.ts';
import { closeDb, connect } from '#db/client.ts';
import { forwards } from '#db/schema/forwards.ts';
import { accounts } from '#db/schema/ledger.ts';
import { orders } from '#db/schema/orders.ts';
import { services } from '#db/schema/services.ts';
import { supplierEntries, suppliers } from '#db/schema/suppliers.ts';
import { testApp } from '#server/testing/app.ts';
import { dollars, makeOrder } from '#server/testing/factories.ts';
import { forwardOf, makeForwardedService, startTestForwarder, until, untilForward } from '#server/testing/forwarder.ts';
import { allPages } from '#server/testing/lists.ts';
import { makeSignedInAdmin } from '#server/testing/people.ts';
import { codeOf, refusalOf } from '#server/testing/refusal.ts';
import type { FaultName } from '#server/testing/supplier-faults.ts';
import { makeSource } from '#server/testing/suppliers.ts';

const app = await testApp();
const { db } = app;
const database = { db, url: app.databaseUrl };
startTestForwarder(database);
const [one, other] = [await makeSignedInAdmin(app), await makeSignedInAdmin(app)];
const as = ({ accessToken }: typeof one) => app.client(accessToken).admin;

/** An order whose purchase has come to this state. */
async function purchase(fault: FaultName, state: 'unknown' | 'refused' | 'accepted') {
  const made = await makeForwardedService(database);
  made.server.answerNext('add', fault);
  const { id: orderId } = await made.order();
  const { id } = await untilForward(database, orderId, state === 'unknown' ? { state, dueAt: null } : { state });
  return { ...made, id, orderId };
}
const balanceOf = async (userId: number) =>
  (await db.select({ balance: accounts.balanceNanos }).from(accounts).where(eq(accounts.userId, userId)))[0]?.balance;
const statusOf = async (id: number) =>
  (await db.select({ status: orders.status }).from(orders).where(eq(orders.id, id)))[0]?.status;

test('an unknown purchase is found at the supplier: it is booked once, and another admin learns who did it', async () => {
  const { id, orderId, supplier, server } = await purchase('lost_after', 'unknown');
  const [externalId = ''] = [...server.orders.keys()];
  const settlement = { id, outcome: 'bought', externalId, requestId: randomUUID() } as const;
  const settled = await as(one).forwards.settle.mutate(settlement);
  expect(settled.forward).toMatchObject({ state: 'accepted', externalOrderId: externalId, orderStatus: 'processing' });
  // Asked for after a minute; the supplier is behind after two.
  const [due] = await db.execute(sql`
    select extract(epoch from status_due_at - accepted_at)::int as due, extract(epoch from status_late_at - accepted_at)::int as late
    from forwards where id = ${id}`);
  expect(due).toEqual({ due: 60, late: 120 });
  expect(await as(one).forwards.settle.mutate(settlement)).toEqual(settled);
  expect(await as(one).forwards.settle.mutate({ ...settlement, requestId: undefined })).toEqual(settled);
  expect(await refusalOf(as(other).forwards.settle.mutate({ ...settlement, requestId: undefined }))).toMatchObject({
    code: 'already_decided',
    details: { decidedBy: one.userName },
  });
  expect(
    await codeOf(as(one).forwards.settle.mutate({ ...settlement, outcome: 'refund', externalId: undefined })),
  ).toBe('idempotency_conflict');
  expect(await db.$count(supplierEntries, eq(supplierEntries.supplierId, supplier.id))).toBe(1);
  const { purchases } = await as(one).orders.get.query({ id: orderId });
  expect(purchases).toMatchObject([{ id, cost: '0.9', supplierName: supplier.name }]);
  const got = await as(one).forwards.get.query({ id });
  expect(got.events.map(({ to, byName }) => [to, byName])).toEqual([
    ['sending', null],
    ['unknown', null],
    ['accepted', one.userName],
  ]);
  expect(got.attemptCalls).toMatchObject([{ action: 'add', mayHaveArrived: true, response: null }]);
  expect(got.attemptCalls[0]?.request).toContain('key=***');
  expect(got.balanceEvidence).toEqual({ balance: '999.1', books: '0', unexplained: '-999.1', at: expect.anything() });
});

test('an unknown purchase that is not there is sent again', async () => {
  const { id, orderId, server } = await purchase('lost_before', 'unknown');
  await as(one).forwards.settle.mutate({ id, outcome: 'not_bought' });
  await untilForward(database, orderId, { id, state: 'accepted', attempts: 2 });
  expect(server.bought()).toBe(1);
});

test.each(['unknown', 'refused'] as const)(
  'a refund of an %s purchase gives the charge back once, by the path of staff',
  async (state) => {
    const { id, orderId, customer } = await purchase(state === 'unknown' ? 'page_504_before' : 'refused', state);
    const calls = [one, other].map((admin) => as(admin).forwards.settle.mutate({ id, outcome: 'refund' }));
    const results = await Promise.allSettled(calls);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect([await statusOf(orderId), await balanceOf(customer.id)]).toEqual(['rejected', dollars(900)]);
    expect(await forwardOf(database, orderId)).toMatchObject({ state: 'withdrawn', flag: null });
    const { items } = await as(one).audit.list.query({ action: 'forward.settle' });
    expect(items[0]).toMatchObject({ subject: 'forward', subjectId: id });
  },
);

test('a refused purchase is sent again as a new one, and can not be found', async () => {
  const { id, orderId, server } = await purchase('refused', 'refused');
  expect(await codeOf(as(one).forwards.settle.mutate({ id, outcome: 'bought', externalId: '5' }))).toBe('bad_input');
  expect(await codeOf(as(one).forwards.settle.mutate({ id, outcome: 'bought' }))).toBe('bad_input');
  expect(await codeOf(as(one).forwards.settle.mutate({ id: 999_999, outcome: 'refund' }))).toBe('not_found');
  await as(one).forwards.settle.mutate({ id, outcome: 'not_bought' });
  const again = await untilForward(database, orderId, { state: 'accepted' });
  expect(again.id).not.toBe(id);
  expect(server.bought()).toBe(1);
});

test('another outcome, or another number, is no repetition of what the admin has decided', async () => {
  const { id } = await purchase('refused', 'refused');
  await as(one).forwards.settle.mutate({ id, outcome: 'not_bought' });
  await as(one).forwards.settle.mutate({ id, outcome: 'not_bought' });
  expect(await codeOf(as(one).forwards.settle.mutate({ id, outcome: 'refund' }))).toBe('already_decided');
  const found = await purchase('lost_after', 'unknown');
  const bought = { id: found.id, outcome: 'bought' } as const;
  await as(one).forwards.settle.mutate({ ...bought, externalId: 'B-1' });
  expect(await codeOf(as(one).forwards.settle.mutate({ ...bought, externalId: 'B-2' }))).toBe('already_decided');
});

test('while the supplier is being asked for an unknown purchase, it is neither sent again nor refunded', async () => {
  const { id, orderId } = await purchase('lost_after', 'unknown');
  // Another server asks: it holds the lock of its number.
  const aside = connect(app.databaseUrl, { max: 1 });
  await aside.execute(sql`select pg_advisory_lock(${advisoryLocks.queue}, 17)`);
  await db.update(forwards).set({ lockOwner: 17 }).where(eq(forwards.id, id));
  for (const outcome of ['not_bought', 'refund'] as const)
    expect(await refusalOf(as(one).forwards.settle.mutate({ id, outcome }))).toMatchObject({
      code: 'bad_input',
      fieldErrors: { outcome: [expect.stringContaining('being asked')] },
    });
  expect(await forwardOf(database, orderId)).toMatchObject({ state: 'unknown', lockOwner: 17 });
  expect(await statusOf(orderId)).toBe('processing');
  await as(one).forwards.settle.mutate({ id, outcome: 'bought', externalId: 'C-1' });
  await closeDb(aside);
});

test('two admins who forward the same order at once make one purchase', async () => {
  const made = await makeForwardedService(database, { supplier: { stoppedAt: new Date(), stoppedReason: 'person' } });
  await db.update(services).set({ forwarded: false }).where(eq(services.id, made.service.id));
  const { id } = await made.order();
  await db.update(services).set({ forwarded: true }).where(eq(services.id, made.service.id));
  const aside = connect(app.databaseUrl, { max: 2 });
  const calls = await aside.transaction(async (tx) => {
    await tx.execute(sql`select from orders where id = ${id} for no key update`);
    const both = [one, other].map((admin) => as(admin).forwards.start.mutate({ orderIds: [id] }));
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await until(async () => (await aside.execute(waiting)).length, 2);
    return both;
  });
  const results = await Promise.all(calls);
  await closeDb(aside);
  expect(results.map(({ started }) => started).toSorted()).toEqual([0, 1]);
  expect(await db.$count(forwards, eq(forwards.orderId, id))).toBe(1);
});

test('a number of another order is refused', async () => {
  const first = await purchase('lost_after', 'unknown');
  await as(one).forwards.settle.mutate({ id: first.id, outcome: 'bought', externalId: 'A-1' });
  first.server.answerNext('add', 'lost_before');
  const { id } = await untilForward(database, (await first.order()).id, { state: 'unknown', dueAt: null });
  const refusal = await refusalOf(as(one).forwards.settle.mutate({ id, outcome: 'bought', externalId: 'A-1' }));
  expect(refusal).toMatchObject({ code: 'bad_input', fieldErrors: { externalId: [expect.any(String)] } });
});

test.each([
  ['unknown', 'page_504_before'],
  ['accepted', 'notice_before_json'],
] as const)(
  'an order whose purchase is %s is rejected by hand only with a second confirmation',
  async (state, fault) => {
    const { orderId, customer } = await purchase(fault, state);
    const reject = { id: orderId, decision: 'reject' } as const;
    expect(await codeOf(as(one).orders.decide.mutate(reject))).toBe('supplier_may_deliver');
    const { job } = await as(one).jobs.start.mutate({
      kind: 'orders',
      decision: 'reject',
      rows: [{ id: orderId, expectedStatus: (await statusOf(orderId)) as 'pending' }],
    });
    expect(job.id).toBeGreaterThan(0);
    await as(one).jobs.cancel.mutate({ id: job.id });
    await as(one).orders.decide.mutate({ ...reject, confirmSupplierMayDeliver: true });
    expect([await statusOf(orderId), await balanceOf(customer.id)]).toEqual(['rejected', dollars(900)]);
    expect(await forwardOf(database, orderId)).toMatchObject({ state });
  },
);

test.each(['reject', 'complete', 'processing'] as const)(
  '%s by hand withdraws a purchase that is queued',
  async (decision) => {
    const made = await makeForwardedService(database, { supplier: { stoppedAt: new Date(), stoppedReason: 'person' } });
    const { id } = await made.order();
    await as(one).orders.decide.mutate({ id, decision });
    expect(await forwardOf(database, id)).toMatchObject({ state: 'withdrawn' });
    const started = { stoppedAt: null, stoppedReason: null };
    await db.update(suppliers).set(started).where(eq(suppliers.id, made.supplier.id));
    const next = await made.order();
    await untilForward(database, next.id, { state: 'accepted' });
    expect(made.server.bought()).toBe(1);
  },
);

test.each([
  ['forwards', 'id'],
  ['forward_events', 'forward_id'],
])(
  'a disk that is full at the write into %s makes a decision busy, and it succeeds afterwards',
  async (table, column) => {
    const made = await makeForwardedService(database, { supplier: { stoppedAt: new Date(), stoppedReason: 'person' } });
    const { id } = await made.order();
    const forward = await forwardOf(database, id);
    await db.execute(
      sql.raw(`create function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$;
      create trigger full_disk before insert or update on ${table}
      for each row when (new.${column} = ${forward.id}) execute function full_disk()`),
    );
    const reject = { id, decision: 'reject' } as const;
    expect(await codeOf(as(one).orders.decide.mutate(reject))).toBe('busy');
    await db.execute(sql.raw('drop function full_disk() cascade'));
    await as(one).orders.decide.mutate(reject);
    expect(await statusOf(id)).toBe('rejected');
  },
);

test('older open orders are handwork until a person forwards them, once', async () => {
  const made = await makeForwardedService(database);
  await db.update(services).set({ forwarded: false }).where(eq(services.id, made.service.id));
  const [older, done] = [await made.order(), await made.order()];
  const plain = await makeOrder(db, made.customer);
  await db.update(services).set({ forwarded: true }).where(eq(services.id, made.service.id));
  expect(await db.$count(forwards, sql`order_id in (${older.id}, ${done.id}, ${plain.id})`)).toBe(0);
  await as(one).orders.decide.mutate({ id: done.id, decision: 'complete' });
  const orderIds = [older.id, done.id, plain.id, 999_999];
  const estimate = { count: 1, costNanos: 900_000_000, isMore: false };
  expect(await as(one).forwards.estimate.query({ orderIds })).toEqual({ ...estimate, skipped: 3 });
  const filter = { userId: made.customer.id, status: 'open' } as const;
  expect(await as(one).forwards.estimate.query({ filter })).toEqual({ ...estimate, skipped: 1 });
  expect(await codeOf(as(one).forwards.estimate.query({}))).toBe('bad_input');
  const start = { orderIds, requestId: randomUUID() };
  const started = await as(one).forwards.start.mutate(start);
  expect(started).toEqual({
    started: 1,
    skipped: [
      { orderId: done.id, reason: 'ended' },
      { orderId: plain.id, reason: 'no_source' },
      { orderId: 999_999, reason: 'not_found' },
    ],
  });
  expect(await as(one).forwards.start.mutate(start)).toEqual(started);
  await untilForward(database, older.id, { state: 'accepted' });
  const again = await as(one).forwards.start.mutate({ orderIds: [older.id] });
  expect(again).toEqual({ started: 0, skipped: [{ orderId: older.id, reason: 'forwarded' }] });
  expect(made.server.bought()).toBe(1);
});

test('the list has filters and a search, and names the supplier that a queued one goes to', async () => {
  const { id, orderId, supplier, server } = await purchase('lost_after', 'unknown');
  const list = as(one).forwards.list.query;
  const row = await forwardOf(database, orderId);
  expect((await list({ state: 'unknown', supplierId: supplier.id })).items.map((item) => item.id)).toEqual([id]);
  expect((await list({ state: 'accepted', supplierId: supplier.id })).items).toEqual([]);
  for (const search of [`#${orderId}`, row.requestId])
    expect((await list({ search })).items.map((item) => item.id)).toContain(id);
  const link = `https://example.com/${(await db.select({ id: orders.serviceId }).from(orders).where(eq(orders.id, orderId)))[0]?.id}/1`;
  expect((await list({ search: link })).items.map((item) => item.id)).toEqual([id]);
  expect((await list({ search: '%_\\' })).items).toEqual([]);
  const all = await allPages((cursor) => list({ cursor, limit: 3 }));
  const ids = all.flat().map((item) => item.id);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  expect(ids).toHaveLength(await db.$count(forwards));
  const flagged = (await list({ flag: true, limit: 100 })).items;
  expect(flagged.every(({ flag }) => flag !== null)).toBe(true);
  expect(server.bought()).toBe(1);
});

test('the tabs have counts, of one supplier or of all', async () => {
  const { id, supplier } = await purchase('lost_after', 'unknown');
  const { counts, list } = as(one).forwards;
  const none = { unknown: 0, refused: 0, flagged: 0, waiting_funds: 0, queued: 0, sending: 0 };
  const ofSupplier = () => counts.query({ supplierId: supplier.id });
  expect(await ofSupplier()).toEqual({ ...none, unknown: 1 });
  await db.update(forwards).set({ flag: 'link_in_use', flaggedAt: new Date() }).where(eq(forwards.id, id));
  expect(await ofSupplier()).toEqual({ ...none, unknown: 1, flagged: 1 });
  await db.update(forwards).set({ flag: null, flaggedAt: null }).where(eq(forwards.id, id));
  const all = await counts.query({});
  for (const state of ['unknown', 'refused', 'waiting_funds', 'queued', 'sending'] as const)
    expect(all[state]).toBe((await allPages((cursor) => list.query({ state, cursor }))).flat().length);
});

test('only the owner of a second source changes nothing: an order placed before has one purchase', async () => {
  const made = await makeForwardedService(database);
  await makeSource(db, made.service, made.supplier, { externalId: '102' });
  const { id } = await made.order();
  await untilForward(database, id, { state: 'accepted' });
  await until(() => db.$count(forwards, eq(forwards.orderId, id)), 1);
});
