import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { auditEntries } from '#db/schema/audit.ts';
import { forwardEvents, forwards } from '#db/schema/forwards.ts';
import { supplierRefusalWords, suppliers } from '#db/schema/suppliers.ts';
import { testDatabase } from '#db/testing/database.ts';
import { lockRefusalWords } from '#server/suppliers/refusal-words.ts';
import { makeAdmin } from '#server/testing/factories.ts';
import {
  addSupplier,
  forwardOf,
  makeForwardedService,
  startTestForwarder,
  until,
  untilForward,
} from '#server/testing/forwarder.ts';
import { codeOf } from '#server/testing/refusal.ts';
import type { RefusalMeaning } from '#shared/supplier-words.ts';
import { getSupplier } from '../../suppliers/list-suppliers.ts';
import { getRefusalWords, setRefusalWords } from '../../suppliers/refusal-words.ts';
import { countByWords } from './settle-by-words.ts';
import { settleForward } from './settle-forward.ts';

const database = await testDatabase();
const { db } = database;
const { events } = startTestForwarder(database);
const { actor: loggedIn } = await makeAdmin(db);
const { actor: colleague } = await makeAdmin(db);
const actor = { ...loggedIn, isReauthenticated: true };

const WORDS = 'Something went wrong, try again';
const says = (error: string) => ({ status: 200, body: JSON.stringify({ error }) });
const settle = (id: number, meaning: RefusalMeaning, more: object = {}, by = actor) => {
  const words = { text: 'went  WRONG', meaning, supplierId: null, ...more };
  const text = words.text.replace('  ', ' ');
  return settleForward({ db, events }, by, { id, outcome: 'not_bought', words: { ...words, text }, ...more });
};
afterEach(() => setRefusalWords({ db, events }, actor, { words: [] }));
const waiting = async (own: Awaited<ReturnType<typeof makeForwardedService>>) =>
  (await getSupplier(db, actor, own.supplier)).waitsForWords;

test('a supplier that stores the order and says that something went wrong sells it once: no other source gets it, and its queue waits for a meaning', async () => {
  const made = await makeForwardedService(database);
  const second = await addSupplier(database, made);
  made.server.answerAll('add', 'error_words_after');
  const placed = [];
  for (let nth = 0; nth < 4; nth++) placed.push(await made.order());
  const [first = { id: 0 }, , , last = { id: 0 }] = placed;
  for (const { id } of placed.slice(0, 3)) await untilForward(database, id, { state: 'unknown', unknownWords: WORDS });
  await until(() => waiting(made), true);
  await untilForward(database, last.id, { state: 'queued', attempts: 0 });
  const [row] = await db.select().from(suppliers).where(eq(suppliers.id, made.supplier.id));
  expect(row?.stoppedAt).toBeNull();
  expect((await getRefusalWords(db, actor)).unknown).toEqual([WORDS]);

  const { id } = await forwardOf(database, first.id);
  made.server.answerAll('add', undefined);
  expect(await settle(id, 'may_be_bought')).toMatchObject({ forward: { state: 'unknown' }, settled: 0 });
  await untilForward(database, last.id, { state: 'accepted' });
  for (const order of placed.slice(0, 3))
    await untilForward(database, order.id, { state: 'unknown', unknownWords: null, answerWords: WORDS });
  expect(await getRefusalWords(db, actor)).toMatchObject({
    unknown: [],
    words: [{ text: 'went WRONG', meaning: 'may_be_bought', supplierId: null }],
  });
  expect([made.server.bought(), second.server.callsOf('add')]).toEqual([4, []]);
  // The next with these words is unknown, too, and counts towards the stop.
  made.server.answerNext('add', 'error_words_after');
  const next = await made.order();
  await untilForward(database, next.id, { state: 'unknown', unknownWords: null });
  await until(async () => (await getSupplier(db, actor, made.supplier)).stoppedReason, 'unknowns');
  expect(second.server.callsOf('add')).toEqual([]);
});

test('purchases by unknown words never count to the stop, also once a person has settled each', async () => {
  const made = await makeForwardedService(database);
  made.server.answerNext('add', says('Hm 1'), says('Hm 2'), 'page_504_after');
  for (const externalId of ['9001', '9002']) {
    const { id } = await untilForward(database, (await made.order()).id, { state: 'unknown' });
    await settleForward({ db, events }, actor, { id, outcome: 'bought', externalId });
  }
  await untilForward(database, (await made.order()).id, { state: 'unknown' });
  await untilForward(database, (await made.order()).id, { state: 'accepted' });
  expect(await getSupplier(db, actor, made.supplier)).toMatchObject({ stoppedReason: null });
});

test('words about an active order with the link settle nothing where a person has sent the order again: it may be ours', async () => {
  const made = await makeForwardedService(database);
  made.server.answerNext('add', 'error_words_after', 'error_words_after');
  const order = await made.order();
  const { id } = await untilForward(database, order.id, { state: 'unknown' });
  await settleForward({ db, events }, actor, { id, outcome: 'not_bought' });
  const again = await untilForward(database, order.id, { state: 'unknown', attempts: 2, wordsAttempt: 2 });
  await settle(id, 'link_in_use');
  await untilForward(database, order.id, { state: 'unknown', flag: 'link_in_use', attempts: 2 });
  expect((await forwardOf(database, order.id)).unknownSince).not.toBeNull();
  expect(again.unknownSince).not.toBeNull();
});

test('texts that differ only in numbers are one text', async () => {
  const made = await makeForwardedService(database);
  made.server.answerNext('add', says('Error ref 7b21-4'), says('Error ref 11'), says('Error ref 9'));
  for (let nth = 0; nth < 3; nth++) await untilForward(database, (await made.order()).id, { state: 'unknown' });
  const { id } = await made.order();
  await until(() => waiting(made), true);
  await untilForward(database, id, { state: 'queued', attempts: 0 });
  await setRefusalWords({ db, events }, actor, {
    words: [{ text: 'error ref', meaning: 'order', supplierId: made.supplier.id }],
  });
  await untilForward(database, id, { state: 'accepted' });
  expect(await waiting(made)).toBe(false);
});

const meanings: Partial<Record<RefusalMeaning, [first: object, second: number]>> = {
  order: [{ state: 'accepted', attempts: 2 }, 1],
  service: [{ state: 'accepted', attempts: 2 }, 1],
  account: [{ state: 'accepted', attempts: 2 }, 1],
  funds: [{ state: 'waiting_funds', attempts: 1 }, 0],
  link_in_use: [{ state: 'queued', attempts: 1, linkInUseSince: expect.any(Date) as Date }, 0],
};

test.each(Object.entries(meanings))(
  'words that mean %s settle a purchase as such a refusal',
  async (meaning, [state, atSecond]) => {
    const made = await makeForwardedService(database);
    const second = await addSupplier(database, made);
    made.server.answerNext('add', 'error_words_before');
    // So that it waits for money, as it says.
    made.server.balance = 0;
    const order = await made.order();
    const { id } = await untilForward(database, order.id, { state: 'unknown' });
    await settle(id, meaning as RefusalMeaning, { supplierId: made.supplier.id });
    await untilForward(database, order.id, state);
    expect(second.server.bought()).toBe(atSecond);
    const { stoppedReason } = await getSupplier(db, actor, made.supplier);
    expect(stoppedReason).toBe(meaning === 'account' ? 'account' : null);
    const paused = await db.execute(
      sql`select from service_sources where supplier_id = ${made.supplier.id} and paused_at is not null`,
    );
    expect(paused).toHaveLength(meaning === 'service' ? 1 : 0);
    // From now on they are known.
    await db.update(suppliers).set({ stoppedAt: null, stoppedReason: null, stoppedText: null });
    await db.execute(sql`update service_sources set paused_at = null, paused_reason = null, paused_text = null`);
    made.server.answerNext('add', 'error_words_before');
    const next = await made.order();
    if (meaning !== 'funds') await untilForward(database, next.id, state);
    await db.execute(
      sql`update forwards set due_at = now() + interval '1 day' where state in ('queued', 'waiting_funds')`,
    );
  },
);

test('words settle all that wait with them, for the password, once, at the suppliers that they are for', async () => {
  const [made, other] = [await makeForwardedService(database), await makeForwardedService(database)];
  for (const { server } of [made, other]) server.answerAll('add', says('Oops, it broke'));
  const placed = [await made.order(), await made.order(), await other.order()];
  const rows = [];
  for (const { id } of placed) rows.push(await untilForward(database, id, { state: 'unknown', dueAt: null }));
  for (const { server } of [made, other]) server.answerAll('add', undefined);
  const [first = 0, second = 0, third = 0] = rows.map(({ id }) => id);
  const own = { supplierId: made.supplier.id, requestId: randomUUID(), text: 'it broke' };
  expect(await countByWords(db, actor, { text: 'it broke', supplierId: null })).toEqual({ count: 3 });
  expect(await countByWords(db, actor, { text: 'it broke', supplierId: made.supplier.id })).toEqual({ count: 2 });
  expect(await codeOf(settle(first, 'order', own, { ...actor, isReauthenticated: false }))).toBe(
    'reauthentication_required',
  );
  expect((await getRefusalWords(db, actor)).words).toEqual([]);
  expect(await codeOf(settle(first, 'order', own, { ...actor, keyId: 1 }))).toBe('key_not_allowed');

  const [won, lost] = await Promise.allSettled([
    settle(first, 'order', own),
    settle(
      second,
      'order',
      { supplierId: made.supplier.id, text: 'it broke' },
      { ...colleague, isReauthenticated: true },
    ),
  ]);
  // The first one settles both; the other gets an error, or finds the rest.
  expect([won, lost].filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
  for (const id of [first, second]) {
    const settledOnce = await db.$count(
      forwardEvents,
      sql`forward_id = ${id} and from_state = 'unknown' and actor_id is not null`,
    );
    expect(settledOnce).toBe(1);
  }
  await until(
    async () => [
      ...(await db.select({ state: forwards.state }).from(forwards).where(eq(forwards.supplierId, made.supplier.id))),
    ],
    [{ state: 'refused' }, { state: 'refused' }],
  );
  expect(await forwardOf(database, placed[2]?.id ?? 0)).toMatchObject({ id: third, state: 'unknown' });
  // The same decision again moves nothing, and a settled purchase is not settled by another.
  const events0 = await db.$count(forwardEvents);
  await settle(first, 'order', own).catch(() => undefined);
  expect(await db.$count(forwardEvents)).toBe(events0);
  const { actor: third3 } = await makeAdmin(db);
  expect(await codeOf(settle(first, 'funds', { text: 'it broke' }, { ...third3, isReauthenticated: true }))).toBe(
    'already_decided',
  );
  expect(
    await db.$count(
      auditEntries,
      sql`action = 'supplier.setRefusalWords' and after -> 'words' @> '["it broke: order (supplier ${sql.raw(String(made.supplier.id))})"]'`,
    ),
  ).toBe(1);
  await settle(third, 'order', { text: 'it broke' });
  await untilForward(database, placed[2]?.id ?? 0, { state: 'refused' });
});

test('an answer whose words get a meaning in this moment waits for it', async () => {
  const made = await makeForwardedService(database);
  made.server.answerNext('add', says('Nope, never'));
  const order = await db.transaction(async (tx) => {
    await lockRefusalWords(tx);
    await tx.insert(supplierRefusalWords).values({ text: 'nope, never', meaning: 'order' });
    const placed = await made.order();
    const isWaiting = sql`datname = current_database() and wait_event_type = 'Lock' and query ~ '^lock table'`;
    await until(() => db.$count(sql`pg_stat_activity`, isWaiting), 1);
    return placed;
  });
  await untilForward(database, order.id, { state: 'refused', unknownSince: null });
});

test('a repetition does not bring words back that another admin has deleted since', async () => {
  const made = await makeForwardedService(database);
  made.server.answerNext('add', says('Oh no'));
  const order = await made.order();
  const { id } = await untilForward(database, order.id, { state: 'unknown' });
  const own = { text: 'oh no', requestId: randomUUID() };
  await settle(id, 'order', own);
  await untilForward(database, order.id, { state: 'refused' });
  await setRefusalWords({ db, events }, colleague, { words: [] });
  expect(await settle(id, 'order', own)).toMatchObject({ forward: { state: 'refused' }, settled: 0 });
  expect((await getRefusalWords(db, actor)).words).toEqual([]);
});

test('a supplier’s own words decide before those of all, and the longest first', async () => {
  const made = await makeForwardedService(database);
  const all = { supplierId: null };
  await setRefusalWords({ db, events }, actor, {
    words: [
      { text: 'went wrong', meaning: 'funds', ...all },
      { text: 'something went wrong, try', meaning: 'account', ...all },
      { text: 'went wrong', meaning: 'may_be_bought', supplierId: made.supplier.id },
      { text: 'invalid link', meaning: 'may_be_bought', ...all },
    ],
  });
  made.server.answerNext('add', 'error_words_after', says('Invalid LINK given'));
  for (const order of [await made.order(), await made.order()])
    await untilForward(database, order.id, { state: 'unknown', unknownWords: null });
  const { id } = await db
    .select()
    .from(forwards)
    .where(eq(forwards.supplierId, made.supplier.id))
    .then(([row]) => row ?? { id: 0 });
  expect(await codeOf(settle(id, 'order', { text: 'went' }))).toBe('bad_input');
  expect(await codeOf(settle(id, 'order', { text: 'not in it' }))).toBe('bad_input');
});

test('the table is saved as a whole, and not over another admin’s changes', async () => {
  const words = [{ text: 'Went wrong', meaning: 'order' as const, supplierId: null }];
  const { version: expectedVersion } = await getRefusalWords(db, actor);
  expect(await setRefusalWords({ db, events }, actor, { words, expectedVersion })).toMatchObject({ words });
  for (const next of [words, []])
    expect(await codeOf(setRefusalWords({ db, events }, actor, { words: next, expectedVersion }))).toBe(
      'settings_changed',
    );
  const ofNobody = [{ text: 'Went wrong', meaning: 'order' as const, supplierId: 999_999 }];
  expect(await codeOf(setRefusalWords({ db, events }, actor, { words: ofNobody }))).toBe('bad_input');
});

test('words prove nothing about a purchase that was asked for again since', async () => {
  const made = await makeForwardedService(database, { takesRequestId: true });
  made.server.answerNext('add', 'error_words_before');
  made.server.answerAll('add', 'page_504_before');
  const order = await made.order();
  const { id } = await untilForward(database, order.id, { state: 'unknown', attempts: 2, lockOwner: null });
  expect(await codeOf(settle(id, 'order'))).toBe('bad_input');
});
