import { expect, test } from 'vitest';
import { orderEvents, orders } from '#db/schema/orders.ts';
import { micros, nanos } from '#shared/money.ts';
import { testApp } from '../../testing/app.ts';
import { makeService } from '../../testing/factories.ts';
import { planOf } from '../../testing/lists.ts';
import { deliveryTimes } from './delivery-times.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const app = await testApp();
const admin = await app.createAdminUser();
const customer = await app.registerUser();

/** An order with a completion, or another event, this many minutes after it was placed. */
async function deliver(serviceId: number, minutes: number, { daysAgo = 1, from = 'pending', to = 'completed' } = {}) {
  const doneAt = new Date(Date.now() - daysAgo * DAY_MS);
  const [order] = await app.db
    .insert(orders)
    .values({
      userId: customer.user.id,
      serviceId,
      serviceName: 'x',
      link: 'x',
      quantity: 100,
      priceMicros: micros(1_000),
      chargeNanos: nanos(100_000),
      status: to === 'partial' ? 'partial' : 'completed',
      ...(to === 'partial' && { remaining: 1 }),
      createdAt: new Date(doneAt.getTime() - minutes * MINUTE_MS),
    })
    .returning();
  await app.db.insert(orderEvents).values({
    orderId: order?.id ?? 0,
    seq: 1,
    from: from as 'pending',
    to: to as 'completed',
    actorId: admin.user.id,
    at: doneAt,
  });
}

test('services have the median of their recent deliveries, and are sorted by how far they exceed their promise', async () => {
  const make = (name: string, avgTimeHours: number) => makeService(app.db, { name, avgTimeHours });
  const quick = await make('Quick', 24);
  const slow = await make('Slow', 1);
  const rare = await make('Rare', 1);
  const gone = await make('Gone', 1);
  for (const minutes of [10, 20, 30, 40, 50]) await deliver(quick.id, minutes);
  for (const minutes of [60, 120, 180, 240, 300, 360, 420, 480, 540, 600]) await deliver(slow.id, minutes);
  for (const minutes of [1, 2, 3, 4]) await deliver(rare.id, minutes);
  // Not counted as deliveries: partial, after a rejection, or long ago.
  await deliver(rare.id, 5, { to: 'partial' });
  await deliver(rare.id, 5, { from: 'rejected' });
  await deliver(rare.id, 5, { daysAgo: 91 });
  for (const minutes of [900, 900, 900, 900, 900]) await deliver(gone.id, minutes);
  await admin.client.admin.services.delete.mutate({ id: gone.id });

  deliveryTimes.forget(app.db);
  expect(await admin.client.admin.services.slow.query()).toEqual([
    { id: slow.id, name: 'Slow', avgTimeHours: 1, delivery: { deliveries: 10, medianMinutes: 330, p90Minutes: 546 } },
    { id: quick.id, name: 'Quick', avgTimeHours: 24, delivery: { deliveries: 5, medianMinutes: 30, p90Minutes: 46 } },
  ]);

  const { items } = await admin.client.services.list.query({});
  const measured = items.map(({ name, measuredMinutes, measuredOn }) => [name, measuredMinutes, measuredOn]);
  expect(measured).toEqual([
    ['Rare', null, null],
    ['Slow', 330, 10],
    ['Quick', 30, 5],
  ]);
  expect(await admin.client.services.get.query({ id: quick.id })).toMatchObject({ measuredMinutes: 30, measuredOn: 5 });
});

test('they are read from an index of deliveries', async () => {
  const plan = planOf(
    app.db,
    `select order_id, at from order_events
     where to_status = 'completed' and from_status <> 'rejected' and at >= now() - interval '90 days'
     order by at desc limit 50000`,
    ['seqscan'],
  );
  expect(await plan).toContain('Index Only Scan Backward using order_events_delivered_idx');
});
