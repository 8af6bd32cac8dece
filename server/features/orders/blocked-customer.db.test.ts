import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { orders } from '#db/schema/orders.ts';
import { users } from '#db/schema/users.ts';
import { type Nanos, nanos } from '#shared/money.ts';
import { checkLedger } from '../../money/check-ledger.ts';
import { openWallet } from '../../money/wallets.ts';
import { type SignedInUser, testApp } from '../../testing/app.ts';
import { DOLLAR, dollars, makeOrder, makePaymentMethod, makeRecharge, makeService } from '../../testing/factories.ts';
import { whileWalletIsLocked } from '../../testing/locked-wallet.ts';
import { registerWith } from '../../testing/people.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';

const app = await testApp();
const admin = await app.createAdminUser();
const serviceId = (await makeService(app.db)).id;

const customerWith = (balanceNanos: Nanos) => registerWith(app, balanceNanos);

const actorOf = ({ user }: SignedInUser) => ({ id: user.id, userName: user.userName, actor: user });
const block = ({ user }: SignedInUser) => admin.client.admin.users.setBlocked.mutate({ id: user.id, blocked: true });
const place = ({ client }: SignedInUser, quantity = 1000) =>
  client.orders.place.mutate({ serviceId, link: 'https://example.com/post', quantity });
const ordersOf = ({ user }: SignedInUser) => app.db.select().from(orders).where(eq(orders.userId, user.id));
const balanceOf = async ({ user }: SignedInUser) =>
  (await admin.client.admin.users.get.query({ id: user.id })).balanceNanos;

/** The result of a call that was accepted before a block and waits behind it. */
async function behindBlock<T>(customer: SignedInUser, call: () => Promise<T>): Promise<T> {
  let answer: Promise<T> | undefined;
  await whileWalletIsLocked(app.databaseUrl, customer.user.id, async (countWaiting) => {
    const blocking = block(customer);
    while ((await countWaiting()) < 1) await sleep(5);
    answer = call();
    answer.catch(() => undefined);
    while ((await countWaiting()) < 2) await sleep(5);
    return [blocking];
  });
  return answer as Promise<T>;
}

describe('a customer who is being blocked', () => {
  it('is not charged for an order in flight', async () => {
    const customer = await customerWith(dollars(5));
    expect(await codeOf(behindBlock(customer, () => place(customer)))).toBe('blocked');
    expect(await ordersOf(customer)).toEqual([]);
    expect(await balanceOf(customer)).toBe(5 * DOLLAR);
  });

  it("can't request a recharge", async () => {
    const customer = await customerWith(nanos(0));
    const { name } = await makePaymentMethod(app.db);
    const request = () =>
      customer.client.balance.requestRecharge.mutate({ method: name, amountNanos: DOLLAR, reference: 'BLOCKED1' });
    expect(await codeOf(behindBlock(customer, request))).toBe('blocked');
    expect((await admin.client.admin.recharges.list.query({ search: 'BLOCKED1' })).items).toEqual([]);
  });
});

describe('for a blocked customer an admin', () => {
  async function blockedWithOrder() {
    const customer = await customerWith(dollars(5));
    const order = await makeOrder(app.db, actorOf(customer), { serviceId });
    const recharge = await makeRecharge(app.db, actorOf(customer));
    await block(customer);
    return { customer, order, recharge };
  }

  const decide = (id: number, decision: 'reject' | 'complete') =>
    admin.client.admin.orders.decide.mutate({ id, decision });

  it("can't charge a rejected order again, and sees why", async () => {
    const { customer, order } = await blockedWithOrder();
    await decide(order.id, 'reject');
    expect(await refusalOf(decide(order.id, 'complete'))).toMatchObject({
      code: 'blocked',
      httpStatus: 403,
      message: 'This customer is blocked, so the order can not be charged again.',
    });
    expect(await balanceOf(customer)).toBe(5 * DOLLAR);

    await admin.client.admin.users.setBlocked.mutate({ id: customer.user.id, blocked: false });
    expect((await decide(order.id, 'complete')).status).toBe('completed');
    expect(await balanceOf(customer)).toBe(4 * DOLLAR);
  });

  it('can still refund, credit a paid recharge, add and take back balance', async () => {
    const { customer, order, recharge } = await blockedWithOrder();
    const { id } = customer.user;
    await decide(order.id, 'reject');
    expect(await balanceOf(customer)).toBe(5 * DOLLAR);
    await admin.client.admin.recharges.decide.mutate({ id: recharge.id, decision: 'approve' });
    expect(await balanceOf(customer)).toBe(15 * DOLLAR);
    await admin.client.admin.users.giveBalance.mutate({ id, amountNanos: DOLLAR });
    await admin.client.admin.users.giveBalance.mutate({ id, amountNanos: dollars(-3) });
    expect(await balanceOf(customer)).toBe(13 * DOLLAR);
  });
});

it('a wallet opened for a blocked user is marked', async () => {
  const [row] = await app.db
    .insert(users)
    .values({
      userName: 'late',
      name: 'Late',
      email: 'late@example.com',
      phone: '1',
      passwordHash: '-',
      blockedAt: new Date(),
    })
    .returning({ id: users.id });
  await app.db.transaction((tx) => openWallet(tx, row?.id ?? 0));
  expect((await checkLedger(app.db)).problems).toEqual([]);
});
