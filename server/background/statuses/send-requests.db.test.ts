import { and, eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, expect, test } from 'vitest';
import { forwards, supplierRequests } from '#db/schema/forwards.ts';
import { orderRequests } from '#db/schema/order-parts.ts';
import { orders } from '#db/schema/orders.ts';
import { queueClaims } from '#db/schema/queue.ts';
import { suppliers } from '#db/schema/suppliers.ts';
import type { RequestKind } from '#shared/request-status.ts';
import { createOutbound } from '../../base/outbound/outbound.ts';
import { checkLedger } from '../../money/check-ledger.ts';
import { createSupplierClient } from '../../suppliers/protocols/client.ts';
import { stopAllSuppliers } from '../../suppliers/stop-supplier.ts';
import { testApp } from '../../testing/app.ts';
import { makeBought } from '../../testing/bought-orders.ts';
import { balanceOf } from '../../testing/bulk-runner.ts';
import { dollars, makeRequest } from '../../testing/factories.ts';
import { makeCustomer, makeSignedInAdmin } from '../../testing/people.ts';
import { workOn } from '../../testing/queue.ts';
import { codeOf } from '../../testing/refusal.ts';
import type { Fault, FaultName } from '../../testing/supplier-faults.ts';
import { startSupplierServer } from '../../testing/supplier-server.ts';
import { makeSupplier } from '../../testing/suppliers.ts';
import { statusKinds } from '../statuses.ts';

const app = await testApp();
const { db } = app;
const server = await startSupplierServer();
const client = createSupplierClient({
  ...{ db, secrets: app.deps.secrets, log: { error: () => {} } },
  outbound: createOutbound({ policy: { allowLoopback: true } }),
});
const supplier = await makeSupplier(db, app.deps.secrets, server, { callsPerMinute: 6_000 });
const admin = await makeSignedInAdmin(app);
const ofAdmin = app.client(admin.accessToken).admin;

afterEach(() => db.update(forwards).set({ statusDueAt: null }));
afterAll(async () => {
  await server.close();
  expect((await checkLedger(db)).problems).toEqual([]);
});

function startReader() {
  const log = { warn: () => {}, error: () => {} };
  workOn({ db, url: app.databaseUrl }, statusKinds({ ...app.deps, client, log }));
}

/** A customer's request about an order that the supplier has. */
async function makeAsked(kind: RequestKind) {
  const customer = await makeCustomer(app, dollars(1));
  const service = { refillDays: 30, cancel: true, speedUp: true };
  const bought = await makeBought(db, { customer, server, supplier }, { service, forward: { statusCount: 1 } });
  if (kind === 'refill')
    await ofAdmin.orders.decide.mutate({ id: bought.order.id, decision: 'complete', confirmAtSupplier: true });
  const request = await makeRequest(db, customer, { id: bought.order.id, kind });
  return { ...bought, requestId: request.id };
}
type Asked = Awaited<ReturnType<typeof makeAsked>>;

async function stateOf({ requestId }: Asked) {
  const [row] = await db
    .select({ at: supplierRequests.state, status: orderRequests.status, order: orders.status })
    .from(orderRequests)
    .innerJoin(orders, eq(orders.id, orderRequests.orderId))
    .leftJoin(supplierRequests, eq(supplierRequests.orderRequestId, orderRequests.id))
    .where(eq(orderRequests.id, requestId));
  return row;
}
async function become(asked: Asked, expected: object): Promise<void> {
  await expect.poll(() => stateOf(asked)).toMatchObject(expected);
}
const callsAbout = (action: 'refill' | 'cancel' | 'refill_status', id: string) =>
  server
    .callsOf(action)
    .filter(({ parameters }) => Object.values(parameters).some((value) => value.split(',').includes(id)));
/** Makes everything due that waits at the supplier for this request. */
const makeDue = ({ requestId }: Asked) =>
  db
    .update(supplierRequests)
    .set({ dueAt: sql`now()` })
    .where(and(eq(supplierRequests.orderRequestId, requestId), sql`due_at is not null`));

test('a refill is accepted by the supplier, followed, and done by it', async () => {
  const asked = await makeAsked('refill');
  startReader();
  await become(asked, { at: 'accepted', status: 'accepted' });
  const [refill = ''] = [...server.refills].flatMap(([id, { order }]) => (order === asked.externalOrderId ? [id] : []));
  await makeDue(asked);
  await expect.poll(() => callsAbout('refill_status', refill).length).toBe(1);
  expect(await stateOf(asked)).toMatchObject({ at: 'accepted', status: 'accepted' });
  const made = server.refills.get(refill);
  if (made) made.status = 'Completed';
  // A process that has ended had asked for it: it is asked for again at once.
  await expect.poll(() => db.$count(queueClaims)).toBe(0);
  await db.insert(queueClaims).values({ kind: 'requests', id: supplier.id, what: 'A supplier', lockOwner: 77 });
  await become(asked, { at: 'ended', status: 'done' });
  expect(callsAbout('refill', asked.externalOrderId)).toHaveLength(1);
  const { events } = await ofAdmin.requests.get.query({ id: asked.requestId });
  expect(events.map(({ status, by }) => [status, by])).toEqual([
    ['pending', 'customer'],
    ['accepted', 'supplier'],
    ['done', 'supplier'],
  ]);
  const own = await app.client(asked.customer.accessToken).orders.requests.query({ orderId: asked.order.id });
  expect(own.items[0]?.events.map(({ by }) => by)).toEqual(['customer', 'admin', 'admin']);
});

test.each([
  ['Rejected', { at: 'ended', status: 'rejected' }],
  ['Error', { at: 'refused', status: 'accepted' }],
])('a refill that the supplier calls %s', async (status, expected) => {
  const asked = await makeAsked('refill');
  startReader();
  await become(asked, { at: 'accepted', status: 'accepted' });
  for (const refill of server.refills.values()) if (refill.order === asked.externalOrderId) refill.status = status;
  await makeDue(asked);
  await become(asked, expected);
});

test('a cancel is asked once, and the order ends by its status', async () => {
  const asked = await makeAsked('cancel');
  startReader();
  await become(asked, { at: 'accepted', status: 'pending', order: 'pending' });
  expect(await balanceOf(db, asked.customer)).toBe(0);
  server.setStatus(asked.externalOrderId, { status: 'Canceled' });
  await db.update(forwards).set({ statusDueAt: sql`now()` }).where(eq(forwards.id, asked.id));
  await become(asked, { at: 'ended', status: 'accepted', order: 'rejected' });
  expect(await balanceOf(db, asked.customer)).toBe(dollars(1));
  expect(callsAbout('cancel', asked.externalOrderId)).toHaveLength(1);
});

test.each([
  ['in an hour', 3_600, 60],
  ['in 20 seconds', 20, 20],
])('an order whose status is due %s is asked for within a minute after its cancel', async (_, seconds, expected) => {
  const asked = await makeAsked('cancel');
  // A look begins at once, so the due date is not that of the next look.
  await db
    .update(forwards)
    .set({ statusDueAt: sql`now() + make_interval(secs => ${seconds})` })
    .where(eq(forwards.id, asked.id));
  startReader();
  await become(asked, { at: 'accepted' });
  const [row] = await db
    .select({
      seconds: sql<number>`extract(epoch from ${forwards.statusDueAt} - ${supplierRequests.updatedAt})::float8`,
    })
    .from(forwards)
    .innerJoin(supplierRequests, eq(supplierRequests.forwardId, forwards.id))
    .where(eq(forwards.id, asked.id));
  expect(Math.abs((row?.seconds ?? 0) - expected)).toBeLessThan(5);
});

test.each([
  ['on the first day every 15 minutes', '23 hours', 15],
  ['later every two hours', '25 hours', 120],
])('a refill is followed %s', async (_, age, minutes) => {
  const asked = await makeAsked('refill');
  startReader();
  await become(asked, { at: 'accepted' });
  const ofRequest = eq(supplierRequests.orderRequestId, asked.requestId);
  await db
    .update(supplierRequests)
    .set({ updatedAt: sql`now() - ${age}::interval`, dueAt: sql`now()` })
    .where(ofRequest);
  const due = sql<number>`round(extract(epoch from ${supplierRequests.dueAt} - now()) / 60)::int`;
  const dueMinutes = async () => (await db.select({ due }).from(supplierRequests).where(ofRequest))[0]?.due;
  await expect.poll(dueMinutes).toBe(minutes);
});

test('an order that is delivered anyway ends its cancel', async () => {
  const asked = await makeAsked('cancel');
  startReader();
  await become(asked, { at: 'accepted', status: 'pending' });
  server.setStatus(asked.externalOrderId, { status: 'Completed' });
  await db.update(forwards).set({ statusDueAt: sql`now()` }).where(eq(forwards.id, asked.id));
  await become(asked, { at: 'ended', status: 'rejected', order: 'completed' });
});

test('a cancel that was asked for while the order was being bought goes to the supplier with the first status', async () => {
  const asked = await makeAsked('cancel');
  await db.delete(supplierRequests).where(eq(supplierRequests.orderRequestId, asked.requestId));
  await db.update(forwards).set({ statusCount: 0, statusDueAt: sql`now()` }).where(eq(forwards.id, asked.id));
  startReader();
  await become(asked, { at: 'accepted', status: 'pending' });
});

const refused = { at: 'refused', status: 'pending' };
const unknown = { at: 'unknown', status: 'pending' };
const body = (value: unknown): Fault => ({ status: 200, body: JSON.stringify(value) });

test.each<['refill' | 'cancel', string, Fault | FaultName, object, string]>([
  ['refill', 'refused', body({ error: 'Refill is not ready yet' }), refused, 'Refill is not ready yet'],
  ['refill', 'refused within', body({ refill: { error: 'Too early' } }), refused, 'Too early'],
  ['refill', 'lost after it arrived', 'lost_after', unknown, ''],
  ['refill', 'a page of a gateway', 'page_504_after', unknown, ''],
  ['refill', 'no JSON', 'html_after', unknown, ''],
  ['cancel', 'refused', 'not_known', refused, 'Incorrect order ID'],
  ['cancel', 'lost after it arrived', 'lost_after', unknown, ''],
  ['cancel', 'a page of a gateway', 'page_504_after', unknown, ''],
  ['cancel', 'left out', body([]), unknown, ''],
])('a %s that is %s stays with the staff, and is not repeated', async (kind, _, fault, expected, words) => {
  const asked = await makeAsked(kind);
  const own: Fault | FaultName =
    fault === 'not_known' ? body([{ order: asked.externalOrderId, cancel: { error: words } }]) : fault;
  server.answerNext(kind, own);
  startReader();
  await become(asked, expected);
  const seen = await ofAdmin.requests.get.query({ id: asked.requestId });
  expect(seen.atSupplier).toMatchObject({
    supplierName: supplier.name,
    answer: expect.stringContaining(words) as string,
  });
  expect(await makeDue(asked)).toHaveLength(0);
  expect(callsAbout(kind, asked.externalOrderId)).toHaveLength(1);
});

test('a request that provably did not arrive is sent again', async () => {
  const asked = await makeAsked('refill');
  server.answerNext('refill', 'throttled');
  startReader();
  await become(asked, { at: 'queued', status: 'pending' });
  await expect.poll(() => callsAbout('refill', asked.externalOrderId).length).toBe(1);
});

test.each([
  ['seventh', 'queued', 6],
  ['eighth', 'refused', 7],
])('after its %s call a request that never arrives is %s', async (_, at, attempts) => {
  const asked = await makeAsked('refill');
  await db.update(supplierRequests).set({ attempts }).where(eq(supplierRequests.orderRequestId, asked.requestId));
  server.answerNext('refill', 'throttled');
  startReader();
  await expect.poll(() => callsAbout('refill', asked.externalOrderId).length).toBe(1);
  await become(asked, { at, status: 'pending' });
});

test('a decision by the staff withdraws what is queued', async () => {
  const [cancel, refill] = [await makeAsked('cancel'), await makeAsked('refill')];
  await ofAdmin.requests.decide.mutate({ id: cancel.requestId, decision: 'reject', reason: 'It has begun' });
  await ofAdmin.requests.decide.mutate({ id: refill.requestId, decision: 'accept' });
  const third = await makeAsked('refill');
  startReader();
  await become(third, { at: 'accepted' });
  expect(await stateOf(cancel)).toMatchObject({ at: 'ended', status: 'rejected' });
  expect(await stateOf(refill)).toMatchObject({ at: 'ended', status: 'accepted' });
  expect(callsAbout('cancel', cancel.externalOrderId)).toEqual([]);
  expect(callsAbout('refill', refill.externalOrderId)).toEqual([]);
});

test('the staff accepts a cancel of an order that the supplier may deliver only with a confirmation', async () => {
  const asked = await makeAsked('cancel');
  const accept = { id: asked.requestId, decision: 'accept' } as const;
  expect(await codeOf(ofAdmin.requests.decide.mutate(accept))).toBe('supplier_may_deliver');
  expect(await stateOf(asked)).toMatchObject({ at: 'queued', status: 'pending', order: 'pending' });
  await ofAdmin.requests.decide.mutate({ ...accept, confirmSupplierMayDeliver: true });
  expect(await stateOf(asked)).toMatchObject({ at: 'ended', status: 'accepted', order: 'rejected' });
});

test('a speed-up stays with the staff, and so does a request about an order without a supplier', async () => {
  const asked = await makeAsked('speed_up');
  expect(await stateOf(asked)).toMatchObject({ at: null, status: 'pending' });
  expect(await ofAdmin.requests.get.query({ id: asked.requestId })).toMatchObject({ atSupplier: null, decider: null });
});

test('a request whose server was killed is left to the staff', async () => {
  const asked = await makeAsked('cancel');
  await db
    .update(supplierRequests)
    .set({ state: 'sending', dueAt: sql`now()` })
    .where(eq(supplierRequests.orderRequestId, asked.requestId));
  startReader();
  await become(asked, { at: 'unknown', status: 'pending' });
  expect(callsAbout('cancel', asked.externalOrderId)).toEqual([]);
});

test('after a restore the staff decides what may have been sent', async () => {
  const [queued, followed] = [await makeAsked('cancel'), await makeAsked('refill')];
  await db
    .update(supplierRequests)
    .set({ state: 'accepted' })
    .where(eq(supplierRequests.orderRequestId, followed.requestId));
  await stopAllSuppliers(db, 'restored');
  expect(await stateOf(queued)).toMatchObject({ at: 'unknown', status: 'pending' });
  expect(await stateOf(followed)).toMatchObject({ at: 'accepted', status: 'pending' });
  await db.update(suppliers).set({ stoppedAt: null, stoppedReason: null });
});

test('a stopped supplier gets no request', async () => {
  const other = await makeSupplier(db, app.deps.secrets, server, { stoppedAt: new Date(), stoppedReason: 'restored' });
  const customer = await makeCustomer(app, dollars(1));
  const bought = await makeBought(db, { customer, server, supplier: other }, { service: { cancel: true } });
  const { id } = await makeRequest(db, customer, { id: bought.order.id, kind: 'cancel' });
  const later = await makeAsked('cancel');
  startReader();
  await become(later, { at: 'accepted' });
  expect(await stateOf({ ...bought, customer: later.customer, requestId: id })).toMatchObject({ at: 'queued' });
});
