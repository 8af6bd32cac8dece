import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { settings } from '#db/schema/settings.ts';
import { micros } from '#shared/money.ts';
import { daysBefore, shopDay } from '#shared/shop-days.ts';
import type { DayFigures } from '#shared/stats.ts';
import { checkLedger } from '../../money/check-ledger.ts';
import { testApp } from '../../testing/app.ts';
import { dollars, giveMoney, makeAdmin, makeService, makeUser, UNLIMITED } from '../../testing/factories.ts';
import { rewindTotals } from '../../testing/rewind-totals.ts';
import { decideOrder } from '../orders/decide-order.ts';
import { placeOrder } from '../orders/place-order.ts';
import { orderDaysSince } from './order-days.ts';
import { updateMoneyTotals } from './update-money-totals.ts';

const app = await testApp();
const admin = await makeAdmin(app.db);
const customer = await makeUser(app.db);
await giveMoney(app.db, customer.id, dollars(1_000));
const serviceId = (await makeService(app.db, { priceMicros: micros(1_000_003) })).id;

/** An order with a random outcome, and its ledger rows. */
async function placeAndDecide(): Promise<void> {
  const input = { serviceId, link: '@shop', quantity: 100 + Math.floor(Math.random() * 100) };
  const { order } = await placeOrder(app.deps, customer.actor, input, UNLIMITED);
  const decide = (decision: 'reject' | 'complete' | 'partial', remaining?: number) =>
    decideOrder(app.deps, admin.actor, { id: order.id, decision, remaining });
  const luck = Math.random();
  if (luck < 0.25) await decide('reject');
  else if (luck < 0.5) await decide('partial', 1 + Math.floor(Math.random() * 50));
  else if (luck < 0.6) {
    await decide('reject');
    await decide('complete');
  }
}

/**
 * Backdates orders and their ledger rows in sequence: around the ends of quarters and days, and around the end of the stored totals, to
 * the millisecond. Some corrections come long after their order.
 */
async function redate(): Promise<void> {
  const kept = sql.raw(`date_bin('15 minutes', now() - interval '1 hour', timestamptz 'epoch')`);
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`
      create temp table dated on commit drop as
      select id, border + (array[-1, 0, 1])[1 + floor(random() * 3)::int] * interval '1 millisecond' as moment, random() as luck
      from orders, lateral (
        select case when random() < 0.3 and orders.id > 0
          then ${kept}
          else date_bin('15 minutes', now() - random() * interval '220 days', timestamptz 'epoch')
        end as border
      ) drawn`);
    await tx.execute(sql`update orders set created_at = moment from dated where dated.id = orders.id`);
    await tx.execute(sql`
      update ledger set at = case
          when kind = 'order_charge' then moment
          when luck < 0.3 then moment + interval '1 millisecond'
          when luck < 0.5 then greatest(moment, ${kept} - interval '1 millisecond')
          when luck < 0.7 then greatest(moment, ${kept})
          else now() end
      from dated where dated.id = ledger.order_id`);
    await tx.execute(sql`update money_totals_state set until = null`);
  });
}

/** Directly from the orders. */
async function ofAllOrders(timeZone: string, first: string): Promise<DayFigures[]> {
  const rows = await app.db.execute(sql`
    select greatest((created_at at time zone ${timeZone})::date, ${first}::date - 1)::text as day, count(*)::int as orders,
      sum(case status when 'rejected' then 0 when 'partial' then (quantity - remaining) * price_micros else charge_nanos end)::text
        as revenue
    from orders group by 1 order by 1`);
  return rows as unknown as DayFigures[];
}

const inOrder = (days: DayFigures[]) => days.toSorted((a, b) => a.day.localeCompare(b.day));

async function expectEqualInEveryZone(): Promise<void> {
  for (const timeZone of ['Asia/Dhaka', 'Asia/Kathmandu', 'America/New_York', 'Pacific/Kiritimati', 'UTC']) {
    await app.db.update(settings).set({ timeZone });
    for (const daysBack of [0, 1, 40, 180, 300]) {
      const first = daysBefore(shopDay(new Date(), timeZone), daysBack);
      expect(inOrder(await orderDaysSince(app.deps.reads, first)), `${timeZone} ${first}`).toEqual(
        await ofAllOrders(timeZone, first),
      );
    }
  }
}

test("with stored totals, later rows or both, each day of any zone has its orders' earnings, also around the boundaries", async () => {
  for (let times = 0; times < 60; times++) await placeAndDecide();
  await redate();
  await expectEqualInEveryZone();
  expect(await app.db.$count(sql`order_totals`)).toBeGreaterThan(10);
  expect((await checkLedger(app.db)).problems).toEqual([]);
});

test('corrections, or new rows, of a stored quarter are included with the next sum, once', async () => {
  await updateMoneyTotals(app.db);
  await rewindTotals(app.db);
  expect((await checkLedger(app.db)).problems).toEqual([]);
  await Promise.all([updateMoneyTotals(app.db), updateMoneyTotals(app.db), updateMoneyTotals(app.db)]);
  expect((await checkLedger(app.db)).problems).toEqual([]);
  await expectEqualInEveryZone();
});

test('an order committed after the sum is included, because no stored quarter can get new rows', async () => {
  const open = Promise.withResolvers<void>();
  const isOpen = Promise.withResolvers<void>();
  const late = app.db.transaction(async (tx) => {
    // Almost the longest duration of a transaction.
    await tx.execute(sql`
      insert into orders (user_id, service_id, service_name, link, quantity, price_micros, charge_nanos, created_at)
      values (${customer.id}, ${serviceId}, 'x', 'x', 10, 0, 0, now() - interval '59 minutes 59 seconds')`);
    isOpen.resolve();
    await open.promise;
  });
  await isOpen.promise;
  await app.db.execute(sql`update money_totals_state set until = null`);
  await updateMoneyTotals(app.db);
  open.resolve();
  await late;
  await expectEqualInEveryZone();
  await updateMoneyTotals(app.db);
  expect((await checkLedger(app.db)).problems).toEqual([]);
});

test("the ledger's proof finds a stored quarter that differs from its orders", async () => {
  await updateMoneyTotals(app.db);
  const spoilt = [
    sql`update order_totals set earned_nanos = earned_nanos + 1 where quarter = (select min(quarter) from order_totals)`,
    sql`delete from order_totals where quarter = (select min(quarter) from order_totals)`,
  ];
  for (const spoil of spoilt) {
    await app.db.execute(spoil);
    expect((await checkLedger(app.db)).problems).toEqual([expect.stringContaining('is kept as')]);
    await app.db.execute(sql`update money_totals_state set until = null`);
    await updateMoneyTotals(app.db);
    expect((await checkLedger(app.db)).problems).toEqual([]);
  }
});
