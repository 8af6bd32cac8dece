import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { forwards } from '#db/schema/forwards.ts';
import { orders } from '#db/schema/orders.ts';
import { testApp } from '../../testing/app.ts';
import { makeOrder } from '../../testing/factories.ts';
import { forwardOf, makeForwardedService, startTestForwarder, untilForward } from '../../testing/forwarder.ts';
import { allPages } from '../../testing/lists.ts';
import { makeSignedInAdmin } from '../../testing/people.ts';
import { refusalOf } from '../../testing/refusal.ts';

const app = await testApp();
const { db } = app;
const database = { db, url: app.databaseUrl };
startTestForwarder(database);
const admin = await makeSignedInAdmin(app);
const ofAdmin = app.client(admin.accessToken).admin;

const stopped = { supplier: { stoppedAt: new Date(), stoppedReason: 'person' } } as const;
type Held = 'accepted' | 'unknown';
const fault = { accepted: 'notice_before_json', unknown: 'page_504_before' } as const;

/** An order that a supplier has or may have. */
async function orderAt(state: Held) {
  const made = await makeForwardedService(database);
  made.server.answerNext('add', fault[state]);
  const { id } = await made.order();
  const forward = await untilForward(database, id, state === 'unknown' ? { state, dueAt: null } : { state });
  await db.update(forwards).set({ supplierStatus: 'In progress' }).where(eq(forwards.id, forward.id));
  return { ...made, id, externalOrderId: forward.externalOrderId };
}
const statusOf = async (id: number) =>
  (await db.select({ status: orders.status }).from(orders).where(eq(orders.id, id)))[0]?.status;

test('orders at suppliers are marked and found by their supplier, and do not wait for a decision', async () => {
  const [accepted, unknown] = [await orderAt('accepted'), await orderAt('unknown')];
  const queued = await (await makeForwardedService(database, stopped)).order();
  const own = await makeOrder(db, accepted.customer);
  const ended = await orderAt('accepted');
  await ofAdmin.orders.decide.mutate({ id: ended.id, decision: 'complete', confirmAtSupplier: true });
  const { id: supplierId, name: supplierName } = accepted.supplier;

  const idsOf = async (filter: Parameters<typeof ofAdmin.orders.count.query>[0]) => {
    const limit = 1;
    const pages = await allPages((cursor) => ofAdmin.orders.list.query({ ...filter, sort: 'newest', limit, cursor }));
    const found = pages.flat().map(({ id }) => id);
    const matching = (await ofAdmin.orders.matching.query({ ...filter, sort: 'newest' })).items.map(({ id }) => id);
    expect(matching).toEqual(found);
    expect(await ofAdmin.orders.count.query(filter)).toEqual({ count: found.length, isAll: true });
    return found;
  };
  const atAny = [unknown.id, accepted.id];
  expect(await idsOf({ supplier: 'any' })).toEqual(atAny);
  expect(await idsOf({ supplier: 'any', status: 'open' })).toEqual(atAny);
  expect(await idsOf({ supplier: 'any', status: 'completed' })).toEqual([]);
  expect(await idsOf({ supplier: 'any', search: accepted.customer.userName })).toEqual([accepted.id]);
  expect(await idsOf({ supplier: supplierId })).toEqual([accepted.id]);
  expect(await idsOf({ supplier: ended.supplier.id })).toEqual([]);
  expect(await idsOf({ status: 'open' })).toEqual([own.id, queued.id]);
  expect(await idsOf({ status: 'open', search: accepted.customer.userName })).toEqual([own.id]);
  expect(await idsOf({ status: 'open', search: String(accepted.id) })).not.toContain(accepted.id);
  expect((await idsOf({})).length).toBe(5);
  expect((await ofAdmin.desk.counts.query()).orders).toMatchObject({ open: 2, all: 5 });
  const ofUser = await ofAdmin.users.get.query({ id: accepted.customer.id });
  expect(ofUser.counts).toMatchObject({ openOrders: 1, orders: 2 });

  const marks = (await ofAdmin.orders.list.query({})).items.map(({ id, atSupplier }) => [id, atSupplier]);
  const { externalOrderId } = accepted;
  const atAccepted = { supplierId, supplierName, externalOrderId, supplierStatus: 'In progress' };
  const atUnknown = { supplierId: unknown.supplier.id, supplierName: unknown.supplier.name, externalOrderId: null };
  expect(marks.slice(1)).toEqual([
    [own.id, undefined],
    [queued.id, undefined],
    [unknown.id, { ...atUnknown, supplierStatus: 'In progress' }],
    [accepted.id, atAccepted],
  ]);
  expect((await ofAdmin.orders.get.query({ id: accepted.id })).atSupplier).toEqual(atAccepted);
});

test.each(['accepted', 'unknown'] as const)(
  'an order whose purchase is %s is completed by hand only with a confirmation',
  async (state) => {
    const { id, supplier, externalOrderId } = await orderAt(state);
    const complete = { id, decision: 'complete', expectedStatus: await statusOf(id) } as const;
    const refusal = await refusalOf(ofAdmin.orders.decide.mutate(complete));
    expect(refusal).toMatchObject({
      code: 'at_supplier',
      details: { atSupplier: { supplierName: supplier.name, externalOrderId, supplierStatus: 'In progress' } },
    });
    expect(refusal.message).toContain('send confirmAtSupplier: true');
    expect(await statusOf(id)).toBe(complete.expectedStatus);
    await ofAdmin.orders.decide.mutate({ ...complete, confirmAtSupplier: true });
    expect(await statusOf(id)).toBe('completed');
    expect(await forwardOf(database, id)).toMatchObject({ state });
    // Its own decision that holds needs no confirmation.
    await ofAdmin.orders.decide.mutate({ id, decision: 'complete' });
  },
);

test('other decisions about an order at a supplier, and completing one that is not there, ask nothing', async () => {
  const { id } = await orderAt('unknown');
  await ofAdmin.orders.decide.mutate({ id, decision: 'processing' });
  await ofAdmin.orders.decide.mutate({ id, decision: 'reject', confirmSupplierMayDeliver: true });
  await ofAdmin.orders.decide.mutate({ id, decision: 'complete' });
  const queued = await (await makeForwardedService(database, stopped)).order();
  await ofAdmin.orders.decide.mutate({ id: queued.id, decision: 'complete' });
  expect([await statusOf(id), await statusOf(queued.id)]).toEqual(['completed', 'completed']);
});

test('a purchase that a restored backup made unknown counts for the supplier that it may have been sent to', async () => {
  const made = await makeForwardedService(database, stopped);
  const { id } = await made.order();
  const lost = { state: 'unknown', unknownSince: sql`now()`, nextSupplierId: made.supplier.id } as const;
  await db.update(forwards).set(lost).where(eq(forwards.orderId, id));
  const { items } = await ofAdmin.orders.list.query({ supplier: made.supplier.id });
  expect(items).toMatchObject([{ id, atSupplier: { supplierName: made.supplier.name, externalOrderId: null } }]);
});
