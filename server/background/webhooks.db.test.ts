import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import type { Tx } from '#db/client.ts';
import { testDatabase } from '#db/testing/database.ts';
import type { Handler } from '../base/events/event-bus.ts';
import { beginAttempts } from '../base/queue/claims.ts';
import { makeNextDue } from '../features/webhooks/due-deliveries.ts';
import { replayDelivery } from '../features/webhooks/replay-delivery.ts';
import { dollars, makeOrder, makeUser } from '../testing/factories.ts';
import { startTestQueue, workOn } from '../testing/queue.ts';
import { deliveryTools, makeWebhook, testDeliverer, webhookScene } from '../testing/webhooks.ts';
import { withoutEvents } from '../testing/without-events.ts';
import { webhooksKind } from './webhooks.ts';

const { db, url } = await testDatabase();
const { deps, receiver, deliverer, complete, logOf } = await webhookScene(db);

const scene = async () => {
  const customer = await makeUser(db, { balanceNanos: dollars(50) });
  const webhook = await makeWebhook(db, customer, receiver, { events: ['order.changed'] });
  return { customer, webhookId: webhook.id, path: new URL(webhook.url).pathname };
};

/** Events of as many subjects, or of one. */
const addEvents = (webhookId: number, count: number, subject = sql`nth`) =>
  db.execute(sql`insert into webhook_deliveries (webhook_id, event, subject_id)
    select ${webhookId}, 'order.changed', ${subject} from generate_series(1, ${count}::int) nth`);

/** Answers nothing until it is let go. */
function holdAnswers() {
  const held: (() => void)[] = [];
  receiver.behave = (response) => void held.push(() => response.writeHead(204).end());
  return () => {
    receiver.behave = (response) => response.writeHead(204).end();
    for (const answer of held.splice(0)) answer();
  };
}

test('topics wake it; it delivers until it stops', async () => {
  const handlers = new Map<string, Handler>();
  const subscribe = (topic: string, handler: Handler) => {
    handlers.set(topic, handler);
    return () => void handlers.delete(topic);
  };
  const events = { ...withoutEvents(db).events, subscribe };
  const queue = startTestQueue({ db, url }, [webhooksKind(deliveryTools(db))], { events, lookEveryMs: 60_000 });
  const { customer } = await scene();
  await expect.poll(() => queue.number()).toBeGreaterThan(0);
  const completeOne = async () => {
    const { id } = await makeOrder(db, customer);
    await complete(id);
    handlers.get('orders')?.(undefined);
    return id;
  };
  const ids = [await completeOne(), await completeOne()];
  await expect.poll(() => receiver.received.map(({ data }) => data.id).toSorted()).toEqual(ids);
  await queue.stop();
  expect(handlers.size).toBe(0);
  await completeOne();
  expect(receiver.received).toHaveLength(2);
});

test('a retry is made when it is due, without waiting for the next look', async () => {
  const { customer, webhookId } = await scene();
  receiver.behave = (response) => response.writeHead(500).end();
  await complete((await makeOrder(db, customer)).id);
  await deliverer.settle();
  receiver.behave = (response) => response.writeHead(204).end();
  await db.execute(
    sql`update webhook_deliveries set next_attempt_at = now() + interval '1 second' where webhook_id = ${webhookId}`,
  );
  workOn({ db, url }, [webhooksKind(deliveryTools(db))], { lookEveryMs: 60_000 });
  await expect.poll(() => logOf(webhookId)).toMatchObject([{ status: 'delivered' }]);
});

test('a look that only put deliveries off is followed by another', async () => {
  const { webhookId } = await scene();
  await addEvents(webhookId, 60, sql`1`);
  await addEvents(webhookId, 1, sql`2`);
  await db.execute(sql`
    update webhook_deliveries set next_attempt_at = now() + interval '1 hour'
    where id = (select min(id) from webhook_deliveries where webhook_id = ${webhookId})`);
  workOn({ db, url }, [webhooksKind(deliveryTools(db))], { lookEveryMs: 60_000 });
  await expect.poll(async () => (await logOf(webhookId)).at(-1)?.status).toBe('delivered');
  await db.execute(sql`delete from webhook_deliveries where webhook_id = ${webhookId}`);
});

test.each([
  ['three deliveries of a webhook', null, 3],
  ['one delivery of a webhook that fails', sql`now()`, 1],
])('%s at a time, on all servers together', async (_what, failingSince, most) => {
  const { webhookId } = await scene();
  await addEvents(webhookId, 10);
  await db.execute(sql`update webhooks set failing_since = ${failingSince} where id = ${webhookId}`);
  const kind = webhooksKind(deliveryTools(db));
  const claiming = db.transaction(async (tx) => {
    expect(await kind.claim(tx, { count: 60 })).toHaveLength(most);
    // Another server looks before the claims are visible.
    expect(await deliverer.work()).toBe(true);
    throw new Error('rolled back');
  });
  await expect(claiming).rejects.toThrow('rolled back');
  expect((await logOf(webhookId)).filter(({ attempts }) => attempts > 0)).toEqual([]);
  const letGo = holdAnswers();
  const servers = [deliverer, testDeliverer(db), testDeliverer(db)];
  for (let looks = 0; looks < 4; looks++) await Promise.all(servers.map((server) => server.work()));
  await expect.poll(() => receiver.received.length).toBe(most);
  letGo();
  for (const server of servers) await server.idle();
  await deliverer.settle();
  expect(receiver.received).toHaveLength(10);
});

test.each([
  [25, [60, 0]],
  [5, [15, 30]],
])('60 attempts of a process, at most 30 of them to receivers that fail: beside %i others', async (others, most) => {
  const [usual, slow] = await Promise.all(
    [others, 40].map((count) => Promise.all(Array.from({ length: count }, scene))),
  );
  if (!usual || !slow) throw new Error('Two sets of webhooks');
  for (const { webhookId } of [...usual, ...slow]) await addEvents(webhookId, 4);
  for (const { webhookId } of slow)
    await db.execute(sql`update webhooks set failing_since = now() where id = ${webhookId}`);
  const counts = () =>
    [usual, slow].map(
      (webhooks) => receiver.received.filter((each) => webhooks.some(({ path }) => path === each.path)).length,
    );
  const letGo = holdAnswers();
  while (await deliverer.work());
  await expect.poll(counts).toEqual(most);
  letGo();
  await deliverer.idle();
  await deliverer.settle();
  expect(counts()).toEqual([others * 4, 160]);
});

test('a replay waits for the later event of its subject that is being sent', async () => {
  const { customer, webhookId } = await scene();
  const order = await makeOrder(db, customer);
  await addEvents(webhookId, 1, sql`${order.id}::bigint`);
  await deliverer.settle();
  await complete(order.id);
  const letGo = holdAnswers();
  await deliverer.work();
  await expect.poll(() => receiver.received.length).toBe(2);
  const [first] = await logOf(webhookId);
  await replayDelivery(deps, customer.actor, { id: webhookId, deliveryId: first?.id ?? 0 });
  expect(await deliverer.work()).toBe(false);
  letGo();
  await deliverer.idle();
  await deliverer.settle();
  expect(receiver.received.map(({ id }) => id)).toEqual(
    [first?.id, expect.any(Number), first?.id].map((id) => (typeof id === 'number' ? `msg_${id}` : expect.any(String))),
  );
});

test('an event that comes while the end of the one before it is being stored is not put off', async () => {
  const { webhookId } = await scene();
  await addEvents(webhookId, 1, sql`1`);
  const [first] = await logOf(webhookId);
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      update webhook_deliveries set status = 'delivered', delivered_at = now(), next_attempt_at = now() + interval '1 hour'
      where id = ${first?.id}`);
    await makeNextDue(tx, first?.id ?? 0);
    await addEvents(webhookId, 1, sql`1`);
    expect(await deliverer.work()).toBe(false);
  });
  await deliverer.settle();
  expect((await logOf(webhookId)).map(({ status }) => status)).toEqual(['delivered', 'delivered']);
});

test('one that was set aside is failed, and the next of its subject is due; it can be tried again, and one that a restore dropped can not', async () => {
  const { webhookId } = await scene();
  await addEvents(webhookId, 2, sql`1`);
  const kind = webhooksKind(deliveryTools(db));
  const statuses = async () => (await logOf(webhookId)).map(({ status, error }) => [status, error]);
  const [id = 0] = (await logOf(webhookId)).map((row) => row.id);
  // The second one is put off behind the first.
  await db.transaction(async (tx) => {
    const rows = await kind.claim(tx, { count: 5 });
    expect(rows.map((row) => row.id)).toEqual([id]);
    await beginAttempts(tx, {
      kind: kind.name,
      lockOwner: 1,
      rows: [{ id, what: kind.describe(rows[0] as { id: number }) }],
    });
  });
  await db.transaction(async (tx) => {
    await tx.execute(sql`update queue_claims set holder = null, set_aside_at = now() where id = ${id}`);
    await kind.setAside?.(tx, id);
  });
  await deliverer.settle();
  expect(await statuses()).toEqual([
    ['failed', 'dropped'],
    ['delivered', null],
  ]);
  const other = await scene();
  const foreign = { id: other.webhookId, deliveryId: id };
  await expect(replayDelivery(deps, other.customer.actor, foreign)).rejects.toHaveProperty('code', 'not_found');
  await deliverer.takeOver();
  expect((await statuses())[0]).toEqual(['failed', 'dropped']);
  await db.execute(sql`update queue_claims set set_aside_at = null where id = ${id}`);
  await deliverer.takeOver();
  expect(await statuses()).toEqual([
    ['delivered', null],
    ['delivered', null],
  ]);
  await db.execute(
    sql`update webhook_deliveries set status = 'failed', error = 'dropped', delivered_at = null where id = ${id}`,
  );
  expect(await db.transaction((tx) => kind.claim(tx, { count: 1, only: id }))).toEqual([]);
});

/** Rows of deliveries that a transaction has read. */
async function rowsRead(work: (tx: Tx) => Promise<unknown>): Promise<number> {
  return db.transaction(async (tx) => {
    await work(tx);
    const [row] = await tx.execute<{ count: number }>(sql`
      select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count from pg_stat_xact_user_tables where relname = 'webhook_deliveries'`);
    return row?.count ?? 0;
  });
}

test.each([
  ['of as many subjects', sql`nth`, sql`now()`],
  ['of one subject', sql`1`, sql`now()`],
  [
    'behind others that are not due',
    sql`nth % 10000`,
    sql`case when nth <= 10000 then now() + interval '1 hour' else now() end`,
  ],
])(
  'a dead receiver with 30,000 events %s costs a look as much as any, and delays no other',
  async (_what, subject, due) => {
    const [dead, quick] = [await scene(), await scene()];
    onTestFinished(
      async () => void (await db.execute(sql`delete from webhook_deliveries where webhook_id = ${dead.webhookId}`)),
    );
    // The statistics are those from before the events.
    await db.execute(sql`vacuum analyze webhook_deliveries`);
    await db.execute(sql`insert into webhook_deliveries (webhook_id, event, subject_id, next_attempt_at)
    select ${dead.webhookId}, 'order.changed', ${subject}, ${due} from generate_series(1, 30000) nth`);
    await db.execute(sql`update webhooks set failing_since = now() where id = ${dead.webhookId}`);
    await addEvents(quick.webhookId, 1);
    const kind = webhooksKind(deliveryTools(db));
    const claimed: number[] = [];
    const read = await rowsRead(async (tx) => {
      for (const row of await kind.claim(tx, { count: 60 }))
        claimed.push((row as { id: number } & { webhookId: number }).webhookId);
    });
    expect(claimed).toContain(quick.webhookId);
    expect(claimed.length).toBeLessThanOrEqual(2);
    expect(read).toBeLessThan(1_000);
  },
);
