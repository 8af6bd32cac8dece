import { expect, test } from 'vitest';
import { orders } from '#db/schema/orders.ts';
import { micros, type Nanos, nanos } from '#shared/money.ts';
import { shopDay } from '#shared/shop-days.ts';
import { type SignedInUser, testApp } from '../../testing/app.ts';
import { dollars, giveMoney, makePaymentMethod, makeRecharge, makeService } from '../../testing/factories.ts';

/** A little more than $0.003 per unit, so that sums have digits beyond cents. */
const PRICE_MICROS = micros(3_000_007);

const app = await testApp();
const admin = await app.createAdminUser();
const serviceId = (await makeService(app.db, { priceMicros: PRICE_MICROS })).id;

async function makeRichCustomer(): Promise<SignedInUser> {
  const customer = await app.registerUser();
  await giveMoney(app.db, customer.user.id, dollars(100));
  return customer;
}

const place = ({ client }: SignedInUser) => client.orders.place.mutate({ serviceId, link: '@shop', quantity: 100 });
const charge = (units: number) => nanos(units * PRICE_MICROS);

async function figuresOf({ client }: SignedInUser) {
  const { orders: count, ordersInProgress, spentThisMonth, isNew } = await client.stats.mine.query();
  return { count, ordersInProgress, spentThisMonthNanos: Number(spentThisMonth), isNew };
}

test('a new customer has nothing, whatever others have', async () => {
  await place(await makeRichCustomer());
  expect(await figuresOf(await app.registerUser())).toEqual({
    count: 0,
    ordersInProgress: 0,
    spentThisMonthNanos: 0,
    isNew: true,
  });
});

test('every order and decision is in the figures at once, to the last digit', async () => {
  const customer = await makeRichCustomer();
  const seen = async (count: number, ordersInProgress: number, spentThisMonthNanos: Nanos) =>
    expect(await figuresOf(customer)).toEqual({ count, ordersInProgress, spentThisMonthNanos, isNew: false });
  const { decide } = admin.client.admin.orders;

  const first = await place(customer);
  await seen(1, 1, charge(100));
  const second = await place(customer);
  const third = await place(customer);
  await seen(3, 3, charge(300));
  await decide.mutate({ id: first.order.id, decision: 'processing' });
  await seen(3, 3, charge(300));
  await decide.mutate({ id: first.order.id, decision: 'complete' });
  await seen(3, 2, charge(300));
  await decide.mutate({ id: second.order.id, decision: 'reject', reason: 'private' });
  await seen(3, 1, charge(200));
  await decide.mutate({ id: third.order.id, decision: 'partial', remaining: 25 });
  await seen(3, 0, charge(175));
  await decide.mutate({ id: second.order.id, decision: 'complete' });
  await seen(3, 0, charge(275));
});

test('a month begins at midnight in Dhaka', async () => {
  const customer = await app.registerUser();
  const monthStart = new Date(`${shopDay(new Date(), 'Asia/Dhaka').slice(0, 7)}-01T00:00:00+06:00`);
  const order = {
    userId: customer.user.id,
    serviceId,
    serviceName: 'x',
    link: 'x',
    quantity: 100,
    priceMicros: PRICE_MICROS,
    chargeNanos: charge(100),
    status: 'completed' as const,
  };
  await app.db.insert(orders).values([
    { ...order, createdAt: new Date(monthStart.getTime() - 1) },
    { ...order, createdAt: monthStart },
  ]);
  expect(await figuresOf(customer)).toMatchObject({ count: 2, spentThisMonthNanos: charge(100) });
});

test('a customer with a grant, or a request, is not new, even if it was rejected', async () => {
  expect(await figuresOf(await makeRichCustomer())).toMatchObject({ isNew: false });
  const customer = await app.registerUser();
  const { name: method } = await makePaymentMethod(app.db);
  const { id } = await makeRecharge(app.db, { ...customer.user, actor: customer.user }, { method });
  await admin.client.admin.recharges.decide.mutate({ id, decision: 'reject' });
  expect(await figuresOf(customer)).toMatchObject({ isNew: false });
});

test('spending is split by month and by platform, without what was refunded', async () => {
  const customer = await makeRichCustomer();
  const tiktok = await makeService(app.db, { category: 'tiktok', priceMicros: PRICE_MICROS });
  const named = await makeService(app.db, {
    category: 'feature',
    name: 'Followers for YouTube and Telegram',
    priceMicros: PRICE_MICROS,
  });
  const plain = await makeService(app.db, { category: 'feature', name: 'Web traffic', priceMicros: PRICE_MICROS });
  const placeOf = async (service: { id: number }, quantity: number) =>
    (await customer.client.orders.place.mutate({ serviceId: service.id, link: '@shop', quantity })).order.id;
  await placeOf(plain, 50);
  const refunded = await placeOf(tiktok, 300);
  await placeOf(tiktok, 60);
  await placeOf(named, 70);
  await admin.client.admin.orders.decide.mutate({ id: refunded, decision: 'reject', reason: 'private' });
  const { months, spentByPlatform } = await customer.client.stats.mine.query();
  expect(spentByPlatform).toEqual([
    { platform: 'youtube', spent: String(charge(70)) },
    { platform: 'tiktok', spent: String(charge(60)) },
    { platform: 'feature', spent: String(charge(50)) },
  ]);
  expect(months.map((month) => month.orders)).toEqual([0, 0, 0, 0, 0, 4]);
  expect(months.at(-1)).toMatchObject({
    month: shopDay(new Date(), 'Asia/Dhaka').slice(0, 7),
    spent: String(charge(180)),
  });
});
