import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { serviceSources } from '#db/schema/supplier-catalogue.ts';
import { testDatabase } from '#db/testing/database.ts';
import { decideOrder } from '../../features/orders/decide-order.ts';
import { settleForward } from '../../features/orders/purchases/settle-forward.ts';
import { makeAdmin } from '../../testing/factories.ts';
import {
  addSupplier,
  forwardOf,
  makeForwardedService,
  startTestForwarder,
  until,
  untilForward,
} from '../../testing/forwarder.ts';

const database = await testDatabase();
const { db } = database;
const forwarder = startTestForwarder(database);
const { actor } = await makeAdmin(db);

const isPostponed = async (id: number) => ((await forwardOf(database, id)).dueAt?.getTime() ?? 0) > Date.now() + 30_000;
async function retry(id: number) {
  await db.execute(sql`update forwards set due_at = now() where order_id = ${id}`);
  forwarder.events.publish('forwards');
}

test.concurrent('a link in use is tried again for a day, and then waits for a person', async () => {
  const made = await makeForwardedService(database);
  made.server.answerAll('add', 'link_in_use');
  const { id } = await made.order();
  const row = await untilForward(database, id, { state: 'queued', attempts: 1 });
  expect(row.dueAt?.getTime()).toBeGreaterThan(Date.now() + 14 * 60_000);
  await db.execute(
    sql`update forwards set due_at = now(), link_in_use_since = now() - interval '25 hours' where id = ${row.id}`,
  );
  await untilForward(database, id, { state: 'unknown', flag: 'link_in_use', dueAt: null });
});

test.concurrent('an order whose link is in use goes to no other source, also while the supplier can’t take it', async () => {
  const made = await makeForwardedService(database);
  const second = await addSupplier(database, made);
  const atFirst = {
    state: 'queued',
    nextSupplierId: made.supplier.id,
    linkInUseSince: expect.any(Date) as Date,
  } as const;
  made.server.answerNext('add', 'link_in_use', 'throttled', 'link_in_use');
  const { id } = await made.order();
  await untilForward(database, id, { ...atFirst, attempts: 1 });
  await retry(id);
  await untilForward(database, id, { ...atFirst, attempts: 3 });
  const ofFirst = eq(serviceSources.supplierId, made.supplier.id);
  await db.update(serviceSources).set({ pausedAt: new Date(), pausedReason: 'person' }).where(ofFirst);
  await retry(id);
  await until(() => isPostponed(id), true);
  await untilForward(database, id, atFirst);
  await db.delete(serviceSources).where(ofFirst);
  await retry(id);
  await untilForward(database, id, { state: 'unknown', flag: 'link_in_use', dueAt: null });
  expect([made.server.bought(), second.server.callsOf('add')]).toEqual([0, []]);
});

test.concurrent('an order whose link is in use goes to no other source when it waits for the money of a supplier that is not a source now', async () => {
  const made = await makeForwardedService(database);
  const second = await addSupplier(database, made);
  made.server.answerNext('add', 'link_in_use');
  const { id } = await made.order();
  await untilForward(database, id, { state: 'queued', attempts: 1 });
  made.server.balance = 100;
  await retry(id);
  await untilForward(database, id, { state: 'waiting_funds', attempts: 2, linkInUseSince: expect.any(Date) as Date });
  await db.delete(serviceSources).where(eq(serviceSources.supplierId, made.supplier.id));
  forwarder.events.publish('services');
  await untilForward(database, id, { state: 'unknown', flag: 'link_in_use', dueAt: null });
  expect(second.server.callsOf('add')).toEqual([]);
});

test.concurrent.each(['not there, send again', 'an answer in unknown words'])(
  'a link in use after an earlier attempt may be ours: %s',
  async (how) => {
    const made = await makeForwardedService(database);
    made.server.answerNext('add', how.startsWith('not') ? 'page_504_after' : 'error_words_after', 'link_in_use');
    const { id } = await made.order();
    const unknown = await untilForward(database, id, { state: 'unknown', dueAt: null });
    await settleForward({ db, events: forwarder.events }, actor, { id: unknown.id, outcome: 'not_bought' });
    await untilForward(database, id, { state: 'unknown', flag: 'link_in_use', dueAt: null, attempts: 2 });
    expect(made.server.bought()).toBe(1);
  },
);

test.concurrent('a link in use is no answer about an unknown purchase before: a person decides, and a rejection asks', async () => {
  const made = await makeForwardedService(database, { takesRequestId: true });
  // It looks at the links before it looks for the id.
  made.server.answerNext('add', 'lost_after', { status: 200, body: '{"error":"neworder.error.link_duplicate"}' });
  const { id } = await made.order();
  await untilForward(database, id, { state: 'unknown', flag: 'link_in_use', dueAt: null, lockOwner: null });
  const rejecting = decideOrder({ db, events: forwarder.events }, actor, { id, decision: 'reject' });
  await expect(rejecting).rejects.toMatchObject({ code: 'supplier_may_deliver' });
  expect([made.server.bought(), made.server.callsOf('add').length]).toEqual([1, 2]);
});
