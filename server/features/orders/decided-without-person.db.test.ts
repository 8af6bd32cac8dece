import { eq, sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { orderEvents } from '#db/schema/orders.ts';
import { recharges } from '#db/schema/recharges.ts';
import type { Decision } from '#shared/order-status.ts';
import { checkLedger } from '../../money/check-ledger.ts';
import { testApp } from '../../testing/app.ts';
import { makeAsked } from '../../testing/asked.ts';
import { balanceOf } from '../../testing/bulk-runner.ts';
import { askForExport, readExport } from '../../testing/export-file.ts';
import { DOLLAR, dollars, makeOrder, makeRecharge } from '../../testing/factories.ts';
import { makeCustomer, makeSignedInAdmin } from '../../testing/people.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';
import { decideOrder } from './decide-order.ts';
import { decideRequestWithin } from './requests/decide-request.ts';

const app = await testApp();
const admin = await makeSignedInAdmin(app);
const ofAdmin = app.client(admin.accessToken).admin;
const supplier = { decider: 'supplier' } as const;

afterAll(async () => expect((await checkLedger(app.db)).problems).toEqual([]));

async function makeOrdered() {
  const customer = await makeCustomer(app, dollars(1));
  return { customer, ...(await makeOrder(app.db, customer)) };
}
const bySupplier = (id: number, decision: Decision, more: object = {}) =>
  decideOrder(app.deps, supplier, { id, decision, ...more });

test('an order that a supplier decided says so to admins', async () => {
  const { id } = await makeOrdered();
  await bySupplier(id, 'complete');
  const refused = await refusalOf(ofAdmin.orders.decide.mutate({ id, decision: 'reject', expectedStatus: 'pending' }));
  expect(refused).toMatchObject({
    code: 'already_decided',
    message: 'This order has already been approved by the supplier.',
    details: { status: 'completed', decider: 'supplier', decidedAt: expect.any(String) as string },
  });
  expect(refused.details).not.toHaveProperty('decidedBy');
  const [event] = await app.db.select().from(orderEvents).where(eq(orderEvents.orderId, id));
  expect(event).toMatchObject({ actorId: null, decider: 'supplier', to: 'completed' });
  expect((await ofAdmin.audit.list.query({ subject: 'order', subjectId: id })).items).toEqual([]);
});

test('a supplier repeats its decision, and does not decide what an admin decided', async () => {
  const [own, theirs] = [await makeOrdered(), await makeOrdered()];
  const partial = { remaining: 200, expectedStatus: ['pending', 'processing'] };
  const first = await bySupplier(own.id, 'partial', partial);
  expect(first.movedNanos).toBe(dollars(0.2));
  expect(await bySupplier(own.id, 'partial', partial)).toMatchObject({ status: 'partial', movedNanos: 0 });
  expect(await balanceOf(app.db, own.customer)).toBe(dollars(0.2));
  await ofAdmin.orders.decide.mutate({ id: theirs.id, decision: 'complete' });
  expect(await codeOf(bySupplier(theirs.id, 'reject', { expectedStatus: 'pending' }))).toBe('already_decided');
  expect(await codeOf(bySupplier(theirs.id, 'reject'))).toBe('order_final');
});

test('a supplier never charges a customer again; an admin may', async () => {
  const { id, customer } = await makeOrdered();
  await bySupplier(id, 'reject');
  expect(await balanceOf(app.db, customer)).toBe(DOLLAR);
  for (const decision of ['complete', 'partial', 'processing'] as const)
    expect(await codeOf(bySupplier(id, decision, { remaining: 1 }))).toBe('order_final');
  expect(await balanceOf(app.db, customer)).toBe(DOLLAR);
  await ofAdmin.orders.decide.mutate({ id, decision: 'complete' });
  expect(await balanceOf(app.db, customer)).toBe(0);
});

test('a request that a supplier decided names it in messages, lists and files, and not to the customer', async () => {
  const { id, customer } = await makeAsked(app, admin, 'refill');
  await app.db.transaction((tx) =>
    decideRequestWithin(tx, supplier, { id, decision: 'accept', expectedStatus: 'pending' }),
  );
  expect(
    await refusalOf(ofAdmin.requests.decide.mutate({ id, decision: 'reject', expectedStatus: 'pending' })),
  ).toMatchObject({
    message: 'This request has already been accepted by the supplier.',
    details: { status: 'accepted', decider: 'supplier' },
  });
  expect((await ofAdmin.requests.list.query({ decidedBy: 'supplier' })).items).toMatchObject([
    { id, status: 'accepted', decidedBy: null, decider: 'supplier', atSupplier: null },
  ]);
  expect((await ofAdmin.requests.list.query({ decidedBy: 'evidence' })).items).toEqual([]);
  const [row] = await readExport(await askForExport(app, admin, 'all-requests', { decidedBy: 'supplier' }));
  expect(row).toMatchObject({ Request: String(id), 'Decided by': 'the supplier' });
  const own = await app.client(customer.accessToken).orders.requests.query({});
  expect(own.items[0]?.events.at(-1)).toMatchObject({ status: 'accepted', by: 'admin', byName: null });
});

test('a recharge that evidence decided names it in messages, lists and files', async () => {
  const { id } = await makeRecharge(app.db, await makeCustomer(app));
  const decided = { status: 'rejected' as const, decider: 'evidence' as const, decidedAt: sql`now()` };
  await app.db.update(recharges).set(decided).where(eq(recharges.id, id));
  expect(await refusalOf(ofAdmin.recharges.decide.mutate({ id, decision: 'approve' }))).toMatchObject({
    message: 'This recharge has already been rejected by evidence.',
    details: { status: 'rejected', decider: 'evidence' },
  });
  expect((await ofAdmin.recharges.list.query({ decidedBy: 'evidence' })).items).toMatchObject([
    { id, decidedBy: null, decider: 'evidence' },
  ]);
  expect((await ofAdmin.recharges.list.query({ decidedBy: 'supplier' })).items).toEqual([]);
  const [row] = await readExport(await askForExport(app, admin, 'all-recharges', { decidedBy: 'evidence' }));
  expect(row).toMatchObject({ Recharge: String(id), 'Decided by': 'evidence' });
});

test.each([
  ['without a reviewer', sql`decider = null`],
  ['with two', sql`decided_by = ${admin.id}`],
  ['with another reviewer', sql`decider = 'supplier'`],
])('the database refuses to leave a decided recharge %s', async (_, change) => {
  const { id } = await makeRecharge(app.db, await makeCustomer(app));
  await app.db.execute(
    sql`update recharges set status = 'rejected', decider = 'evidence', decided_at = now() where id = ${id}`,
  );
  await expect(app.db.execute(sql`update recharges set ${change} where id = ${id}`)).rejects.toThrow();
});

test('orders are found by their reviewer', async () => {
  const [one, other] = [await makeOrdered(), await makeOrdered()];
  await bySupplier(one.id, 'processing');
  await ofAdmin.orders.decide.mutate({ id: other.id, decision: 'processing' });
  const found = await ofAdmin.orders.list.query({ decidedBy: 'supplier', ids: [one.id, other.id] });
  expect(found.items.map(({ id }) => id)).toEqual([one.id]);
  expect(await ofAdmin.orders.count.query({ decidedBy: 'evidence' })).toEqual({ count: 0, isAll: true });
  for (const decidedBy of ['someone', '7', '__proto__', 0]) {
    const call = ofAdmin.orders.list.query({ decidedBy: decidedBy as 'supplier' });
    expect(await codeOf(call)).toBe('bad_input');
  }
});
