import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { micros, nanos } from '#shared/money.ts';
import type { MoneyMoved, ShopMoney } from '#shared/stats.ts';
import { checkLedger } from '../../money/check-ledger.ts';
import { testApp } from '../../testing/app.ts';
import { dollars, makePaymentMethod, makeRecharge, makeService } from '../../testing/factories.ts';
import { updateMoneyTotals } from './update-money-totals.ts';

const app = await testApp();
const admin = await app.createAdminUser();
const customer = await app.registerUser();
afterAll(async () => {
  expect((await checkLedger(app.db)).problems).toEqual([]);
});

/** The balance that a row implies: the previous one plus incoming minus outgoing amounts. */
const sumOf = ({ received, given, refunded, charged, takenBack, reversed }: MoneyMoved, before = '0') =>
  String(
    BigInt(before) +
      BigInt(received) +
      BigInt(given) +
      BigInt(refunded) -
      BigInt(charged) -
      BigInt(takenBack) -
      BigInt(reversed),
  );

/** Different in each call, because results are cached for some seconds: the range's end is in the future. */
let asks = 0;
function read(input: { days?: number; from?: string } = {}): Promise<ShopMoney> {
  asks += 1;
  const to = new Date(Date.UTC(2090, 0, asks)).toISOString().slice(0, 10);
  return admin.client.admin.money.query({ to, ...input });
}

/** Dates everything before today, which only a script can do. */
async function makeOld(): Promise<void> {
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`update ledger set at = at - interval '3 days'`);
    await tx.execute(sql`update orders set created_at = created_at - interval '3 days'`);
    await tx.execute(sql`update money_totals_state set until = null`);
  });
  await updateMoneyTotals(app.db);
}

test("the overview's money row left out gifts: after every kind of movement it is what is owed, to the last digit", async () => {
  const { name: method } = await makePaymentMethod(app.db);
  const asked = await Promise.all(
    [30, 20].map((amount) =>
      makeRecharge(app.db, { ...customer.user, actor: customer.user }, { method, amountNanos: dollars(amount) }),
    ),
  );
  // $0.000000007 a unit.
  const { id: serviceId } = await makeService(app.db, { priceMicros: micros(7) });
  const dear = await makeService(app.db, { priceMicros: micros(1_234_567) });
  const placed: number[] = [];
  const place = async (id: number) =>
    placed.push((await customer.client.orders.place.mutate({ serviceId: id, link: '@shop', quantity: 333 })).order.id);
  const give = (amountNanos: number) =>
    admin.client.admin.users.giveBalance.mutate({ id: customer.user.id, amountNanos: nanos(amountNanos) });
  const decide = admin.client.admin.orders.decide;
  const rechargeAt = (at: number) => ({ id: asked[at]?.id ?? 0 });
  const movements: [keyof MoneyMoved, () => Promise<unknown>][] = [
    ['received', () => admin.client.admin.recharges.decide.mutate({ ...rechargeAt(0), decision: 'approve' })],
    ['received', () => admin.client.admin.recharges.decide.mutate({ ...rechargeAt(1), decision: 'approve' })],
    ['given', () => give(5_000_000_001)],
    ['charged', () => place(serviceId)],
    ['charged', () => place(dear.id)],
    ['takenBack', () => give(-1_000_000_003)],
    ['refunded', () => decide.mutate({ id: placed[0] ?? 0, decision: 'reject' })],
    ['charged', () => decide.mutate({ id: placed[0] ?? 0, decision: 'complete' })],
    ['refunded', () => decide.mutate({ id: placed[1] ?? 0, decision: 'partial', remaining: 1 })],
    ['reversed', () => admin.client.admin.recharges.reverse.mutate({ ...rechargeAt(1), reason: 'Never arrived' })],
  ];

  let before = await read();
  for (const [figure, move] of movements) {
    await move();
    const money = await read();
    const [wallets] = await app.db.execute<{ nanos: string }>(
      sql`select sum(balance_nanos)::text as nanos from accounts`,
    );
    expect(money.owed).toBe(wallets?.nanos);
    for (const row of [money.ever, money.range, money.today]) expect(sumOf(row)).toBe(money.owed);
    const grown = (Object.keys(money.ever) as (keyof MoneyMoved)[]).filter(
      (name) => money.ever[name] !== before.ever[name],
    );
    expect(grown).toEqual([figure]);
    expect(BigInt(money.ever[figure])).toBeGreaterThan(BigInt(before.ever[figure]));
    before = money;
  }

  await makeOld();
  await give(7);
  await give(-2);
  const today = await admin.client.admin.money.query({ days: 1 });
  expect(today.owedBefore).toBe(before.owed);
  expect(today.range).toMatchObject({ given: '7', takenBack: '2', received: '0' });
  for (const days of [1, 2, 3, 4, 5, 100]) {
    const { range, owedBefore, owedAfter, owed } = await admin.client.admin.money.query({ days });
    expect([days, sumOf(range, owedBefore), owedAfter]).toEqual([days, owed, owed]);
  }
  const old = await admin.client.admin.money.query({ to: '2000-01-01' });
  expect([old.owedAfter, sumOf(old.range)]).toEqual(['0', '0']);
  const turned = await admin.client.admin.money.query({ from: '2089-01-01', to: '2000-01-01' });
  expect([turned.owedBefore, turned.owedAfter, sumOf(turned.range)]).toEqual([turned.owed, turned.owed, '0']);
});
