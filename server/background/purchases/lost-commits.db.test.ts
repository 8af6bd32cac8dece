import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { closeDb, connect } from '#db/client.ts';
import { testDatabase } from '#db/testing/database.ts';
import { getForward } from '../../features/orders/purchases/get-forward.ts';
import { settle as settleAnswer } from '../../features/orders/purchases/settle.ts';
import { settleForward } from '../../features/orders/purchases/settle-forward.ts';
import { claimStatus } from '../../features/orders/statuses/claim-statuses.ts';
import type { AddResult } from '../../suppliers/protocols/results.ts';
import type { Attempt } from '../../suppliers/purchases/attempt.ts';
import { makeAdmin } from '../../testing/factories.ts';
import {
  forwardOf,
  makeForwardedService,
  startTestForwarder,
  testSupplierClient,
  untilForward,
} from '../../testing/forwarder.ts';
import { loseAbandonedSends } from './abandoned-sends.ts';
import { assignForwards } from './assign-forwards.ts';
import { claimForward } from './claim-forward.ts';
import { deliverAttempt } from './deliver-attempt.ts';
import { createLostClaims } from './lost-claims.ts';
import { createReadiness } from './readiness.ts';
import { createSentRecord } from './sent-record.ts';

const database = await testDatabase();
const { db } = database;

async function timelineNow(): Promise<string> {
  const [server] = await db.execute<{ now: string }>(sql`select left(pg_walfile_name(pg_current_wal_lsn()), 8) as now`);
  return server?.now ?? '';
}

/** Claims the purchase of an order, as an engine with this number does. */
async function claim(orderId: number, supplierId: number, lockOwner = 1): Promise<Attempt> {
  await assignForwards(db);
  const { id: forwardId } = await forwardOf(database, orderId);
  const claimed = await claimForward(db, { forwardId, supplierId, lockOwner, timeline: await timelineNow() });
  if (claimed.kind !== 'claimed') throw new Error(`It was ${claimed.kind}`);
  return claimed.attempt;
}

/** The process of a claim ends, and a person sends the order again. */
async function queueAgain(orderId: number): Promise<void> {
  await loseAbandonedSends(db);
  // It does not count towards a stop.
  await db.execute(sql`
    update forwards set state = 'queued', due_at = now(), unknown_since = null where order_id = ${orderId}`);
}

function lostClaims(options: Partial<Parameters<typeof createLostClaims>[0]> = {}) {
  return createLostClaims({ db, onChanged: () => {}, onDecided: () => {}, onFailure: () => {}, ...options });
}

/** Undoes what a promotion has lost. The triggers of the database would refuse it. */
async function lose(orderId: number, columns: ReturnType<typeof sql>): Promise<void> {
  await db.execute(sql`alter table forwards disable trigger user`);
  await db.execute(sql`update forwards set ${columns} where order_id = ${orderId}`);
  await db.execute(sql`alter table forwards enable trigger user`);
}
const unsent = sql`state = 'queued', attempts = 0, supplier_id = null, external_id = null, holder = null, due_at = now()`;
const accepted: AddResult = { kind: 'accepted', externalOrderId: '777' };

test.each([
  ['without an answer yet', undefined, { state: 'unknown', attempts: 1, externalOrderId: null }],
  ['with its answer', accepted, { state: 'accepted', attempts: 1, externalOrderId: '777' }],
] as const)('a purchase whose commit a promotion lost, %s, is not sent again', async (_name, answer, expected) => {
  const { supplier, order } = await makeForwardedService(database);
  const { id } = await order();
  const sentRecord = createSentRecord();
  const attempt = await claim(id, supplier.id);
  sentRecord.add(attempt);
  if (answer) {
    sentRecord.answered(attempt, answer);
    await settleAnswer(db, attempt, answer);
  }
  await lose(id, answer ? sql`${unsent}, external_order_id = null, accepted_at = null, status_due_at = null` : unsent);
  const changed: number[] = [];
  const readiness = createReadiness({ db, sentRecord, onChanged: (ids) => changed.push(...ids) });
  expect(await readiness.timeline()).toMatch(/^[0-9A-F]{8}$/);
  expect(changed).toEqual([attempt.forwardId]);
  expect(await forwardOf(database, id)).toMatchObject({ ...expected, supplierId: supplier.id });
});

test('nothing is sent until the watch of acknowledged entries has looked on this timeline, and for a while after a promotion', async () => {
  const watched: { timeline?: string | undefined } = {};
  const acknowledged = { look: async () => {}, checkedTimeline: () => watched.timeline };
  const sentRecord = createSentRecord();
  const readiness = createReadiness({ db, sentRecord, acknowledged, graceMs: 300, onChanged: () => {} });
  expect(await readiness.timeline()).toBeUndefined();
  watched.timeline = await timelineNow();
  expect(await readiness.timeline()).toBe(watched.timeline);
});

test('an answer that comes after a person has sent it again is still written, unless it was sent since: then it is flagged', async () => {
  const { supplier, order } = await makeForwardedService(database);
  const [first, second] = [await order(), await order()];
  const attempt = await claim(first.id, supplier.id);
  await loseAbandonedSends(db);
  await untilForward(database, first.id, { state: 'unknown' });
  await db.execute(sql`update forwards set state = 'queued', due_at = now() where order_id = ${first.id}`);
  expect(await settleAnswer(db, attempt, { kind: 'accepted', externalOrderId: '801' })).toMatchObject({
    kind: 'accepted',
  });
  expect(await forwardOf(database, first.id)).toMatchObject({ state: 'accepted', externalOrderId: '801' });

  const early = await claim(second.id, supplier.id, 2);
  await queueAgain(second.id);
  await claim(second.id, supplier.id, 3);
  const late = await settleAnswer(db, early, { kind: 'accepted', externalOrderId: '802' });
  expect(late).toMatchObject({ kind: 'late', isDoubtful: true });
  expect(await forwardOf(database, second.id)).toMatchObject({ state: 'sending', flag: 'changed_after_end' });
  // The second attempt bought nothing: the first one's number is the purchase.
  const { attempts } = await forwardOf(database, second.id);
  await settleAnswer(db, { ...early, attempt: attempts }, { kind: 'refused', reason: 'order', text: 'Duplicate' });
  expect(await forwardOf(database, second.id)).toMatchObject({
    ...{ state: 'accepted', externalOrderId: '802', flag: 'changed_after_end' },
  });
  // Both attempts bought: the number of the first stays in the words.
  const other = await makeForwardedService(database);
  const third = await other.order();
  const doubled = await claim(third.id, other.supplier.id, 4);
  await queueAgain(third.id);
  const again = await claim(third.id, other.supplier.id, 5);
  await settleAnswer(db, doubled, { kind: 'accepted', externalOrderId: '803' });
  await settleAnswer(db, again, { kind: 'accepted', externalOrderId: '804' });
  expect(await forwardOf(database, third.id)).toMatchObject({
    ...{ state: 'accepted', externalOrderId: '804', flag: 'changed_after_end' },
    refusal: 'The supplier accepted attempt 1 late, as number 803',
  });
});

test('a second late answer is flagged too, and the number of the first one stays', async () => {
  const { supplier, order } = await makeForwardedService(database);
  const { id } = await order();
  const first = await claim(id, supplier.id, 41);
  await queueAgain(id);
  const second = await claim(id, supplier.id, 42);
  await queueAgain(id);
  const third = await claim(id, supplier.id, 43);
  for (const [attempt, externalOrderId] of [
    [first, '811'],
    [second, '812'],
  ] as const)
    expect(await settleAnswer(db, attempt, { kind: 'accepted', externalOrderId })).toMatchObject({ isDoubtful: true });
  const refusal =
    'The supplier accepted attempt 1 late, as number 811; The supplier accepted attempt 2 late, as number 812';
  const flagged = { externalOrderId: '811', flag: 'changed_after_end', refusal };
  expect(await forwardOf(database, id)).toMatchObject({ state: 'sending', ...flagged });
  await settleAnswer(db, third, { kind: 'accepted', externalOrderId: '811' });
  expect(await forwardOf(database, id)).toMatchObject({ state: 'accepted', ...flagged });
});

test('a late answer of the panel at the former address is written, and the panel at the new one is never asked about its number', async () => {
  const { supplier, order } = await makeForwardedService(database);
  const [waiting, sent, lost] = [await order(), await order(), await order()];
  const first = await claim(waiting.id, supplier.id, 51);
  await queueAgain(waiting.id);
  const second = await claim(sent.id, supplier.id, 52);
  await queueAgain(sent.id);
  const third = await claim(lost.id, supplier.id, 54);
  await queueAgain(lost.id);
  await db.execute(sql`update suppliers set moved_at = clock_timestamp() where id = ${supplier.id}`);
  // A promotion lost rows since.
  await db.execute(sql`update forwards set state = 'unknown', due_at = null where order_id = ${lost.id}`);
  const atNew = await claim(sent.id, supplier.id, 53);
  await settleAnswer(db, first, { kind: 'accepted', externalOrderId: '821' });
  await settleAnswer(db, second, { kind: 'accepted', externalOrderId: '822' });
  await settleAnswer(db, third, { kind: 'accepted', externalOrderId: '824' });
  const words = (number: string) => `The supplier accepted attempt 1 late, as number ${number} at its former address`;
  const flag = 'changed_after_end';
  expect(await forwardOf(database, waiting.id)).toMatchObject({
    ...{ state: 'accepted', externalOrderId: '821', statusDueAt: null, flag, refusal: words('821') },
  });
  await db.execute(sql`update forwards set status_due_at = now() where order_id = ${waiting.id}`);
  expect(await claimStatus(db, first.forwardId)).toBeUndefined();
  expect(await forwardOf(database, lost.id)).toMatchObject({ state: 'unknown', flag, refusal: words('824') });
  const flagged = { flag, refusal: words('822') };
  expect(await forwardOf(database, sent.id)).toMatchObject({ state: 'sending', externalOrderId: null, ...flagged });
  await settleAnswer(db, atNew, { kind: 'accepted', externalOrderId: '823' });
  expect(await forwardOf(database, sent.id)).toMatchObject({ state: 'accepted', externalOrderId: '823', ...flagged });
  expect(await claimStatus(db, atNew.forwardId)).toMatchObject({ externalOrderId: '823' });
});

test('a late answer with another number than the one that a person has found, or with that of another order, is flagged', async () => {
  const { supplier, order } = await makeForwardedService(database);
  const admin = await makeAdmin(db);
  const deps = { db, events: { publish: () => {}, subscribe: () => () => {}, stop: async () => {} } };
  const settle = async (id: number, input: { outcome: 'bought' | 'not_bought'; externalId?: string }) => {
    await loseAbandonedSends(db);
    await settleForward(deps, admin.actor, { id: (await forwardOf(database, id)).id, ...input });
  };
  const [found, again, taken] = [await order(), await order(), await order()];
  const attempt = await claim(found.id, supplier.id, 1);
  await settle(found.id, { outcome: 'bought', externalId: '501' });
  const words = 'The supplier accepted attempt 1 late, as number 502';
  const late = { kind: 'accepted', externalOrderId: '502' } as const;
  for (const isDoubtful of [true, false])
    expect(
      await settleAnswer(db, attempt, { kind: 'accepted', externalOrderId: isDoubtful ? '502' : '501' }),
    ).toMatchObject({
      kind: 'late',
      isDoubtful,
    });
  const flagged = { state: 'accepted', externalOrderId: '501', flag: 'changed_after_end', refusal: words };
  expect(await forwardOf(database, found.id)).toMatchObject(flagged);
  const { events } = await getForward(db, admin.actor, { id: attempt.forwardId });
  expect(events.at(-1)).toMatchObject({ to: 'accepted', supplierName: supplier.name, byName: null, reason: words });
  // Another order has the number: nothing is sent for this one, though a person has queued it again.
  await settleAnswer(db, await claim(taken.id, supplier.id, 2), late);
  const early = await claim(again.id, supplier.id, 3);
  await settle(again.id, { outcome: 'not_bought' });
  expect(await settleAnswer(db, early, late)).toMatchObject({ kind: 'late', isDoubtful: true });
  const unsure = { state: 'unknown', flag: 'changed_after_end', refusal: `${words}, which another order has` };
  expect(await forwardOf(database, again.id)).toMatchObject(unsure);
});

test('a number that another order has makes the purchase unknown', async () => {
  const { supplier, order } = await makeForwardedService(database, { takesRequestId: true });
  const [one, other] = [await order(), await order()];
  for (const { id } of [one, other])
    await settleAnswer(db, await claim(id, supplier.id, 5), { kind: 'accepted', externalOrderId: '900' });
  expect(await forwardOf(database, one.id)).toMatchObject({ state: 'accepted' });
  const doubled = await forwardOf(database, other.id);
  expect(doubled).toMatchObject({
    state: 'unknown',
    refusal: 'The supplier named number 900, which another order has',
  });
});

test('a claim that was committed without being sent is queued again, and never another server’s', async () => {
  const { supplier, order } = await makeForwardedService(database);
  const [own, others] = [await order(), await order()];
  const { forwardId } = await claim(own.id, supplier.id, 11);
  const lost = lostClaims();
  lost.add({ forwardId, lockOwner: 11, timeline: '' });
  await lost.takeBack();
  expect(await forwardOf(database, own.id)).toMatchObject({
    state: 'queued',
    lockOwner: null,
    nextSupplierId: supplier.id,
  });
  const other = await claim(others.id, supplier.id, 12);
  lost.add({ forwardId: other.forwardId, lockOwner: 11, timeline: '' });
  await lost.takeBack();
  expect(await forwardOf(database, others.id)).toMatchObject({ state: 'sending', lockOwner: 12 });
  // Its process has ended. On another timeline the same number of an attempt is another server's.
  await loseAbandonedSends(db);
  const same = { forwardId: other.forwardId, lockOwner: 11, attempt: other.attempt };
  lost.add({ ...same, timeline: 'FFFFFFFF' });
  await lost.takeBack();
  expect(await forwardOf(database, others.id)).toMatchObject({ state: 'unknown' });
  lost.add({ ...same, timeline: await timelineNow() });
  await lost.takeBack();
  expect(await forwardOf(database, others.id)).toMatchObject({ state: 'queued' });
});

test('a claim whose commit comes late is queued again, however long it takes', async () => {
  const { supplier, order } = await makeForwardedService(database);
  const { id } = await order();
  const { id: forwardId } = await forwardOf(database, id);
  const lost = lostClaims({ watchedMs: 0 });
  lost.add({ forwardId, lockOwner: 21, timeline: '' });
  const aside = connect(database.url, { max: 1 });
  await aside.transaction(async (tx) => {
    await tx.execute(sql`
      update forwards set state = 'sending', holder = 21, attempts = 1, due_at = null, supplier_id = ${supplier.id}, external_id = '101',
        cost_micros = 900000, rate_picos = 1000000000000, cost_nanos = 900000000 where id = ${forwardId}`);
    await lost.takeBack();
  });
  await closeDb(aside);
  await lost.takeBack();
  expect(await forwardOf(database, id)).toMatchObject({
    state: 'queued',
    nextSupplierId: supplier.id,
    lockOwner: null,
  });
  expect(lost.has(forwardId)).toBe(false);
});

test('a purchase whose answer the database refuses frees its sender, delays no other, and is never queued', async () => {
  const { server, supplier, order } = await makeForwardedService(database, { takesRequestId: true });
  const [refused, other] = [await order(), await order()];
  await db.execute(
    sql.raw(`
    alter table forwards add constraint refused check (order_id <> ${refused.id} or state in ('queued', 'sending')) not valid`),
  );
  const attempt = await claim(refused.id, supplier.id, 31);
  const { forwardId } = attempt;
  const { forwardId: otherId } = await claim(other.id, supplier.id, 32);
  const onFailure = vi.fn<(error: unknown) => void>();
  const sentRecord = createSentRecord();
  const lost = lostClaims({ onFailure });
  const deliver = () =>
    deliverAttempt(
      {
        ...{ db, client: testSupplierClient(database), sentRecord },
        ...{ events: { publish: () => {} }, log: { warn: () => {}, error: () => {} } },
        onUnstored: () => lost.add({ forwardId, lockOwner: 31, attempt: 1, timeline: '', wasSent: true }),
      },
      attempt,
    );
  expect(await deliver()).toBeUndefined();
  expect(await sentRecord.compare(db)).toEqual([forwardId]);
  lost.add({ forwardId: otherId, lockOwner: 32, timeline: '' });
  await lost.takeBack();
  expect(await forwardOf(database, other.id)).toMatchObject({ state: 'queued' });
  expect(await forwardOf(database, refused.id)).toMatchObject({ state: 'sending', lockOwner: 31 });
  // As if its process had ended.
  const { forwardId: abandonedId } = await claim(other.id, supplier.id, 33);
  expect(await loseAbandonedSends(db, { onFailure })).toContain(abandonedId);
  expect([onFailure.mock.calls.length, lost.has(forwardId)]).toEqual([2, true]);
  await db.execute(sql`alter table forwards drop constraint refused`);
  await lost.takeBack();
  expect(await forwardOf(database, refused.id)).toMatchObject({ state: 'unknown', lockOwner: null, attempts: 1 });
  expect([server.callsOf('add').length, lost.has(forwardId)]).toEqual([1, false]);
});

test('regression: an order waited for ever if the database was away when the engine looked whether it may be sent', async () => {
  const timeline = await timelineNow();
  let looks = 0;
  const acknowledged = {
    // Orders of other tests are looked at, too.
    look: () => (looks++ < 5 ? Promise.reject(new Error('the database is away')) : Promise.resolve()),
    checkedTimeline: () => timeline,
  };
  const { order } = await makeForwardedService(database);
  const { id } = await order();
  const engine = startTestForwarder(database, { acknowledged });
  await untilForward(database, id, { state: 'accepted' });
  expect(looks).toBeGreaterThan(5);
  await engine.stop();
});
