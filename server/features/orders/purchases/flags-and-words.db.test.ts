import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { auditEntries } from '#db/schema/audit.ts';
import { forwards } from '#db/schema/forwards.ts';
import { testApp } from '#server/testing/app.ts';
import { makeBought } from '#server/testing/bought-orders.ts';
import { ended } from '#server/testing/ended.ts';
import { dollars } from '#server/testing/factories.ts';
import { makeCustomer, makeSignedInAdmin } from '#server/testing/people.ts';
import { codeOf, refusalOf } from '#server/testing/refusal.ts';
import { startSupplierServer } from '#server/testing/supplier-server.ts';
import { makeSupplier } from '#server/testing/suppliers.ts';
import type { SetStatusWordsInput } from '#shared/supplier-status.ts';
import { initialStatusWords } from '#shared/supplier-words.ts';

const app = await testApp({ env: { OUTBOUND_ALLOW_LOOPBACK: 'true' } });
const { db } = app;
const server = await startSupplierServer();
afterAll(() => server.close());
const supplier = await makeSupplier(db, app.deps.secrets, server);
const admin = await makeSignedInAdmin(app);
const { forwards: ofForwards, suppliers: ofSuppliers, audit } = app.client(admin.accessToken).admin;

async function buy(of = supplier) {
  return makeBought(db, { customer: await makeCustomer(app, dollars(1)), server, supplier: of });
}
const auditOf = (id: number) => db.select().from(auditEntries).where(eq(auditEntries.subjectId, id));

test('refresh asks the supplier now, and applies the answer', async () => {
  const { id, order, externalOrderId } = await buy();
  server.setStatus(externalOrderId, { status: 'Completed' });
  expect(ended(await ofForwards.refresh.mutate({ id }))).toMatchObject({
    problem: null,
    forward: { id, orderStatus: 'completed', supplierStatus: 'Completed', state: 'accepted' },
  });
  expect(server.callsOf('status')).toHaveLength(1);
  expect((await audit.list.query({ subject: 'forward', subjectId: id })).items).toMatchObject([
    { action: 'forward.refresh', after: { orderId: order.id } },
  ]);
});

test('refresh says what is wrong', async () => {
  const { id } = await buy();
  server.answerNext('status', 'not_known');
  expect(ended(await ofForwards.refresh.mutate({ id }))).toMatchObject({ problem: 'Incorrect order ID' });
  server.answerNext('status', 'wrong_key');
  expect(ended(await ofForwards.refresh.mutate({ id }))).toMatchObject({ problem: 'Invalid API key' });
  expect(await codeOf(ofForwards.refresh.mutate({ id: 999_999_999 }))).toBe('not_found');
});

test('refresh makes no more calls than the supplier allows', async () => {
  const { id } = await buy(await makeSupplier(db, app.deps.secrets, server, { callsPerMinute: 1 }));
  expect(ended(await ofForwards.refresh.mutate({ id }))).toMatchObject({ problem: null });
  expect(await refusalOf(ofForwards.refresh.mutate({ id }))).toMatchObject({ code: 'too_many_requests' });
});

test('refresh leaves a purchase alone that is not accepted', async () => {
  const { id } = await buy();
  const { order } = await buy();
  const calls = server.calls.length;
  const [queued] = await db
    .insert(forwards)
    .values({ orderId: order.id, state: 'refused', dueAt: null, endedAt: new Date() })
    .returning({ id: forwards.id });
  const refreshed = ended(await ofForwards.refresh.mutate({ id: queued?.id ?? id }));
  expect(refreshed).toMatchObject({ problem: null, forward: { state: 'refused' } });
  expect(server.calls).toHaveLength(calls);
});

test('a person clears a flag, and the same answer does not set it again', async () => {
  const { id, externalOrderId } = await buy();
  server.setStatus(externalOrderId, { status: 'Canceled', charge: 5 });
  const refresh = async () => ended(await ofForwards.refresh.mutate({ id })).forward.flag;
  expect(await refresh()).toBe('charged_though_canceled');
  const resolve = () => ofForwards.resolve.mutate({ id, reason: 'They keep a fee' });
  expect(await resolve()).toMatchObject({ forward: { id, flag: null, flaggedAt: null } });
  expect(await resolve()).toMatchObject({ forward: { flag: null } });
  expect(await refresh()).toBe(null);
  server.setStatus(externalOrderId, { status: 'Canceled', charge: 6 });
  expect(await refresh()).toBe('charged_though_canceled');
  const entries = (await auditOf(id)).filter(({ action }) => action === 'forward.resolve');
  expect(entries).toMatchObject([
    {
      ...{ adminId: admin.id, reason: 'They keep a fee', userId: expect.any(Number) as number },
      ...{ before: { flag: 'charged_though_canceled' }, after: { flag: null } },
    },
  ]);
  expect(await codeOf(ofForwards.resolve.mutate({ id: 999_999_999 }))).toBe('not_found');
});

test('a new shop knows the words of the trade, and the owner adds others', async () => {
  const { words, unknown, version: expectedVersion } = await ofSuppliers.statusWords.query();
  expect(Object.fromEntries(words.map(({ word, meaning }) => [word, meaning]))).toEqual(initialStatusWords);
  expect(unknown).toEqual([]);
  const { id, externalOrderId } = await buy();
  server.setStatus(externalOrderId, { status: 'All-Done !' });
  expect(ended(await ofForwards.refresh.mutate({ id })).forward).toMatchObject({
    flag: 'unknown_status',
    orderStatus: 'pending',
  });
  expect((await ofSuppliers.statusWords.query()).unknown).toEqual([{ word: 'All-Done !', count: 1 }]);

  const next = [...words.filter(({ word }) => word !== 'paused'), { word: 'ALL done!', meaning: 'completed' as const }];
  const out = await ofSuppliers.setStatusWords.mutate({ words: next, expectedVersion });
  expect(out.words).toHaveLength(words.length);
  expect(out.words).toContainEqual({ word: 'alldone', meaning: 'completed' });
  const [row] = await db.select({ due: forwards.statusDueAt }).from(forwards).where(eq(forwards.id, id));
  expect(row?.due?.getTime()).toBeLessThanOrEqual(Date.now());
  // The supplier says that all of it is left.
  expect(ended(await ofForwards.refresh.mutate({ id })).forward).toMatchObject({
    ...{ flag: 'completed_with_remains', orderStatus: 'completed' },
  });
  const [entry] = await db.select().from(auditEntries).where(eq(auditEntries.action, 'supplier.setStatusWords'));
  expect(entry).toMatchObject({ before: { words: ['paused: open'] }, after: { words: ['alldone: completed'] } });
  // A retry whose first answer was lost, and another admin who saw the former words.
  expect(await ofSuppliers.setStatusWords.mutate({ words: next, expectedVersion })).toEqual({ ...out, unknown: [] });
  expect(await codeOf(ofSuppliers.setStatusWords.mutate({ words, expectedVersion }))).toBe('settings_changed');
  expect(await db.$count(auditEntries, eq(auditEntries.action, 'supplier.setStatusWords'))).toBe(1);
});

test.each<[string, SetStatusWordsInput['words']]>([
  [
    'twice',
    [
      { word: 'Done', meaning: 'completed' },
      { word: 'DONE', meaning: 'open' },
    ],
  ],
  ['without a letter', [{ word: '- _', meaning: 'open' }]],
  ['of 60 kB', [{ word: 'x'.repeat(60_000), meaning: 'open' }]],
  ['with NUL', [{ word: 'a\0b', meaning: 'open' }]],
  ['too many', Array.from({ length: 501 }, (_, at) => ({ word: `w${at}`, meaning: 'open' }))],
])('refuses a word %s', async (_, words) => {
  expect(await codeOf(ofSuppliers.setStatusWords.mutate({ words }))).toBe('bad_input');
});
