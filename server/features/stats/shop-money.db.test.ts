import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { settings } from '#db/schema/settings.ts';
import { MAX_NANOS, micros, nanos } from '#shared/money.ts';
import { checkLedger } from '../../money/check-ledger.ts';
import { testApp } from '../../testing/app.ts';
import { dollars, giveMoney, makePaymentMethod, makeRecharge, makeService } from '../../testing/factories.ts';
import { codeOf } from '../../testing/refusal.ts';
import { rewindTotals } from '../../testing/rewind-totals.ts';
import { updateMoneyTotals } from './update-money-totals.ts';

const app = await testApp();
const admin = await app.createAdminUser();
const customer = await app.registerUser();
const { name: method } = await makePaymentMethod(app.db);
const asked = await Promise.all(
  [30, 20, 10].map((amount) =>
    makeRecharge(app.db, { ...customer.user, actor: customer.user }, { method, amountNanos: dollars(amount) }),
  ),
);
for (const [at, { id }] of asked.entries()) {
  await admin.client.admin.recharges.decide.mutate({ id, decision: at === 2 ? 'reject' : 'approve' });
}
await giveMoney(app.db, customer.user.id, dollars(5));
// $0.01 a unit.
const { id: serviceId } = await makeService(app.db, { priceMicros: micros(10_000_000) });
const place = (quantity: number) => customer.client.orders.place.mutate({ serviceId, link: '@shop', quantity });
const rejected = await place(200);
const partial = await place(300);
await place(400);
const decide = admin.client.admin.orders.decide;
await decide.mutate({ id: rejected.order.id, decision: 'reject' });
await decide.mutate({ id: partial.order.id, decision: 'partial', remaining: 100 });
await decide.mutate({ id: rejected.order.id, decision: 'complete' });
await admin.client.admin.users.giveBalance.mutate({ id: customer.user.id, amountNanos: nanos(-500_000_001) });
await admin.client.admin.recharges.reverse.mutate({ id: asked[1]?.id ?? 0, reason: 'Never arrived' });

beforeEach(async () => {
  await app.db.update(settings).set({ timeZone: 'Asia/Dhaka' });
});

/** Different in each call, because results are cached for some seconds: the range's end is in the future. */
let asks = 0;
const read = (input: { days?: number; from?: string; to?: string } = {}) => {
  asks += 1;
  const farAhead = `2090-01-${String(asks).padStart(2, '0')}`;
  return admin.client.admin.money.query({ to: farAhead, ...input });
};
const asNanos = (amount: number) => String(dollars(amount));
const all = {
  received: asNanos(50),
  given: asNanos(5),
  refunded: asNanos(3),
  charged: asNanos(11),
  takenBack: '500000001',
  reversed: asNanos(20),
};

/** Backdates a wallet's rows and clears the stored totals, which only a script can do. */
async function redate(hoursAgo: readonly number[]): Promise<void> {
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const [index, hours] of hoursAgo.entries()) {
      await tx.execute(sql`update ledger set at = now() - ${hours}::int * interval '1 hour' where seq = ${index + 1}`);
    }
    await tx.execute(sql`
      update orders set created_at = at from ledger where order_id = orders.id and ledger.kind = 'order_charge'`);
    await tx.execute(sql`update money_totals_state set until = null`);
  });
}

test('with and without stored totals a range has the sums of its rows, in any time zone', async () => {
  // Over days and months, within one quarter, and in the last hour, which has no stored totals yet.
  await redate([24 * 70, 24 * 40, 100, 99, 98, 30, 29, 0, 28, 27, 26]);
  const zones = ['Asia/Dhaka', 'Asia/Kathmandu', 'America/New_York'];
  for (const timeZone of zones) {
    await app.db.update(settings).set({ timeZone });
    for (const days of [1, 2, 3, 5, 39, 41, 42, 69, 71, 72]) {
      const { range } = await admin.client.admin.money.query({ days, to: `2091-01-${10 + zones.indexOf(timeZone)}` });
      expect([timeZone, days, range]).toEqual([timeZone, days, await summed(timeZone, days)]);
    }
  }
  expect(await app.db.$count(sql`money_totals`)).toBeGreaterThan(4);
  expect((await read()).ever).toEqual(all);
  expect((await checkLedger(app.db)).problems).toEqual([]);
});

test('summing continues where it ended, and two at once count nothing twice', async () => {
  await redate([24 * 70, 24 * 40, 100, 99, 98, 30, 29, 26, 26, 25, 24]);
  await updateMoneyTotals(app.db);
  await rewindTotals(app.db);
  await Promise.all([updateMoneyTotals(app.db), updateMoneyTotals(app.db), updateMoneyTotals(app.db)]);
  expect((await read()).ever).toEqual(all);
  expect((await checkLedger(app.db)).problems).toEqual([]);
});

test("the ledger's proof finds a stored total that differs from its rows", async () => {
  await updateMoneyTotals(app.db);
  await app.db.execute(sql`update money_totals set total_nanos = total_nanos + 1 where kind = 'grant'`);
  expect((await checkLedger(app.db)).problems).toEqual([expect.stringContaining('the kept total of grant')]);
  await redate([]);
});

test('sums are exact beyond the range of a number', async () => {
  const others = await Promise.all([app.registerUser(), app.registerUser(), app.registerUser()]);
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const { user } of others) {
      await tx.execute(sql`update accounts set balance_nanos = ${MAX_NANOS}, version = 1 where user_id = ${user.id}`);
      await tx.execute(sql`
        insert into ledger (account_id, seq, contra_id, amount_nanos, balance_after_nanos, kind, recharge_id)
        select id, 1, 2, ${MAX_NANOS}, ${MAX_NANOS}, 'recharge', 1000 + id from accounts where user_id = ${user.id}`);
    }
  });
  const { ever, owed, today } = await read();
  const three = BigInt(MAX_NANOS) * 3n;
  expect(ever.received).toBe(String(three + BigInt(dollars(50))));
  expect(owed).toBe(String(three + BigInt(dollars(27)) - 500_000_001n));
  expect(BigInt(today.received) >= three).toBe(true);
});

test.each([{ days: 0 }, { days: 367 }, { from: '2026-02-30' }, { to: 'x'.repeat(2000) }, { surplus: 1 }])(
  'range no. %$ is refused',
  async (input) => {
    expect(await codeOf(admin.client.admin.money.query(input))).toBe('bad_input');
  },
);

/** Directly from the rows. */
async function summed(timeZone: string, days: number) {
  const sumOf = (rows: string, sign = '') =>
    sql.raw(`coalesce(${sign}sum(amount_nanos) filter (where ${rows}), 0)::text`);
  const [row] = await app.db.execute(sql`
    select ${sumOf(`kind = 'recharge'`)} as received, ${sumOf(`kind = 'grant' and amount_nanos > 0`)} as given,
      ${sumOf(`kind in ('order_refund', 'order_partial_refund')`)} as refunded,
      ${sumOf(`kind in ('order_charge', 'order_recharge')`, '-')} as charged,
      ${sumOf(`kind = 'grant' and amount_nanos < 0`, '-')} as "takenBack",
      ${sumOf(`kind = 'recharge_reversal'`, '-')} as reversed
    from ledger where (at at time zone ${timeZone})::date > (now() at time zone ${timeZone})::date - ${days}::int`);
  return row;
}
