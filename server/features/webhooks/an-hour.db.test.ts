import { asc, eq, inArray } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { orders } from '#db/schema/orders.ts';
import { webhookDeliveries } from '#db/schema/webhooks.ts';
import { testDatabase } from '#db/testing/database.ts';
import { dollars, giveMoney, makeAdmin, makeOrder, makeService, makeUser } from '../../testing/factories.ts';
import { letPass, makeWebhook, type Received, startReceiver, testDeliverer } from '../../testing/webhooks.ts';
import { withoutEvents } from '../../testing/without-events.ts';
import { decideOrder } from '../orders/decide-order.ts';
import { setProgress } from '../orders/set-progress.ts';
import { getBalance } from '../wallet/get-balance.ts';

const { db } = await testDatabase();
const deps = withoutEvents(db);
const receiver = await startReceiver();
afterAll(() => receiver.close());

/** Repeatable chance: a linear congruential generator (Numerical Recipes). */
function chance(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A customer's program: it leaves out what it has seen, and believes the rest. */
function reader() {
  const seen = new Set<string>();
  const statusOf = new Map<number, unknown>();
  let balance: unknown;
  let doubled = 0;
  return {
    statusOf,
    seen,
    balance: () => balance,
    doubled: () => doubled,
    read({ id, type, data }: Received) {
      if (seen.has(id)) {
        doubled++;
        return;
      }
      seen.add(id);
      if (type === 'balance.changed') ({ balance } = data);
      else statusOf.set(data.id, data.status);
    },
  };
}

test('an hour with a receiver that is slow, lying and killed: nothing is lost, and nothing doubled to the harm of its reader', async () => {
  const random = chance(32);
  const customer = await makeUser(db, { balanceNanos: dollars(500) });
  const admin = await makeAdmin(db);
  const service = await makeService(db);
  const { id: webhookId } = await makeWebhook(db, customer, receiver, { events: ['order.changed', 'balance.changed'] });
  const program = reader();
  const placed: number[] = [];
  let deliverer = testDeliverer(db, { timeoutMs: 30 });
  /** It may read a message and say that it did not, and the other way round only breaks its own promise. */
  receiver.behave = (response, message) => {
    const mood = random(6);
    if (mood !== 1) program.read(message);
    if (mood <= 1) response.writeHead(500).end();
    else if (mood === 2) response.destroy();
    // Silence: the attempt times out, although the message was read.
    else if (mood > 3) response.writeHead(200).end('ok');
  };

  for (let minute = 0; minute < 60; minute += 2) {
    placed.push((await makeOrder(db, customer, { serviceId: service.id, quantity: 10 })).id);
    const some = placed[random(placed.length)] ?? 0;
    if (random(2) === 0)
      await setProgress(deps, admin.actor, { id: some, startCount: minute, remains: random(10) }).catch(ended);
    const decision = (['complete', 'reject'] as const)[random(2)] ?? 'complete';
    await decideOrder(deps, admin.actor, { id: placed[random(placed.length)] ?? 0, decision }).catch(ended);
    if (random(10) === 0) await giveMoney(db, customer.id, dollars(1));
    const work = deliverer.work();
    if (random(12) === 0) {
      // The process is killed in the middle of its work: nothing of it is settled, and another one takes over.
      await work;
      deliverer = testDeliverer(db, { timeoutMs: 30 });
    } else {
      await work;
      await deliverer.idle();
    }
    await letPass(db, 120);
    if (minute % 10 === 8) await deliverer.takeOver();
  }
  receiver.behave = (response, message) => {
    program.read(message);
    response.writeHead(200).end();
  };
  await deliverer.stop();
  // It has time enough, also on a busy machine.
  deliverer = testDeliverer(db);
  for (let pause = 0; pause < 8; pause++) {
    await deliverer.takeOver();
    await deliverer.settle();
    await letPass(db, 7_200);
  }

  const log = await db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.webhookId, webhookId))
    .orderBy(asc(webhookDeliveries.id));
  expect(log.filter(({ status }) => status !== 'delivered')).toEqual([]);
  // Lost: none. Every event of an order was read.
  const changes = log.filter(({ event }) => event === 'order.changed');
  expect(changes.filter(({ id }) => !program.seen.has(`msg_${id}`))).toEqual([]);
  expect(changes.length).toBeGreaterThan(20);
  // Doubled, or in another order: the program would believe something else than the shop.
  expect(program.doubled()).toBeGreaterThan(5);
  const changed = changes.map(({ subjectId }) => subjectId);
  const rows = await db
    .select({ id: orders.id, status: orders.status })
    .from(orders)
    .where(inArray(orders.id, changed));
  expect(new Map(rows.map(({ id, status }) => [id, status]))).toEqual(
    new Map([...program.statusOf].toSorted(([a], [b]) => a - b)),
  );
  const { balanceNanos } = await getBalance(db, customer.actor);
  expect(Number(program.balance()) * 1e9).toBeCloseTo(balanceNanos, 0);
  await deliverer.stop();
});

/** An order that has ended refuses another end. */
function ended(error: unknown): void {
  expect(error).toHaveProperty('code', expect.stringMatching(/^order_|^already_decided$/));
}
