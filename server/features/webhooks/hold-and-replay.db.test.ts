import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '#db/schema/users.ts';
import { testDatabase } from '#db/testing/database.ts';
import { pauseOutgoing } from '../../base/queue/pause-outgoing.ts';
import { dollars, makeOrder, makeUser } from '../../testing/factories.ts';
import { letPass, makeWebhook, testDeliverer, webhookScene } from '../../testing/webhooks.ts';
import { resumeOutgoing } from '../backups/resume-outgoing.ts';
import { setProgress } from '../orders/set-progress.ts';
import { claimSuspect } from './claim-deliveries.ts';
import { deleteOldDeliveries } from './delete-old-deliveries.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { listDeliveries } from './list-deliveries.ts';
import { replayDelivery } from './replay-delivery.ts';
import { testWebhook } from './test-webhook.ts';
import { updateWebhook } from './update-webhook.ts';

const { db } = await testDatabase();
const { deps, admin, receiver, deliverer, complete, logOf } = await webhookScene(db);

const stateOf = async (id: number) => (await logOf(id)).map(({ event, status, error }) => [event, status, error]);

test('while everything outgoing is paused nothing leaves, and what waited before can be dropped', async () => {
  const customer = await makeUser(db, { balanceNanos: dollars(5) });
  const { id } = await makeWebhook(db, customer, receiver, { events: ['order.changed'] });
  const [before, later] = [await makeOrder(db, customer), await makeOrder(db, customer)];
  await setProgress(deps, admin.actor, { id: before.id, startCount: 0, remains: 5 });
  await pauseOutgoing(db, 'restored from a backup');
  await complete(before.id);
  await complete(later.id);
  await deliverer.settle();
  expect(receiver.received).toEqual([]);
  const [first] = await logOf(id);
  const suspect = await db.transaction((tx) => claimSuspect(tx, first?.id ?? 0));
  expect(suspect).toEqual([]);
  expect(await resumeOutgoing(db, null, { mails: 'drop' })).toMatchObject({ isResumed: true, droppedDeliveries: 1 });
  await deliverer.settle();
  expect(receiver.received.map(({ data }) => data.id)).toEqual([before.id, later.id]);
  expect(await stateOf(id)).toEqual([
    ['order.changed', 'failed', 'dropped'],
    ['order.changed', 'delivered', null],
    ['order.changed', 'delivered', null],
  ]);
  // A replay begins with the shortest pause again.
  await db.execute(sql`update webhook_deliveries set retries = 5 where id = ${first?.id}`);
  await replayDelivery(deps, customer.actor, { id, deliveryId: first?.id ?? 0 });
  expect((await logOf(id))[0]).toMatchObject({ status: 'waiting', retries: 0 });
});

test('a hold that begins while an event waits for its attempt stops it', async () => {
  const customer = await makeUser(db, { balanceNanos: dollars(5) });
  await makeWebhook(db, customer, receiver, { events: ['order.changed'] });
  receiver.behave = (response) => response.writeHead(500).end();
  await complete((await makeOrder(db, customer)).id);
  await deliverer.settle();
  await pauseOutgoing(db, 'restored from a backup');
  await letPass(db, 60);
  await deliverer.settle();
  expect(receiver.received).toHaveLength(1);
  receiver.behave = (response) => response.writeHead(204).end();
  await resumeOutgoing(db, null, { mails: 'send' });
  await deliverer.settle();
  expect(receiver.received).toHaveLength(2);
});

test('a test event is attempted once; a replay sends an event again with the same id, also before its retry is due', async () => {
  const customer = await makeUser(db, { balanceNanos: dollars(5) });
  const { id } = await makeWebhook(db, customer, receiver, { events: ['order.changed'] });
  receiver.behave = (response) => response.writeHead(500).end();
  await testWebhook(deps, customer.actor, { id });
  await complete((await makeOrder(db, customer)).id);
  await deliverer.settle();
  await letPass(db, 4);
  expect(await stateOf(id)).toEqual([
    ['test', 'failed', 'http_status'],
    ['order.changed', 'waiting', 'http_status'],
  ]);
  receiver.behave = (response) => response.writeHead(204).end();
  const { items } = await listDeliveries(db, customer.actor, { id, limit: 10 });
  for (const { id: deliveryId } of items)
    expect((await replayDelivery(deps, customer.actor, { id, deliveryId })).delivery).toMatchObject({
      status: 'waiting',
      event: expect.any(String),
    });
  await deliverer.settle();
  expect((await stateOf(id)).map(([, status]) => status)).toEqual(['delivered', 'delivered']);
  await replayDelivery(deps, customer.actor, { id, deliveryId: items[0]?.id ?? 0 });
  await deliverer.settle();
  const ids = receiver.received.filter(({ type }) => type === 'order.changed').map((each) => each.id);
  expect(ids).toHaveLength(3);
  expect(new Set(ids).size).toBe(1);
});

test('a blocked customer, a webhook that is off and one that is deleted get nothing', async () => {
  const [blocked, off, deleted] = await Promise.all(
    Array.from({ length: 3 }, () => makeUser(db, { balanceNanos: dollars(5) })),
  );
  if (!blocked || !off || !deleted) throw new Error('Three customers');
  const made = [];
  for (const customer of [blocked, off, deleted]) {
    made.push(await makeWebhook(db, customer, receiver, { events: ['order.changed'] }));
    await complete((await makeOrder(db, customer)).id);
  }
  await db.update(users).set({ blockedAt: new Date() }).where(eq(users.id, blocked.id));
  await updateWebhook(deps, off.actor, { id: made[1]?.id ?? 0, enabled: false });
  await deleteWebhook(db, deleted.actor, { id: made[2]?.id ?? 0 });
  await deliverer.settle();
  expect(receiver.received).toEqual([]);
  expect(await stateOf(made[0]?.id ?? 0)).toEqual([['order.changed', 'failed', 'user_blocked']]);
  expect(await stateOf(made[1]?.id ?? 0)).toEqual([['order.changed', 'failed', 'webhook_off']]);
  await deleteOldDeliveries(db);
  expect(await stateOf(made[2]?.id ?? 0)).toEqual([]);
});

test('deliveries are stored for 30 days, those that wait for longer', async () => {
  const customer = await makeUser(db, { balanceNanos: dollars(5) });
  const { id } = await makeWebhook(db, customer, receiver, { events: ['order.changed'] });
  await complete((await makeOrder(db, customer)).id);
  await deliverer.settle();
  receiver.behave = (response) => response.writeHead(500).end();
  await complete((await makeOrder(db, customer)).id);
  await deliverer.settle();
  await letPass(db, 29 * 86_400);
  await deleteOldDeliveries(db);
  expect(await logOf(id)).toHaveLength(2);
  await letPass(db, 2 * 86_400);
  await deleteOldDeliveries(db);
  expect((await logOf(id)).map(({ status }) => status)).toEqual(['waiting']);
});

test('a receiver that never answers does not delay others', async () => {
  const [slow, quick] = [
    await makeUser(db, { balanceNanos: dollars(50) }),
    await makeUser(db, { balanceNanos: dollars(5) }),
  ];
  const { url } = await makeWebhook(db, slow, receiver, { events: ['order.changed'] });
  await makeWebhook(db, quick, receiver, { events: ['order.changed'] });
  receiver.behave = (response, { path }) => {
    if (!url.endsWith(path)) response.writeHead(204).end();
  };
  for (let count = 0; count < 10; count++) await complete((await makeOrder(db, slow)).id);
  const { id } = await makeOrder(db, quick);
  await complete(id);
  await deliverer.work();
  await expect.poll(() => receiver.received.some(({ data }) => data.id === id)).toBe(true);
  expect(receiver.received.filter(({ path }) => url.endsWith(path)).length).toBeLessThanOrEqual(3);
  receiver.dropConnections();
  await deliverer.idle();
});

test('a webhook with more events than fit does not delay others', async () => {
  const [busy, quick] = [await makeUser(db), await makeUser(db, { balanceNanos: dollars(5) })];
  const { id: webhookId } = await makeWebhook(db, busy, receiver, { events: ['order.changed'] });
  await db.execute(sql`insert into webhook_deliveries (webhook_id, event, subject_id)
    select ${webhookId}, 'order.changed', nth from generate_series(1, 100) nth`);
  await makeWebhook(db, quick, receiver, { events: ['order.changed'] });
  const { id } = await makeOrder(db, quick);
  await complete(id);
  await deliverer.work();
  await deliverer.idle();
  expect(receiver.received).toHaveLength(4);
  expect(receiver.received.map(({ data }) => data.id)).toContain(id);
  await updateWebhook(deps, busy.actor, { id: webhookId, enabled: false });
});

test('two servers at once deliver each event once, and those of an order in their order', async () => {
  const customer = await makeUser(db, { balanceNanos: dollars(50) });
  await makeWebhook(db, customer, receiver, { events: ['order.changed'] });
  const other = testDeliverer(db);
  const made = [];
  for (let count = 0; count < 3; count++) made.push(await makeOrder(db, customer));
  for (let remains = 5; remains > 0; remains--)
    for (const { id } of made) await setProgress(deps, admin.actor, { id, startCount: 0, remains });
  await Promise.all([deliverer.settle(), other.settle()]);
  await deliverer.settle();
  await other.stop();
  for (const { id } of made)
    expect(receiver.received.filter(({ data }) => data.id === id).map(({ data }) => data.remains)).toEqual([
      5, 4, 3, 2, 1,
    ]);
});
