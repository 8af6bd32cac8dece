import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditEntries } from '#db/schema/audit.ts';
import { forwards } from '#db/schema/forwards.ts';
import { suppliers } from '#db/schema/suppliers.ts';
import { adminOfSuppliers } from '../../testing/admin-of-suppliers.ts';
import { allPages } from '../../testing/lists.ts';
import { makeSignedInAdmin } from '../../testing/people.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';

const { app, server, admin, as, panel, fields, add, makeForward } = await adminOfSuppliers();
const { db } = app;
const cautious = await makeSignedInAdmin(app, { isReauthenticated: false });

test('is added and changed; its key is encrypted, and no response and no audit entry has it', async () => {
  const input = {
    ...fields(),
    key: server.key,
    requestId: randomUUID(),
    idempotent: true,
    marginPercent: 12.5,
    orderPlace: 'order_id',
  };
  const { supplier } = await panel.save.mutate({ ...input, lowBalance: '1,000.5', dayLimit: '0.000001' });
  expect(supplier).toMatchObject({
    ...{ name: input.name, url: server.url, currency: 'USD', rate: '1', idempotent: true, marginPercent: 12.5 },
    ...{ lowBalance: '1000.5', orderLimit: null, dayLimit: '0.000001', callsPerMinute: 60, books: '0', balance: null },
    orderPlace: 'order_id',
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
    orderPlace: 'data.order',
  });
  expect(changed.supplier).toMatchObject({
    rate: '0.0082',
    orderPlace: 'data.order',
    idempotent: true,
    marginPercent: 12.5,
    dayLimit: null,
  });
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
  const audited = { before: { orderPlace: 'order_id' }, after: { orderPlace: 'data.order' } };
  expect(entries.find(({ action }) => action === 'supplier.update')).toMatchObject(audited);
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

test('a test that is answered ends the rest for a lost connection, and takes a call from the bucket; resume ends every rest', async () => {
  const { id } = await add({ callsPerMinute: 2 });
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
    unreachableSince: null,
  });
  const [row] = await db.select().from(suppliers).where(eq(suppliers.id, id));
  expect(row?.resumedAt).not.toBeNull();
  const [forward] = await db.select().from(forwards).where(eq(forwards.id, waiting));
  expect(forward?.dueAt?.getTime()).toBeLessThanOrEqual(Date.now() + 60_000);
  const entries = await db.select().from(auditEntries).where(eq(auditEntries.subjectId, id)).orderBy(auditEntries.id);
  const [bought, byHand] = [
    { stopped: false, stoppedReason: null },
    { stopped: true, stoppedReason: 'person' },
  ];
  expect(entries.filter(({ action }) => /stop|resume/.test(action))).toMatchObject([
    { action: 'supplier.stop', before: bought, after: byHand, reason: 'Slow' },
    { action: 'supplier.resume', before: byHand, after: bought, reason: null },
  ]);
});
