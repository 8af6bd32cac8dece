import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { micros } from '#shared/money.ts';
import { moneySum } from '#shared/money-sum.ts';
import { daysBefore, shopDay } from '#shared/shop-days.ts';
import { testApp } from '../../testing/app.ts';
import { DOLLAR, dollars, makePaymentMethod, makeRecharge, makeService } from '../../testing/factories.ts';
import { updateMoneyTotals } from './update-money-totals.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const app = await testApp();
const admin = await app.createAdminUser();
const customer = await app.registerUser();
const service = await makeService(app.db, { priceMicros: micros(DOLLAR) });
const { name: method } = await makePaymentMethod(app.db);
const today = shopDay(new Date(), 'Asia/Dhaka');

const compare = (input: { days?: number; from?: string; to?: string }) => admin.client.admin.comparison.query(input);

/** A recharge of `units` dollars, an order of all of them, and a new customer, all some time ago. */
async function move(units: number, agoMs: number): Promise<void> {
  const { id } = await makeRecharge(
    app.db,
    { ...customer.user, actor: customer.user },
    { method, amountNanos: dollars(units) },
  );
  await admin.client.admin.recharges.decide.mutate({ id, decision: 'approve' });
  const { order } = await customer.client.orders.place.mutate({
    serviceId: service.id,
    link: '@shop',
    quantity: units,
  });
  const { user } = await app.registerUser();
  const at = sql`now() - make_interval(secs => ${agoMs / 1000})`;
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`update ledger set at = ${at} where order_id = ${order.id} or recharge_id = ${id}`);
    await tx.execute(sql`update orders set created_at = ${at} where id = ${order.id}`);
    await tx.execute(sql`update users set created_at = ${at} where id = ${user.id}`);
  });
}

const figures = (units: number, times: number) => ({
  received: moneySum(String(dollars(units))),
  charged: moneySum(String(dollars(units))),
  orders: times,
  customers: times,
});

test('each period is compared with the same time before, stored or not, and its course adds up to it', async () => {
  await app.db.execute(sql`update users set created_at = now() - interval '9 years'`);
  await move(10, 0);
  await move(20, 3 * DAY_MS);
  await move(30, 7 * DAY_MS + HOUR_MS);
  await move(40, 13 * DAY_MS);
  // After the same time a week ago, so in neither of two weeks.
  await move(50, 7 * DAY_MS - HOUR_MS / 2);
  const isLate = shopDay(new Date(Date.now() + HOUR_MS / 2), 'Asia/Dhaka') !== today;
  for (const isStored of [false, true]) {
    if (isStored) {
      await app.db.execute(sql`update money_totals_state set until = null`);
      await updateMoneyTotals(app.db);
    }
    // Another key, because results are cached for some seconds.
    const week = await compare(isStored ? { from: daysBefore(today, 6) } : { days: 7 });
    if (!isLate) expect(week.now).toEqual(figures(30, 2));
    expect(week.before).toEqual(figures(70, 2));
    expect(week.course).toHaveLength(7);
    expect(week.course.at(-1)).toEqual(figures(10, 1));
    expect(week.course.reduce((sum, { orders }) => sum + orders, 0)).toBe(week.now.orders);
  }
});

test('a day has hours, a long period parts of several days, and one without a beginning only its sums', async () => {
  const day = await compare({ days: 1 });
  const hours = Math.floor((Date.now() - Date.parse(`${today}T00:00:00+06:00`)) / HOUR_MS) + 1;
  expect([hours, hours + 1]).toContain(day.course.length);
  expect(day.now).toEqual(figures(10, 1));
  const year = await compare({ days: 366 });
  expect(year.course).toHaveLength(61);
  expect(year.now).toEqual(figures(150, 5));
  expect(year.before).toEqual(figures(0, 0));
  const ever = await compare({ to: daysBefore(today, 10) });
  expect(ever).toMatchObject({ before: null, course: [], now: { received: figures(40, 1).received, orders: 1 } });
  const turned = await compare({ from: '2090-01-01' });
  expect(turned).toEqual({ now: figures(0, 0), before: null, course: [] });
});
