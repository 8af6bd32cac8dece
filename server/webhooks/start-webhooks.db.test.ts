import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '#db/testing/database.ts';
import type { Handler } from '../events/event-bus.ts';
import { decideOrder } from '../features/orders/decide-order.ts';
import { dollars, makeAdmin, makeOrder, makeUser } from '../testing/factories.ts';
import { deliveryTools, makeWebhook, startReceiver } from '../testing/webhooks.ts';
import { withoutEvents } from '../testing/without-events.ts';
import { startWebhooks } from './start-webhooks.ts';

const { db } = await testDatabase();
const receiver = await startReceiver();
afterAll(() => receiver.close());

test('a process makes the queue with the first webhook, and delivers until it stops', async () => {
  const handlers = new Map<string, Handler>();
  const subscribe = (topic: string, handler: Handler) => {
    handlers.set(topic, handler);
    return () => void handlers.delete(topic);
  };
  const process = startWebhooks({ ...deliveryTools(db), events: { subscribe } });
  const [admin, customer] = [await makeAdmin(db), await makeUser(db, { balanceNanos: dollars(9) })];
  const complete = async () => {
    const { id } = await makeOrder(db, customer);
    await decideOrder(withoutEvents(db), admin.actor, { id, decision: 'complete' });
    handlers.get('orders')?.(undefined);
    return id;
  };
  await complete();
  expect(await db.execute(sql`select from pg_namespace where nspname = 'pgboss'`)).toHaveLength(0);
  await makeWebhook(db, customer, receiver, { events: ['order.changed'] });
  handlers.get('webhooks')?.(undefined);
  const ids = [await complete(), await complete()];
  await expect.poll(() => receiver.received.map(({ data }) => data.id)).toEqual(expect.arrayContaining(ids));
  await process.stop();
  expect(handlers.size).toBe(0);
  await complete();
  expect(receiver.received).toHaveLength(2);
});
