import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { auditEntries } from '#db/schema/audit.ts';
import { services } from '#db/schema/services.ts';
import { serviceSources } from '#db/schema/supplier-catalogue.ts';
import { supplierEntries } from '#db/schema/suppliers.ts';
import { checkLedger } from '#server/money/check-ledger.ts';
import { testApp } from '#server/testing/app.ts';
import { makeBought, makeUnknown } from '#server/testing/bought-orders.ts';
import { ended } from '#server/testing/ended.ts';
import { dollars, makeService } from '#server/testing/factories.ts';
import { makeCustomer, makeSignedInAdmin } from '#server/testing/people.ts';
import { codeOf, refusalOf } from '#server/testing/refusal.ts';
import { startSupplierServer } from '#server/testing/supplier-server.ts';
import { makeSource, makeSupplier } from '#server/testing/suppliers.ts';

const app = await testApp({ env: { OUTBOUND_ALLOW_LOOPBACK: 'true' } });
const { db } = app;
const server = await startSupplierServer();
afterAll(async () => {
  await server.close();
  expect((await checkLedger(db)).problems).toEqual([]);
});
const supplier = await makeSupplier(db, app.deps.secrets, server);
const admin = await makeSignedInAdmin(app);
const other = await makeSignedInAdmin(app);
const { forwards: ofForwards, services: ofServices, reports } = app.client(admin.accessToken).admin;

const DAY_MS = 86_400_000;

async function buy(more: Parameters<typeof makeBought>[2] = {}) {
  return makeBought(db, { customer: await makeCustomer(app, dollars(1)), server, supplier }, more);
}
const booksOf = async (forwardId: number) =>
  (
    await db.select().from(supplierEntries).where(eq(supplierEntries.forwardId, forwardId)).orderBy(supplierEntries.seq)
  ).map(({ kind, amountExact, adminId, reason }) => [kind, amountExact, adminId, reason]);

test('an admin corrects what a purchase cost, in the books and in profit, once', async () => {
  const { id, externalOrderId } = await buy();
  server.setStatus(externalOrderId, { charge: 2_700_000 });
  expect(ended(await ofForwards.refresh.mutate({ id })).forward).toMatchObject({
    ...{ flag: 'overcharged', cost: '0.9', charged: null, supplierCharge: '2.7' },
  });
  const reason = 'They really took it';
  const input = { id, cost: '2.7000000001', reason, expectedCost: '0.9', requestId: randomUUID() };
  const corrected = await ofForwards.correctCost.mutate(input);
  expect(corrected.forward).toMatchObject({
    ...{ cost: '0.9', charged: '2.7000000001', chargedNanos: 2_700_000_001, flag: null },
  });
  expect(await ofForwards.correctCost.mutate(input)).toEqual(corrected);
  expect(await ofForwards.correctCost.mutate({ id, cost: '2.7000000001', reason })).toEqual(corrected);
  expect(await booksOf(id)).toEqual([
    ['purchase', '-900000', null, null],
    ['correction', '-1800000.0001', admin.id, reason],
  ]);
  // Today in the shop's time zone.
  const [from = '', to = ''] = [-1, 1].map((days) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10));
  const before = await reports.profit.query({ from, to, by: 'supplier' });
  await ofForwards.correctCost.mutate({ id, cost: '0', reason: 'They gave it back' });
  const after = await reports.profit.query({ from, to, by: 'supplier' });
  expect(BigInt(before.totals.costNanos) - BigInt(after.totals.costNanos)).toBe(2_700_000_001n);
  // A retry whose first answer was lost, after another correction.
  expect((await ofForwards.correctCost.mutate(input)).forward.charged).toBe('0');
  const entries = await db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.subjectId, id), eq(auditEntries.action, 'forward.correctCost')));
  expect(entries.map((entry) => [entry.before, entry.after, entry.reason])).toEqual([
    [{ cost: '0.9' }, { cost: '2.7000000001' }, reason],
    [{ cost: '2.7000000001' }, { cost: '0' }, 'They gave it back'],
  ]);
});

test('a correction leaves a flag about anything else', async () => {
  const flag = 'unknown_status' as const;
  const { id } = await buy({ forward: { flag, flaggedAt: new Date() } });
  const { forward } = await ofForwards.correctCost.mutate({ id, cost: '0.5', reason: 'Their discount' });
  expect(forward).toMatchObject({ flag, charged: '0.5' });
});

test('a correction is refused that another admin was faster with, or that can not be', async () => {
  const [{ id, externalOrderId }, another] = [await buy(), await buy()];
  const requestId = randomUUID();
  const reason = 'Seen on their page';
  await app.client(other.accessToken).admin.forwards.correctCost.mutate({ id, cost: '0.8', reason, requestId });
  const correct = (more: object) => ofForwards.correctCost.mutate({ id, cost: '0.7', reason, ...more });
  expect(await codeOf(correct({ expectedCost: '0.9' }))).toBe('cost_changed');
  await correct({ expectedCost: '0.80', requestId });
  expect(await codeOf(correct({ cost: '0.6', requestId }))).toBe('idempotency_conflict');
  expect(await codeOf(correct({ id: another.id, requestId }))).toBe('idempotency_conflict');
  for (const cost of ['-1', '0.12345678901', 'lots', '']) expect(await codeOf(correct({ cost }))).toBe('bad_input');
  expect(await codeOf(correct({ reason: '' }))).toBe('bad_input');
  expect(await codeOf(correct({ cost: '9007199254.7', requestId: undefined }))).toBe('amount_too_large');
  expect(await codeOf(correct({ id: 999_999_999 }))).toBe('not_found');
  server.setStatus(externalOrderId, { status: 'Partial', remains: 500 });
  ended(await ofForwards.refresh.mutate({ id }));
  expect(await refusalOf(correct({ cost: '0.3499999999' }))).toMatchObject({ fieldErrors: { cost: [/came back/] } });
  expect((await correct({ cost: '0.35' })).forward).toMatchObject({ charged: '0.35' });
  const queued = await makeUnknown(db, { customer: await makeCustomer(app, dollars(1)), supplier });
  expect(await refusalOf(correct({ id: queued.id }))).toMatchObject({ fieldErrors: { cost: [/accepted/] } });
});

test('the third overcharge of a service pauses its source, until a person resumes it', async () => {
  const of = await makeService(db);
  await makeSource(db, of, supplier);
  // The test buys its orders itself.
  await db.update(services).set({ forwarded: false }).where(eq(services.id, of.id));
  const sold = async () => {
    const [source] = await db.select().from(serviceSources).where(eq(serviceSources.serviceId, of.id));
    const [service] = await db.select().from(services).where(eq(services.id, of.id));
    return [source?.overcharges, source?.pausedReason, service?.hidden];
  };
  const charge = async (micros: number) => {
    const { id, externalOrderId } = await buy({ of });
    server.setStatus(externalOrderId, { charge: micros });
    const { forward } = ended(await ofForwards.refresh.mutate({ id }));
    // A charge that rises further is not another purchase.
    if (forward.flag === 'overcharged') server.setStatus(externalOrderId, { charge: micros + 1 });
    ended(await ofForwards.refresh.mutate({ id }));
    return forward.flag;
  };
  const source = { id: of.id, supplierId: supplier.id, externalId: '101' };
  for (const round of ['first', 'after a person resumed it']) {
    expect([round, await charge(990_000), await sold()]).toEqual([round, null, [0, null, false]]);
    expect([round, await charge(1_000_000), await sold()]).toEqual([round, 'overcharged', [1, null, false]]);
    expect([round, await charge(5_000_000), await sold()]).toEqual([round, 'overcharged', [2, null, false]]);
    expect([round, await charge(1_000_000), await sold()]).toEqual([round, 'overcharged', [3, 'overcharged', true]]);
    const { sources } = await ofServices.resumeSource.mutate(source);
    expect(sources).toMatchObject([{ pausedReason: null }]);
    expect(await sold()).toEqual([0, null, false]);
  }
});
