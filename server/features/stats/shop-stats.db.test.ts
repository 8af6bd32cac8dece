import { expect, test } from 'vitest';
import { orderEvents, orders } from '#db/schema/orders.ts';
import { micros, nanos } from '#shared/money.ts';
import { testApp } from '../../testing/app.ts';
import { makePaymentMethod, makeService } from '../../testing/factories.ts';
import { delivered } from './read-shop-stats.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const app = await testApp();
const admin = await app.createAdminUser();
const customer = await app.registerUser();
const serviceId = (await makeService(app.db)).id;

interface Delivery {
  daysAgo?: number;
  from?: 'pending' | 'rejected';
}

/** Completed orders, each after so many minutes. */
async function complete(minutes: number[], { daysAgo = 1, from = 'pending' }: Delivery = {}) {
  const doneAt = new Date(Date.now() - daysAgo * DAY_MS);
  const placed = await app.db
    .insert(orders)
    .values(
      minutes.map((each) => ({
        userId: customer.user.id,
        serviceId,
        serviceName: 'x',
        link: 'x',
        quantity: 100,
        priceMicros: micros(1_000),
        chargeNanos: nanos(100_000),
        status: 'completed' as const,
        createdAt: new Date(doneAt.getTime() - each * MINUTE_MS),
      })),
    )
    .returning({ id: orders.id });
  await app.db.insert(orderEvents).values(
    placed.map(({ id }) => ({
      orderId: id,
      seq: 1,
      from,
      to: 'completed' as const,
      actorId: admin.user.id,
      at: doneAt,
    })),
  );
}

const many = (count: number, minutes: number) => Array.from({ length: count }, () => minutes);

/** What visitors see; the tests add to the orders of those before them. */
async function ask() {
  delivered.forget(app.db);
  app.deps.events.publish('services');
  return app.client().stats.shop.query();
}

test('a new shop shows no figures of its orders', async () => {
  await complete(many(49, 30));
  expect(await ask()).toEqual({ services: 1, completedOrders: null, medianMinutes: null });
});

test('from 50 deliveries there is their median time', async () => {
  await complete([90]);
  expect(await ask()).toMatchObject({ completedOrders: null, medianMinutes: 30 });
});

test('from 100 completed orders there is their number', async () => {
  await complete(many(49, 90));
  expect(await ask()).toMatchObject({ completedOrders: null });
  await complete(many(2, 90));
  expect(await ask()).toMatchObject({ completedOrders: 100, medianMinutes: 90 });
});

test('the number is rounded down, and old or repeated deliveries do not count for the time', async () => {
  await complete(many(1_150, 20));
  await complete(many(700, 5_000), { daysAgo: 91 });
  await complete(many(40, 5_000), { from: 'rejected' });
  expect(await ask()).toEqual({ services: 1, completedOrders: 1_900, medianMinutes: 20 });
});

test('visitors see names and logos of the active payment methods, and the rate, but no recipients', async () => {
  await makePaymentMethod(app.db, { name: 'Bkash', recipient: '01711111111', logo: '/payments/bkash.svg' });
  await makePaymentMethod(app.db, { name: 'Off', active: false });
  const names = await app.client().balance.methodNames.query();
  expect(names).toEqual({ ratePaisa: 12_600, methods: [{ name: 'Bkash', logo: '/payments/bkash.svg' }] });
});
