import { eq, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { mailOutbox } from '#db/schema/mail.ts';
import { webhookDeliveries, webhooks } from '#db/schema/webhooks.ts';
import { testDatabase } from '#db/testing/database.ts';
import type { EventBus } from '../../base/events/event-bus.ts';
import { dollars, giveMoney, makeOrder, makeUser } from '../../testing/factories.ts';
import { letPass, makeWebhook, testDeliverer, webhookScene } from '../../testing/webhooks.ts';
import { setProgress } from '../orders/set-progress.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { testWebhook } from './test-webhook.ts';

const { db } = await testDatabase();
const { deps, admin, receiver, deliverer, complete, logOf } = await webhookScene(db);

/** Attempts what is due once, and nothing that becomes due in the meantime. */
async function attemptOnce(): Promise<void> {
  await deliverer.work();
  await deliverer.idle();
}

/** The seconds from the first failure of an order's event to its next attempt. */
async function pausesOf(orderId: number) {
  const rows = await db.execute<{ pause: number }>(sql`
    select extract(epoch from d.next_attempt_at - w.failing_since)::float as pause
    from webhook_deliveries d join webhooks w on w.id = d.webhook_id where d.subject_id = ${orderId} and w.failing_since is not null`);
  return rows.map(({ pause }) => pause);
}

async function secondsUntilNext(webhookId: number): Promise<number | undefined> {
  const [row] = await db.execute<{ seconds: number }>(sql`
    select extract(epoch from min(next_attempt_at) - now())::float as seconds from webhook_deliveries where webhook_id = ${webhookId}`);
  return row?.seconds;
}

test('an order sends its progress and its end, in this order, with the facts of each moment', async () => {
  const customer = await makeUser(db, { balanceNanos: dollars(5) });
  await makeWebhook(db, customer, receiver, { events: ['order.changed'] });
  const order = await makeOrder(db, customer);
  await setProgress(deps, admin.actor, { id: order.id, startCount: 10, remains: 400 });
  await complete(order.id);
  await deliverer.settle();
  expect(
    receiver.received.map(({ type, data }) => [type, data.id, data.status, data.startCount, data.remains]),
  ).toEqual([
    ['order.changed', order.id, 'pending', 10, 400],
    ['order.changed', order.id, 'completed', 10, 0],
  ]);
  expect(receiver.received.at(-1)?.data).toMatchObject({ charge: '1', chargeNanos: 1_000_000_000, quantity: 1000 });
});

test('the balance is the one at the moment of the attempt; moves before it need no event of their own', async () => {
  const customer = await makeUser(db, { balanceNanos: dollars(5) });
  const { id } = await makeWebhook(db, customer, receiver, { events: ['balance.changed'] });
  for (let count = 0; count < 3; count++) await giveMoney(db, customer.id, dollars(1));
  expect(await logOf(id)).toHaveLength(1);
  await deliverer.settle();
  expect(receiver.received).toMatchObject([
    { type: 'balance.changed', data: { id: customer.id, balance: '8', balanceNanos: 8_000_000_000 } },
  ]);
  await giveMoney(db, customer.id, dollars(1));
  await deliverer.settle();
  expect(receiver.received.map(({ data }) => data.balance)).toEqual(['8', '9']);
});

test('a move that commits while an attempt begins has its own event, or is in the attempt', async () => {
  const customer = await makeUser(db, { balanceNanos: dollars(50) });
  await makeWebhook(db, customer, receiver, { events: ['balance.changed'] });
  await Promise.all([
    ...Array.from({ length: 20 }, () => giveMoney(db, customer.id, dollars(1))),
    (async () => {
      for (let count = 0; count < 20; count++) await deliverer.settle();
    })(),
  ]);
  await deliverer.settle();
  expect(receiver.received.at(-1)?.data.balance).toBe('70');
});

test('a webhook that is made while another one is deleted gets the moves of the balance', async () => {
  const customer = await makeUser(db, { balanceNanos: dollars(5) });
  const { id } = await makeWebhook(db, customer, receiver, { events: ['balance.changed'] });
  const made = {
    userId: customer.id,
    url: 'https://example.com/',
    events: ['balance.changed' as const],
    sealedSecret: 'x',
  };
  const { deleting } = await db.transaction(async (tx) => {
    await tx.insert(webhooks).values(made);
    const call = deleteWebhook(db, customer.actor, { id });
    await expect
      .poll(() =>
        tx.execute(sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
      )
      .toHaveLength(1);
    return { deleting: call };
  });
  await deleting;
  const before = await db.$count(webhookDeliveries);
  await giveMoney(db, customer.id, dollars(1));
  expect(await db.$count(webhookDeliveries)).toBe(before + 1);
});

test('an event is written by its transaction: none without a commit, and none for others', async () => {
  const [customer, other] = [
    await makeUser(db, { balanceNanos: dollars(5) }),
    await makeUser(db, { balanceNanos: dollars(5) }),
  ];
  const { id } = await makeWebhook(db, customer, receiver, { events: ['order.changed', 'balance.changed'] });
  const before = await db.$count(webhookDeliveries);
  const order = await makeOrder(db, other);
  await complete(order.id);
  await expect(
    db.transaction(async (tx) => {
      await tx.execute(
        sql`update accounts set balance_nanos = 1, version = version + 1 where user_id = ${customer.id}`,
      );
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  expect(await db.$count(webhookDeliveries)).toBe(before);
  const own = await makeOrder(db, customer);
  await complete(own.id);
  expect((await logOf(id)).map(({ event, subjectId }) => [event, subjectId])).toEqual([
    ['balance.changed', customer.id],
    ['order.changed', own.id],
  ]);
});

test('a failed delivery is tried again after 5 s with the same id, and holds back later events of its order only', async () => {
  const customer = await makeUser(db, { balanceNanos: dollars(5) });
  const { id } = await makeWebhook(db, customer, receiver, { events: ['order.changed'] });
  const [order, other] = [await makeOrder(db, customer), await makeOrder(db, customer)];
  await setProgress(deps, admin.actor, { id: order.id, startCount: 1, remains: 5 });
  receiver.behave = (response) => response.writeHead(500).end('x'.repeat(100_000));
  await attemptOnce();
  expect(await pausesOf(order.id)).toEqual([5]);
  // Far from being due, so that it stays there on any machine.
  await letPass(db, -600);
  receiver.behave = (response) => response.writeHead(200).end();
  await complete(order.id);
  await complete(other.id);
  await deliverer.settle();
  const statesOf = () => receiver.received.map(({ data }) => [data.id, data.status]);
  expect(statesOf()).toEqual([
    [order.id, 'pending'],
    [other.id, 'completed'],
  ]);
  expect((await logOf(id))[0]).toMatchObject({ status: 'waiting', attempts: 1, httpStatus: 500, error: 'http_status' });
  await letPass(db, 605);
  await deliverer.settle();
  expect(statesOf().slice(2)).toEqual([
    [order.id, 'pending'],
    [order.id, 'completed'],
  ]);
  expect(receiver.received[2]?.id).toBe(receiver.received[0]?.id);
  expect((await logOf(id)).map(({ status, needsRelay }) => [status, needsRelay])).toEqual(
    Array.from({ length: 3 }, () => ['delivered', false]),
  );
});

test('after three days of failures the webhook is off, its owner has a mail, and nothing waits', async () => {
  const customer = await makeUser(db, { balanceNanos: dollars(5) });
  const { id } = await makeWebhook(db, customer, receiver, { events: ['order.changed'] });
  await complete((await makeOrder(db, customer)).id);
  receiver.behave = (response) => void response.destroy();
  for (const seconds of [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, ...Array<number>(7).fill(28_800)]) {
    await attemptOnce();
    expect(await secondsUntilNext(id)).toBeGreaterThan(seconds / 2);
    expect(await secondsUntilNext(id)).toBeLessThanOrEqual(seconds);
    await letPass(db, seconds);
  }
  await complete((await makeOrder(db, customer)).id);
  await deliverer.settle();
  const [stillOn] = await db.select().from(webhooks).where(eq(webhooks.id, id));
  expect(stillOn?.enabled).toBe(true);
  // The last pause is shorter: three days after the first attempt.
  await letPass(db, 3 * 86_400 - 27_755 - 7 * 28_800);
  await deliverer.settle();
  const [webhook] = await db.select().from(webhooks).where(eq(webhooks.id, id));
  expect(webhook).toMatchObject({ enabled: false, disabledReason: 'failing' });
  expect((await logOf(id)).map(({ status, error }) => [status, error])).toEqual([
    ['failed', 'connection_failed'],
    ['failed', 'webhook_off'],
  ]);
  const mails = await db
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.recipient, `${customer.userName}@example.com`));
  expect(mails.map(({ subject }) => subject)).toEqual(['A webhook was switched off']);
  const [first] = await logOf(id);
  expect(first?.attempts).toBe(17);
  const before = await db.$count(webhookDeliveries);
  await complete((await makeOrder(db, customer)).id);
  expect(await db.$count(webhookDeliveries)).toBe(before);
});

test('a receiver that recovers after a minute or more gets what waits at once', async () => {
  const customer = await makeUser(db, { balanceNanos: dollars(5) });
  const { id } = await makeWebhook(db, customer, receiver, { events: ['order.changed'] });
  receiver.behave = (response) => response.writeHead(500).end();
  for (let count = 0; count < 3; count++) await complete((await makeOrder(db, customer)).id);
  await deliverer.settle();
  await db.execute(
    sql`update webhook_deliveries set next_attempt_at = now() + interval '1 hour' where webhook_id = ${id}`,
  );
  await db.execute(sql`update webhooks set failing_since = now() - interval '2 minutes' where id = ${id}`);
  receiver.behave = (response) => response.writeHead(204).end();
  await complete((await makeOrder(db, customer)).id);
  await deliverer.settle();
  expect((await logOf(id)).map(({ status }) => status)).toEqual(Array(4).fill('delivered'));
});

test('a receiver that answers 410 is switched off at once, but not by a test', async () => {
  const customer = await makeUser(db, { balanceNanos: dollars(5) });
  const { id } = await makeWebhook(db, customer, receiver, { events: ['order.changed'] });
  const stateOf = async () => (await db.select().from(webhooks).where(eq(webhooks.id, id)))[0];
  receiver.behave = (response) => response.writeHead(410).end();
  await testWebhook(deps, customer.actor, { id });
  await deliverer.settle();
  expect(await stateOf()).toMatchObject({ enabled: true });
  await complete((await makeOrder(db, customer)).id);
  const publish = vi.fn<EventBus['publish']>();
  await testDeliverer(db, { events: { publish } }).settle();
  expect(await stateOf()).toMatchObject({ enabled: false, disabledReason: 'gone' });
  expect(publish.mock.calls).toEqual([['mails'], ['webhooks', String(customer.id)]]);
  expect((await logOf(id)).map(({ status, httpStatus }) => [status, httpStatus])).toEqual([
    ['failed', 410],
    ['failed', 410],
  ]);
  const mails = await db
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.recipient, `${customer.userName}@example.com`));
  expect(mails).toMatchObject([{ body: expect.stringContaining('status 410') }]);
});

test('the work of a process that was killed is repeated, with the same id', async () => {
  const customer = await makeUser(db, { balanceNanos: dollars(5) });
  await makeWebhook(db, customer, receiver, { events: ['order.changed'] });
  await complete((await makeOrder(db, customer)).id);
  const killed = testDeliverer(db, { timeoutMs: 600_000 });
  receiver.behave = () => {};
  await killed.work();
  await expect.poll(() => receiver.received.length).toBe(1);
  await letPass(db, 61);
  await deliverer.settle();
  expect(receiver.received).toHaveLength(1);
  receiver.behave = (response) => response.writeHead(200).end();
  await deliverer.takeOver();
  expect(receiver.received).toHaveLength(2);
  expect(receiver.received[1]?.id).toBe(receiver.received[0]?.id);
  // Its late outcome changes nothing: the first attempt still waits for its answer and fails.
  receiver.dropConnections();
  await killed.stop();
  const [row] = await db.select().from(webhookDeliveries).orderBy(sql`id desc`).limit(1);
  expect(row).toMatchObject({ status: 'delivered', attempts: 2, error: null });
});
