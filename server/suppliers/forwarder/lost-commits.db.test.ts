import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testDatabase } from '#db/testing/database.ts';
import { getForward } from '../../features/forwards/get-forward.ts';
import { settleForward } from '../../features/forwards/settle-forward.ts';
import { makeAdmin } from '../../testing/factories.ts';
import { forwardOf, makeForwardedService, startTestForwarder, untilForward } from '../../testing/forwarder.ts';
import type { AddResult } from '../api/results.ts';
import { applyOutcome } from './apply-outcome.ts';
import { assignForwards } from './assign-forwards.ts';
import { type Attempt, claimForward } from './claim-forward.ts';
import { createLostClaims } from './lost-claims.ts';
import { loseOrphanedSends } from './orphaned-sends.ts';
import { createReadiness } from './readiness.ts';
import { createSentMemory } from './sent-memory.ts';

const database = await testDatabase();
const { db } = database;

async function timelineNow(): Promise<string> {
  const [server] = await db.execute<{ now: string }>(sql`select left(pg_walfile_name(pg_current_wal_lsn()), 8) as now`);
  return server?.now ?? '';
}

/** Claims the purchase of an order, as an engine with this number does. */
async function claim(orderId: number, supplierId: number, holder = 1): Promise<Attempt> {
  await assignForwards(db);
  const { id: forwardId } = await forwardOf(database, orderId);
  const claimed = await claimForward(db, { forwardId, supplierId, holder, timeline: await timelineNow() });
  if (claimed.kind !== 'claimed') throw new Error(`It was ${claimed.kind}`);
  return claimed.attempt;
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
  const memory = createSentMemory();
  const attempt = await claim(id, supplier.id);
  memory.add(attempt);
  if (answer) {
    memory.answered(attempt, answer);
    await applyOutcome(db, attempt, answer);
  }
  await lose(id, answer ? sql`${unsent}, external_order_id = null, accepted_at = null, status_due_at = null` : unsent);
  const changed: number[] = [];
  const readiness = createReadiness({ db, memory, onChanged: (ids) => changed.push(...ids) });
  expect(await readiness.timeline()).toMatch(/^[0-9A-F]{8}$/);
  expect(changed).toEqual([attempt.forwardId]);
  expect(await forwardOf(database, id)).toMatchObject({ ...expected, supplierId: supplier.id });
});

test('nothing is sent until the watch of acknowledged entries has looked on this timeline, and for a while after a promotion', async () => {
  const watched: { timeline?: string | undefined } = {};
  const acknowledged = { look: async () => {}, checkedTimeline: () => watched.timeline };
  const memory = createSentMemory();
  const readiness = createReadiness({ db, memory, acknowledged, graceMs: 300, onChanged: () => {} });
  expect(await readiness.timeline()).toBeUndefined();
  watched.timeline = await timelineNow();
  expect(await readiness.timeline()).toBe(watched.timeline);
});

test('an answer that comes after a person has sent it again is still written, unless it was sent since: then it is flagged', async () => {
  const { supplier, order } = await makeForwardedService(database);
  const [first, second] = [await order(), await order()];
  const attempt = await claim(first.id, supplier.id);
  await loseOrphanedSends(db);
  await untilForward(database, first.id, { state: 'unknown' });
  await db.execute(sql`update forwards set state = 'queued', due_at = now() where order_id = ${first.id}`);
  expect(await applyOutcome(db, attempt, { kind: 'accepted', externalOrderId: '801' })).toMatchObject({
    kind: 'accepted',
  });
  expect(await forwardOf(database, first.id)).toMatchObject({ state: 'accepted', externalOrderId: '801' });

  const early = await claim(second.id, supplier.id, 2);
  await loseOrphanedSends(db);
  await db.execute(sql`update forwards set state = 'queued', due_at = now() where order_id = ${second.id}`);
  await claim(second.id, supplier.id, 3);
  const late = await applyOutcome(db, early, { kind: 'accepted', externalOrderId: '802' });
  expect(late).toMatchObject({ kind: 'late', isDoubtful: true });
  expect(await forwardOf(database, second.id)).toMatchObject({ state: 'sending', flag: 'changed_after_end' });
  // The second attempt bought nothing: the first one's number is the purchase.
  const { attempts } = await forwardOf(database, second.id);
  await applyOutcome(db, { ...early, attempt: attempts }, { kind: 'refused', reason: 'order', text: 'Duplicate' });
  expect(await forwardOf(database, second.id)).toMatchObject({
    ...{ state: 'accepted', externalOrderId: '802', flag: 'changed_after_end' },
  });
  // Both attempts bought: the number of the first stays in the words.
  const other = await makeForwardedService(database);
  const third = await other.order();
  const doubled = await claim(third.id, other.supplier.id, 4);
  await loseOrphanedSends(db);
  await db.execute(sql`update forwards set state = 'queued', due_at = now() where order_id = ${third.id}`);
  const again = await claim(third.id, other.supplier.id, 5);
  await applyOutcome(db, doubled, { kind: 'accepted', externalOrderId: '803' });
  await applyOutcome(db, again, { kind: 'accepted', externalOrderId: '804' });
  expect(await forwardOf(database, third.id)).toMatchObject({
    ...{ state: 'accepted', externalOrderId: '804', flag: 'changed_after_end' },
    refusal: 'The supplier accepted attempt 1 late, as number 803',
  });
});

test('a late answer with another number than the one that a person has found, or with that of another order, is flagged', async () => {
  const { supplier, order } = await makeForwardedService(database);
  const admin = await makeAdmin(db);
  const deps = { db, events: { publish: () => {}, subscribe: () => () => {}, stop: async () => {} } };
  const settle = async (id: number, input: { outcome: 'bought' | 'not_bought'; externalId?: string }) => {
    await loseOrphanedSends(db);
    await settleForward(deps, admin.actor, { id: (await forwardOf(database, id)).id, ...input });
  };
  const [found, again, taken] = [await order(), await order(), await order()];
  const attempt = await claim(found.id, supplier.id, 1);
  await settle(found.id, { outcome: 'bought', externalId: '501' });
  const words = 'The supplier accepted attempt 1 late, as number 502';
  const late = { kind: 'accepted', externalOrderId: '502' } as const;
  for (const isDoubtful of [true, false])
    expect(
      await applyOutcome(db, attempt, { kind: 'accepted', externalOrderId: isDoubtful ? '502' : '501' }),
    ).toMatchObject({
      kind: 'late',
      isDoubtful,
    });
  const flagged = { state: 'accepted', externalOrderId: '501', flag: 'changed_after_end', refusal: words };
  expect(await forwardOf(database, found.id)).toMatchObject(flagged);
  const { events } = await getForward(db, admin.actor, { id: attempt.forwardId });
  expect(events.at(-1)).toMatchObject({ to: 'accepted', supplierName: supplier.name, byName: null, reason: words });
  // Another order has the number: nothing is sent for this one, though a person has queued it again.
  await applyOutcome(db, await claim(taken.id, supplier.id, 2), late);
  const early = await claim(again.id, supplier.id, 3);
  await settle(again.id, { outcome: 'not_bought' });
  expect(await applyOutcome(db, early, late)).toMatchObject({ kind: 'late', isDoubtful: true });
  const unsure = { state: 'unknown', flag: 'changed_after_end', refusal: `${words}, which another order has` };
  expect(await forwardOf(database, again.id)).toMatchObject(unsure);
});

test('a number that another order has makes the purchase unknown', async () => {
  const { supplier, order } = await makeForwardedService(database, { takesRequestId: true });
  const [one, other] = [await order(), await order()];
  for (const { id } of [one, other])
    await applyOutcome(db, await claim(id, supplier.id, 5), { kind: 'accepted', externalOrderId: '900' });
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
  const lost = createLostClaims({ db, onChanged: () => {} });
  lost.add({ forwardId, holder: 11, timeline: '' });
  await lost.takeBack();
  expect(await forwardOf(database, own.id)).toMatchObject({
    state: 'queued',
    holder: null,
    nextSupplierId: supplier.id,
  });
  const other = await claim(others.id, supplier.id, 12);
  lost.add({ forwardId: other.forwardId, holder: 11, timeline: '' });
  await lost.takeBack();
  expect(await forwardOf(database, others.id)).toMatchObject({ state: 'sending', holder: 12 });
  // Its process has ended. On another timeline the same number of an attempt is another server's.
  await loseOrphanedSends(db);
  const same = { forwardId: other.forwardId, holder: 11, attempt: other.attempt };
  lost.add({ ...same, timeline: 'FFFFFFFF' });
  await lost.takeBack();
  expect(await forwardOf(database, others.id)).toMatchObject({ state: 'unknown' });
  lost.add({ ...same, timeline: await timelineNow() });
  await lost.takeBack();
  expect(await forwardOf(database, others.id)).toMatchObject({ state: 'queued' });
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
