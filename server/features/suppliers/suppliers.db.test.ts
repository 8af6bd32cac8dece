import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { auditEntries } from '#db/schema/audit.ts';
import { forwards } from '#db/schema/forwards.ts';
import { suppliers } from '#db/schema/suppliers.ts';
import { nanos } from '#shared/money.ts';
import { DOLLAR_RATE, supplierMicros } from '#shared/supplier-money.ts';
import { bookPurchase } from '../../suppliers/books.ts';
import { testApp } from '../../testing/app.ts';
import { dollars, makeOrder, makeUser } from '../../testing/factories.ts';
import { until } from '../../testing/forwarder.ts';
import { allPages } from '../../testing/lists.ts';
import { makeSignedInAdmin } from '../../testing/people.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';
import { startSupplierServer } from '../../testing/supplier-server.ts';

const app = await testApp({ env: { OUTBOUND_ALLOW_LOOPBACK: 'true' } });
const { db } = app;
const server = await startSupplierServer({ balance: 79_000_000 });
afterAll(() => server.close());
const [admin, cautious] = [await makeSignedInAdmin(app), await makeSignedInAdmin(app, { isReauthenticated: false })];
const as = ({ accessToken }: typeof admin) => app.client(accessToken).admin.suppliers;
const panel = as(admin);
const fields = () => ({ name: `Supplier ${randomUUID()}`, url: server.url, currency: 'usd', rate: '1.0' });
const add = async (more = {}) => (await panel.save.mutate({ ...fields(), key: server.key, ...more })).supplier;
const customer = await makeUser(db, { balanceNanos: dollars(100) });

/** A forward at a supplier that costs 0.90. */
async function makeForward(supplierId: number, state: (typeof forwards.$inferSelect)['state']) {
  const order = await makeOrder(db, customer);
  const isDue = state === 'queued' || state === 'waiting_funds';
  const [made] = await db
    .insert(forwards)
    .values({
      ...{ orderId: order.id, state, costMicros: supplierMicros(900_000), ratePicos: DOLLAR_RATE, externalId: '101' },
      ...{
        supplierId: state === 'queued' ? null : supplierId,
        nextSupplierId: supplierId,
        costNanos: nanos(900_000_000),
      },
      dueAt: isDue ? sql`now() + interval '1 hour'` : null,
      ...(state === 'accepted' && { externalOrderId: randomUUID(), acceptedAt: new Date(), statusDueAt: sql`now()` }),
      ...(state === 'sending' && { holder: 1 }),
    })
    .returning({ id: forwards.id });
  if (!made) throw new Error('inserting a forward returned no row');
  return made.id;
}

test('is added and changed; its key is encrypted, and no response and no audit entry has it', async () => {
  const input = { ...fields(), key: server.key, requestId: randomUUID(), idempotent: true, marginPercent: 12.5 };
  const { supplier } = await panel.save.mutate({ ...input, lowBalance: '1,000.5', dayLimit: '0.000001' });
  expect(supplier).toMatchObject({
    ...{ name: input.name, url: server.url, currency: 'USD', rate: '1', idempotent: true, marginPercent: 12.5 },
    ...{ lowBalance: '1000.5', orderLimit: null, dayLimit: '0.000001', callsPerMinute: 60, books: '0', balance: null },
    ...{ stopped: false, stoppedAt: null, stoppedReason: null, listedAt: null },
  });
  expect((await panel.save.mutate(input)).supplier.id).toBe(supplier.id);
  for (const other of [{ name: 'Another' }, { rate: '2' }, { marginPercent: 10 }, { key: 'another key' }])
    expect(await codeOf(panel.save.mutate({ ...input, ...other }))).toBe('idempotency_conflict');
  const { id, name, url } = supplier;
  const changed = await panel.save.mutate({
    id,
    name,
    url: `${url}/`,
    currency: 'USD',
    rate: '0.0082',
    dayLimit: null,
  });
  expect(changed.supplier).toMatchObject({ rate: '0.0082', idempotent: true, marginPercent: 12.5, dayLimit: null });
  expect(Date.parse(changed.supplier.rateAt)).toBeGreaterThan(Date.parse(supplier.rateAt));
  expect(await panel.test.mutate({ id })).toMatchObject({ ok: true });
  await panel.save.mutate({ id, name, url, currency: 'USD', rate: '0.0082', key: 'another key' });
  expect(await panel.test.mutate({ id })).toMatchObject({
    ok: false,
    problem: expect.stringContaining('Invalid API key'),
  });

  const stored = await db.select().from(suppliers).where(eq(suppliers.id, id));
  const entries = await db.select().from(auditEntries).where(eq(auditEntries.subjectId, id));
  const calls = await panel.calls.query({ id });
  expect(entries.map(({ action }) => action)).toContain('supplier.update');
  for (const text of [stored, entries, calls, await panel.list.query(), await panel.get.query({ id })].map((each) =>
    JSON.stringify(each),
  ))
    expect(text).not.toMatch(new RegExp(`${server.key}|another key`));
  expect(JSON.stringify([await panel.list.query(), await panel.get.query({ id })])).not.toContain('sealed');
});

test('of two that are added at once with one request id one is made', async () => {
  const input = { ...fields(), key: 'x', requestId: randomUUID() };
  const made = await Promise.all([1, 2, 3].map(() => panel.save.mutate(input)));
  expect(new Set(made.map(({ supplier }) => supplier.id)).size).toBe(1);
});

test("another admin's change is not overwritten by a form that was opened before it", async () => {
  const { id, name, updatedAt } = await add();
  const opened = { id, name, url: server.url, currency: 'USD', rate: '1', expectedUpdatedAt: updatedAt };
  const { supplier } = await panel.save.mutate({ ...opened, rate: '1.5', dayLimit: '7' });
  expect(await refusalOf(panel.save.mutate({ ...opened, rate: '2' }))).toMatchObject({
    code: 'supplier_changed',
    details: { changedSupplier: { name, rate: '1.5', dayLimit: '7', updatedAt: supplier.updatedAt } },
  });
  const again = await panel.save.mutate({ ...opened, rate: '1.5', dayLimit: '7', key: server.key });
  expect(again.supplier).toEqual(supplier);
  expect(await codeOf(panel.save.mutate({ ...opened, rate: '1.5', key: 'another key' }))).toBe('supplier_changed');
  await panel.save.mutate({ ...opened, rate: '2', expectedUpdatedAt: supplier.updatedAt });
  expect(await panel.get.query({ id })).toMatchObject({ rate: '2', dayLimit: '7' });
});

test('saving is refused with a message beside the field', async () => {
  const { id, name } = await add();
  const kept = { id, name, url: server.url, currency: 'USD', rate: '1' };
  const other = await add();
  await panel.payIn.mutate({ id, amount: '1' });
  for (const [input, code, field, message] of [
    [{ ...fields(), key: undefined }, 'bad_input', 'key', /required/],
    [{ ...fields(), key: '' }, 'bad_input', 'key', /required/],
    [{ ...kept, url: 'https://elsewhere.example.com/api/v2' }, 'bad_input', 'key', /another host/],
    [{ ...kept, url: server.url.replace(/:\d+/, ':1') }, 'bad_input', 'key', /another host/],
    [{ ...kept, name: other.name.toUpperCase() }, 'bad_input', 'name', /already exists/],
    [{ ...kept, name: 'Two\nlines' }, 'bad_input', 'name', /one line/],
    [{ ...kept, currency: 'EUR' }, 'bad_input', 'currency', /in USD/],
    [{ ...kept, url: 'https://10.0.0.1/api' }, 'address_refused', 'url', /reachable/],
    [{ ...kept, url: 'http://example.com/api' }, 'address_refused', 'url', /https/],
    [{ ...kept, url: 'https://me:x@example.com/api' }, 'bad_input', 'url', /user name/],
    [{ ...kept, rate: '0' }, 'bad_input', 'rate', /rate/],
    [{ ...kept, rate: '0.0000000000001' }, 'bad_input', 'rate', /12 decimals/],
    [{ ...kept, currency: 'Taka' }, 'bad_input', 'currency', /three letters/],
    [{ ...kept, id: 999_999 }, 'not_found', undefined, /./],
  ] as const) {
    const refusal = await refusalOf(panel.save.mutate(input));
    expect(refusal).toMatchObject({ code, message: expect.stringMatching(message) });
    if (field) expect(Object.keys(refusal.fieldErrors ?? {})).toEqual([field]);
  }
  expect(await codeOf(as(cautious).save.mutate(kept))).toBe('reauthentication_required');
  expect(await panel.get.query({ id })).toMatchObject({ name, url: server.url, currency: 'USD' });
});

test('a test stores the balance and wakes what waits for funds, and names what is wrong', async () => {
  const { id } = await add();
  const waiting = await makeForward(id, 'waiting_funds');
  const due = async () =>
    (await db.execute<{ due: boolean }>(sql`select due_at <= now() as due from forwards where id = ${waiting}`))[0]
      ?.due;
  for (const [fault, problem, balanceNamedIn = null] of [
    ['html_before', /does not answer as API v2/],
    [{ status: 200, body: '{"balance":"5","currency":"EUR"}' }, /balance is in EUR/, 'EUR'],
    [{ status: 200, body: '{"error":"Account suspended"}' }, /refuses the key: Account suspended/],
    ['lost_before', /no connection/],
  ] as const) {
    server.answerNext('balance', fault);
    expect(await panel.test.mutate({ id })).toMatchObject({ ok: false, problem: expect.stringMatching(problem) });
    expect(await due()).toBe(false);
    expect(await panel.get.query({ id })).toMatchObject({ balance: null, balanceNamedIn });
  }
  expect(await panel.test.mutate({ id })).toEqual({ ok: true, balance: '79', currency: 'USD', problem: null });
  expect(await due()).toBe(true);
  expect(await panel.get.query({ id })).toMatchObject({ balance: '79', balanceAt: expect.any(String) as string });
  const { items, nextCursor } = await panel.calls.query({ id, limit: 1 });
  expect(items[0]).toMatchObject({
    action: 'balance',
    httpStatus: 200,
    outcome: 'ok',
    response: expect.stringContaining('79'),
  });
  expect(items[0]?.request).toBe('key=***&action=balance');
  expect(nextCursor).not.toBeNull();
  expect((await allPages((cursor) => panel.calls.query({ id, cursor, limit: 2 }))).flat()).toHaveLength(5);
  expect(server.callsOf('add')).toEqual([]);
});

test('a balance and a rest end with the address of another host', async () => {
  const { id, name } = await add();
  await panel.test.mutate({ id });
  await db.update(suppliers).set({ pausedUntil: new Date(), unreachableSince: new Date() }).where(eq(suppliers.id, id));
  const saved = { id, name, currency: 'USD', rate: '1', key: 'its key' };
  expect((await panel.save.mutate({ ...saved, url: server.url })).supplier.balance).toBe('79');
  const moved = await panel.save.mutate({ ...saved, url: server.url.replace(/:\d+/, ':1') });
  expect(moved.supplier).toMatchObject({ balance: null, balanceAt: null });
  const [row] = await db.select().from(suppliers).where(eq(suppliers.id, id));
  expect(row).toMatchObject({ pausedUntil: null, unreachableSince: null });
});

test('the host stays while something is open there, also for a purchase whose claim came first; the path may change', async () => {
  const { id, name } = await add();
  const save = (url: string) => panel.save.mutate({ id, name, url, currency: 'USD', rate: '1', key: 'its key' });
  const elsewhere = server.url.replace(/:\d+/, ':1');
  const refusals = (open: number) => ({
    code: 'bad_input',
    fieldErrors: { url: [expect.stringMatching(new RegExp(`open at 127.0.0.1:\\d+: ${open}\\. .* of its own`))] },
  });
  const change = (forwardId: number, columns: ReturnType<typeof sql>) =>
    db.execute(sql`update forwards set ${columns} where id = ${forwardId}`);
  const [accepted, unknown, queued] = [
    await makeForward(id, 'accepted'),
    await makeForward(id, 'unknown'),
    await makeForward(id, 'queued'),
  ];
  await makeForward(id, 'waiting_funds');
  expect(await refusalOf(save(elsewhere))).toMatchObject(refusals(2));
  expect((await save(`${server.url}/other`)).supplier.url).toBe(`${server.url}/other`);
  await change(unknown, sql`state = 'withdrawn', ended_at = now()`);
  // The order ends by hand. Its status was asked for until now.
  await db.execute(sql`
    update orders set status = 'completed' where id = (select order_id from forwards where id = ${accepted})`);
  let saving: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from suppliers where id = ${id} for no key update`);
    await tx.execute(sql`
      update forwards set state = 'sending', holder = 1, due_at = null, supplier_id = ${id} where id = ${queued}`);
    saving = refusalOf(save(elsewhere));
    await until(
      async () => db.$count(sql`pg_stat_activity`, sql`datname = current_database() and wait_event_type = 'Lock'`),
      1,
    );
  });
  expect(await saving).toMatchObject(refusals(1));
  await change(queued, sql`state = 'queued', holder = null, due_at = now() + interval '1 hour'`);
  expect((await save(elsewhere)).supplier.url).toBe(elsewhere);
  // The panel at the other host would answer about another order.
  const answered = await app.client(admin.accessToken).admin.forwards.refresh.mutate({ id: accepted });
  expect(answered).toMatchObject({
    problem: expect.stringMatching(/not followed/),
    forward: { orderStatus: 'completed' },
  });
  expect((await panel.calls.query({ id })).items).toEqual([]);
});

test('a test that is answered ends the rest for a lost connection, and takes a call from the bucket; resume ends every rest', async () => {
  const { id } = await add();
  const rest = async () => {
    const [row] = await db.select().from(suppliers).where(eq(suppliers.id, id));
    return [row?.unreachableSince ? 'unreachable' : null, row?.pausedUntil ? 'paused' : null];
  };
  const later = new Date(Date.now() + 60_000);
  const unreachable = { unreachableSince: new Date(), pausedUntil: later };
  await db.update(suppliers).set(unreachable).where(eq(suppliers.id, id));
  server.answerNext('balance', 'lost_before');
  await panel.test.mutate({ id });
  expect(await rest()).toEqual(['unreachable', 'paused']);
  await panel.test.mutate({ id });
  expect(await rest()).toEqual([null, null]);
  const bucket = await db.execute(sql`
    select from rate_limits where key = ${`supplier:${id}`} and window_ends_at > now() + interval '1 second'`);
  expect(bucket).toHaveLength(1);
  // Too many calls, says the supplier.
  await db.update(suppliers).set({ pausedUntil: later }).where(eq(suppliers.id, id));
  await panel.test.mutate({ id });
  expect(await rest()).toEqual([null, 'paused']);
  await db.update(suppliers).set(unreachable).where(eq(suppliers.id, id));
  await panel.resume.mutate({ id });
  expect(await rest()).toEqual([null, null]);
});

test('is stopped and resumed by hand', async () => {
  const { id } = await add();
  const stopped = await panel.stop.mutate({ id, reason: 'Slow' });
  expect(stopped.supplier).toMatchObject({
    ...{ stopped: true, stoppedReason: 'person', stoppedBy: admin.userName, stoppedText: 'Slow' },
  });
  expect((await as(cautious).stop.mutate({ id, reason: 'Later' })).supplier).toEqual(stopped.supplier);
  expect(await panel.get.query({ id })).toMatchObject({ stopped: true });
  const waiting = await makeForward(id, 'waiting_funds');
  expect((await panel.resume.mutate({ id })).supplier).toMatchObject({
    stopped: false,
    stoppedBy: null,
    stoppedText: null,
  });
  const [row] = await db.select().from(suppliers).where(eq(suppliers.id, id));
  expect(row?.resumedAt).not.toBeNull();
  const [forward] = await db.select().from(forwards).where(eq(forwards.id, waiting));
  expect(forward?.dueAt?.getTime()).toBeLessThanOrEqual(Date.now() + 60_000);
});

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
  expect(await codeOf(panel.payIn.mutate({ id, amount: '1.2345678' }))).toBe('bad_input');
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
  expect(audited.filter(({ action }) => action === 'supplier.payIn')).toHaveLength(2);
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
  ] as const)
    expect((await panel.payIn.mutate({ id, amount })).books).toBe(books);
  for (const amount of [0, 1.2345678, 1e-7, 9_007_199_255, 1e21, Number.MAX_SAFE_INTEGER]) {
    const asText = await refusalOf(panel.payIn.mutate({ id, amount: amount.toFixed(7).replace(/\.?0+$/, '') }));
    expect(await refusalOf(panel.payIn.mutate({ id, amount }))).toEqual(asText);
  }
  // @ts-expect-error Only texts and numbers are amounts.
  expect(await refusalOf(panel.payIn.mutate({ id, amount: true }))).toMatchObject({
    fieldErrors: { amount: ['Amount is required'] },
  });
  expect((await panel.get.query({ id })).books).toBe('504.400001');
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
});
