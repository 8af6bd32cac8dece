import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditEntries } from '#db/schema/audit.ts';
import { forwards } from '#db/schema/forwards.ts';
import { supplierMicros } from '#shared/supplier-money.ts';
import { bookPurchase } from '../../suppliers/books.ts';
import { countForwards } from '../../suppliers/purchases/count-forwards.ts';
import { adminOfSuppliers } from '../../testing/admin-of-suppliers.ts';
import { allPages } from '../../testing/lists.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';

const { app, admin, panel, add, makeForward } = await adminOfSuppliers();
const { db } = app;

test('payments are entered once, with audit, and the difference to the balance is displayed', async () => {
  const { id } = await add();
  const payment = { id, amount: '84.12', reason: 'By bank', requestId: randomUUID() };
  const paid = await panel.payIn.mutate(payment);
  expect(paid).toMatchObject({
    books: '84.12',
    entry: { seq: 1, kind: 'payment', amount: '84.12', by: admin.userName, reason: 'By bank', orderId: null },
  });
  expect(await panel.payIn.mutate(payment)).toEqual(paid);
  expect(await codeOf(panel.payIn.mutate({ ...payment, amount: '84.13' }))).toBe('idempotency_conflict');
  const other = await add();
  expect(await codeOf(panel.payIn.mutate({ ...payment, id: other.id }))).toBe('idempotency_conflict');
  expect(await codeOf(panel.payIn.mutate({ id, amount: '0' }))).toBe('bad_input');
  expect(await codeOf(panel.payIn.mutate({ id, amount: '1.23456789012' }))).toBe('bad_input');
  const most = { id, amount: '9007199254' };
  expect(await refusalOf(panel.payIn.mutate(most))).toMatchObject({
    code: 'amount_too_large',
    fieldErrors: { amount: [/./] },
  });
  expect(await codeOf(panel.payIn.mutate({ id: 999_999, amount: '1' }))).toBe('not_found');
  await panel.test.mutate({ id });
  expect(await panel.get.query({ id })).toMatchObject({ books: '84.12', balance: '79', unexplained: '5.12' });
  expect(await panel.payIn.mutate({ id, amount: '-4.12' })).toMatchObject({
    books: '80',
    entry: { kind: 'adjustment' },
  });
  expect(
    (await allPages((cursor) => panel.entries.query({ id, cursor, limit: 1 }))).flat().map(({ seq }) => seq),
  ).toEqual([2, 1]);
  const audited = await db.select().from(auditEntries).where(eq(auditEntries.subjectId, id));
  const payments = audited.filter(({ action }) => action === 'supplier.payIn').toSorted((a, b) => a.id - b.id);
  expect(payments).toMatchObject([
    { before: { books: '0' }, after: { books: '84.12', paid: '84.12' }, reason: 'By bank' },
    { before: { books: '84.12' }, after: { books: '80', paid: '-4.12' }, reason: null },
  ]);
});

test('an amount and a rate may be JSON numbers, which mean their decimal text', async () => {
  const { id, rate } = await add({ rate: 1e-7, lowBalance: 0.1 });
  expect(rate).toBe('0.0000001');
  // The sum of floats is 4.3999999999999995.
  for (const [amount, books] of [
    [12.5, '12.5'],
    [-8.2, '4.3'],
    [0.1, '4.4'],
    [500, '504.4'],
    [0.000001, '504.400001'],
    ['0.0000000001', '504.4000010001'],
  ] as const)
    expect((await panel.payIn.mutate({ id, amount })).books).toBe(books);
  for (const amount of [0, 1.23456789012, 1e-11, 9_007_199_255, 1e21, Number.MAX_SAFE_INTEGER]) {
    const asText = await refusalOf(panel.payIn.mutate({ id, amount: amount.toFixed(11).replace(/\.?0+$/, '') }));
    expect(await refusalOf(panel.payIn.mutate({ id, amount }))).toEqual(asText);
  }
  // @ts-expect-error Only texts and numbers are amounts.
  expect(await refusalOf(panel.payIn.mutate({ id, amount: true }))).toMatchObject({
    fieldErrors: { amount: ['Amount is required'] },
  });
  expect((await panel.get.query({ id })).books).toBe('504.4000010001');
});

test('says how many open orders it has not answered about for longer than twice their interval', async () => {
  const { id } = await add();
  const other = await add();
  const late = new Date(Date.now() - 60_000);
  const make = async (set: Partial<typeof forwards.$inferInsert>) => {
    const forwardId = await makeForward(id, 'accepted');
    await db.update(forwards).set(set).where(eq(forwards.id, forwardId));
  };
  await make({ statusLateAt: new Date(Date.now() + 60_000) });
  await make({ statusLateAt: late, endedAt: new Date() });
  await make({ statusLateAt: late, statusDueAt: null });
  expect(await panel.get.query({ id })).toMatchObject({ open: 1, statusesBehind: null });
  const oldestAt = new Date('2026-01-31T10:00:00Z');
  await make({ statusLateAt: late, statusAt: oldestAt });
  // Never answered about: since it was bought.
  await make({ statusLateAt: late, statusAt: null, acceptedAt: new Date('2026-01-31T10:00:01Z') });
  const statusesBehind = { count: 2, oldestAt: oldestAt.toISOString() };
  expect(await panel.get.query({ id })).toMatchObject({ open: 3, statusesBehind });
  const { items } = await panel.list.query();
  expect(items.map((each) => [each.id, each.statusesBehind])).toEqual(
    expect.arrayContaining([
      [id, statusesBehind],
      [other.id, null],
    ]),
  );
  expect(await countForwards(db)).toMatchObject({ statusesBehind: 2 });
});

test('counts purchases by state, and how long the balance lasts', async () => {
  const { id } = await add();
  expect(await panel.get.query({ id })).toMatchObject({ lastsHours: null, unexplained: null, queued: 0, open: 0 });
  await panel.payIn.mutate({ id, amount: '100' });
  for (const state of ['queued', 'sending', 'unknown', 'unknown', 'waiting_funds'] as const)
    await makeForward(id, state);
  const forwardId = await makeForward(id, 'accepted');
  // An order that has ended is asked for once a day for a week. It is not open.
  const ended = await makeForward(id, 'accepted');
  await db.update(forwards).set({ endedAt: new Date() }).where(eq(forwards.id, ended));
  await db.transaction((tx) => bookPurchase(tx, { supplierId: id, forwardId, amountMicros: supplierMicros(900_000) }));
  await panel.test.mutate({ id });
  const figures = await panel.get.query({ id });
  expect(figures).toMatchObject({
    ...{ queued: 1, sending: 1, unknown: 2, waitingFunds: 1, open: 1, unknownCostNanos: 1_800_000_000 },
    // 79 at 0.90 within the first hour.
    ...{ lastsHours: 87.78, books: '99.1', unexplained: '20.1' },
  });
  expect((await panel.list.query()).items.find((each) => each.id === id)).toEqual(figures);
  // What was bought since the balance was read is explained. A payment may be entered late.
  const next = { supplierId: id, forwardId: ended, amountMicros: supplierMicros(500_000) };
  await db.transaction((tx) => bookPurchase(tx, next));
  expect(await panel.get.query({ id })).toMatchObject({ books: '98.6', unexplained: '20.1' });
  await panel.payIn.mutate({ id, amount: '-20.1' });
  expect(await panel.get.query({ id })).toMatchObject({ books: '78.5', balance: '79', unexplained: '0' });
});
