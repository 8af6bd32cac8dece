import { desc, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orderRequests } from '#db/schema/order-parts.ts';
import { orders } from '#db/schema/orders.ts';
import { settings } from '#db/schema/settings.ts';
import { seedEssentials } from '#db/seed/new-shop.ts';
import { micros, nanos } from '#shared/money.ts';
import { shopDay } from '#shared/shop-days.ts';
import { testApp } from '../../testing/app.ts';
import { DOLLAR, makeRecharge, makeService } from '../../testing/factories.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS);

const app = await testApp();
const admin = await app.createAdminUser();
const customer = await app.registerUser();
const other = await app.registerUser();
await seedEssentials(app.db);
const service = await makeService(app.db, { priceMicros: micros(2_000_000) });
const order = {
  userId: customer.user.id,
  serviceId: service.id,
  serviceName: 'x',
  link: 'x',
  quantity: 100,
  priceMicros: micros(2_000_000),
  chargeNanos: nanos(200_000_000),
};
await app.db.insert(orders).values([
  { ...order, createdAt: ago(400), status: 'completed' as const },
  { ...order, createdAt: ago(40), status: 'completed' as const },
  { ...order, createdAt: ago(2), status: 'completed' as const },
  { ...order, createdAt: ago(2), status: 'rejected' as const },
  { ...order, createdAt: ago(2), status: 'partial' as const, remaining: 25 },
  { ...order, status: 'pending' as const },
  { ...order, status: 'processing' as const, userId: other.user.id },
]);
// Their refunds according to the ledger.
await app.db.execute(sql`
  insert into ledger (account_id, seq, contra_id, amount_nanos, balance_after_nanos, kind, order_id, at)
  select a.id, row_number() over (order by o.id), 1,
    case o.status when 'rejected' then o.charge_nanos else o.remaining * o.price_micros end, 1,
    case o.status when 'rejected' then 'order_refund' else 'order_partial_refund' end, o.id, o.created_at
  from orders o join accounts a on a.user_id = o.user_id where o.status in ('rejected', 'partial')`);
await makeRecharge(app.db, { ...customer.user, actor: customer.user }, { method: 'Bkash', amountNanos: DOLLAR });

test("an admin sees the shop's figures and their display offsets", async () => {
  const stats = await admin.client.admin.stats.query();
  expect(stats).toMatchObject({
    services: { count: 1, offset: 500 },
    orders: { count: 7, offset: 1383 },
    users: { count: 3, offset: 1200 },
    pendingRecharges: 1,
    pendingOrders: 2,
  });
  const [oldest] = await app.db.select().from(orders).where(eq(orders.status, 'pending'));
  expect(stats.oldestOrder).toEqual({ id: oldest?.id, createdAt: oldest?.createdAt.toISOString() });
  expect(stats.oldestRecharge?.id).toBe(1);
});

test('the trend ends with all orders and starts with everything before its first month', async () => {
  const { ordersByMonth, orders: total } = await admin.client.admin.stats.query();
  expect(ordersByMonth.map(({ month }) => month)).toEqual(ordersByMonth.map(({ month }) => month).toSorted());
  expect(ordersByMonth.at(0)?.orders).toBe(1);
  expect(ordersByMonth.at(-1)).toEqual({ month: shopDay(new Date(), 'Asia/Dhaka').slice(0, 7), orders: total.count });
});

test("a day's revenue excludes refunds of its orders", async () => {
  const { days } = await admin.client.admin.stats.query();
  expect(days.find(({ day }) => day === shopDay(ago(2), 'Asia/Dhaka'))).toEqual({
    day: shopDay(ago(2), 'Asia/Dhaka'),
    orders: 3,
    revenue: String(200_000_000 + 75 * 2_000_000),
  });
  expect(days.at(-1)).toEqual({ day: shopDay(new Date(), 'Asia/Dhaka'), orders: 2, revenue: '400000000' });
  expect(days.reduce((sum, { orders: count }) => sum + count, 0)).toBe(5);
});

test("the last day is today in the shop's time zone", async () => {
  for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Dhaka']) {
    await app.db.update(settings).set({ timeZone });
    const { days } = await admin.client.admin.stats.query();
    expect(days.at(-1)?.day).toBe(shopDay(new Date(), timeZone));
  }
});

test('requests without an outcome are counted, and the oldest is named', async () => {
  const none = await admin.client.admin.stats.query();
  expect(none).toMatchObject({ openRequests: 0, oldestRequest: null });
  const [first, second] = await app.db.select().from(orders).orderBy(desc(orders.id)).limit(2);
  const asked = { kind: 'cancel', userId: customer.user.id, askedBy: customer.user.id } as const;
  const made = await app.db
    .insert(orderRequests)
    .values([
      { ...asked, orderId: first?.id ?? 0, status: 'rejected', closedAt: new Date() },
      { ...asked, orderId: first?.id ?? 0 },
      { ...asked, kind: 'speed_up', orderId: second?.id ?? 0, status: 'accepted' },
    ])
    .returning({ id: orderRequests.id, createdAt: orderRequests.createdAt });
  expect(await admin.client.admin.stats.query()).toMatchObject({
    openRequests: 2,
    oldestRequest: { id: made[1]?.id, createdAt: made[1]?.createdAt.toISOString() },
  });
});

test('waiting rows are counted now, totals are some seconds old', async () => {
  await app.db.execute(sql`update orders set status = 'rejected' where status in ('pending', 'processing')`);
  expect(await admin.client.admin.stats.query()).toMatchObject({
    pendingOrders: 0,
    oldestOrder: null,
    orders: { count: 7 },
  });
});

test('a customer sees their own orders only, without an offset', async () => {
  const mine = await customer.client.stats.mine.query();
  expect(mine).toMatchObject({ services: { count: 1, offset: 500 }, orders: 6 });
  expect(mine.ordersByMonth.at(-1)?.orders).toBe(6);
  expect((await other.client.stats.mine.query()).orders).toBe(1);
});
