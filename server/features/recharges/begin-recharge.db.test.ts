import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { recharges } from '#db/schema/recharges.ts';
import { paymentMethods } from '#db/schema/settings.ts';
import { testApp } from '../../testing/app.ts';
import { DOLLAR, dollars, makePaymentMethod, makeThenOrder } from '../../testing/factories.ts';
import { codeOf } from '../../testing/refusal.ts';

const app = await testApp({ env: { RECHARGE_REQUESTS_PER_10_MINUTES: '1000' } });
const newReference = () => `TX${randomUUID().slice(0, 12)}`;

describe('what a customer begins to pay', () => {
  it('is found again, one for an account, until it is dropped', async () => {
    const [{ client }, other] = [await app.registerUser(), await app.registerUser()];
    const [method, second] = [await makePaymentMethod(app.db), await makePaymentMethod(app.db)];
    expect(await client.balance.begun.query()).toBeNull();
    await client.balance.begin.mutate({ method: method.name.toUpperCase(), amountNanos: dollars(5) });
    const begun = { method: method.name, amountNanos: 5 * DOLLAR, order: null, begunAt: expect.any(String) };
    expect(await client.balance.begun.query()).toEqual(begun);
    const order = await makeThenOrder(app.db);
    await client.balance.begin.mutate({ method: second.name, amountNanos: dollars(7), order });
    const latest = { ...begun, method: second.name, amountNanos: 7 * DOLLAR, order };
    expect(await client.balance.begun.query()).toEqual(latest);
    expect(await other.client.balance.begun.query()).toBeNull();
    await other.client.balance.drop.mutate();
    expect(await client.balance.begun.query()).toEqual(latest);
    await client.balance.drop.mutate();
    expect(await client.balance.begun.query()).toBeNull();
  });

  it.each([
    [
      'after a day',
      (id: number) => sql`update begun_recharges set begun_at = now() - interval '1 day' where user_id = ${id}`,
    ],
    [
      'once its method is off',
      (id: number) =>
        sql`update payment_methods set active = false from begun_recharges where user_id = ${id} and method_id = payment_methods.id`,
    ],
  ])('is gone %s', async (_when, change) => {
    const { client, user } = await app.registerUser();
    const { name } = await makePaymentMethod(app.db);
    await client.balance.begin.mutate({ method: name, amountNanos: dollars(5) });
    expect(await client.balance.begun.query()).not.toBeNull();
    await app.db.execute(change(user.id));
    expect(await client.balance.begun.query()).toBeNull();
  });

  it('needs an active method and whole cents', async () => {
    const { client } = await app.registerUser();
    const off = await makePaymentMethod(app.db, { active: false });
    expect(await codeOf(client.balance.begin.mutate({ method: off.name, amountNanos: dollars(5) }))).toBe(
      'method_unavailable',
    );
    const { name } = await makePaymentMethod(app.db);
    expect(await codeOf(client.balance.begin.mutate({ method: name, amountNanos: 1 as never }))).toBe('bad_input');
  });
});

describe('a request', () => {
  it.each([
    [
      'of the same method ends it, with the number that was displayed',
      { same: true, daysAgo: 0, number: '01700000000' },
    ],
    ['of another method leaves it', { same: false, daysAgo: 0, number: '01800000000' }],
    ['after a day has the number of now', { same: true, daysAgo: 1, number: '01800000000' }],
  ])('%s', async (_what, { same, daysAgo, number }) => {
    const { client, user } = await app.registerUser();
    const [method, other] = [await makePaymentMethod(app.db), await makePaymentMethod(app.db)];
    await client.balance.begin.mutate({ method: method.name, amountNanos: dollars(5) });
    await app.db.execute(
      sql`update begun_recharges set begun_at = now() - make_interval(days => ${daysAgo}) where user_id = ${user.id}`,
    );
    await app.db.update(paymentMethods).set({ recipient: '01800000000' });
    const asked = { method: (same ? method : other).name, amountNanos: dollars(6), reference: newReference() };
    const { id } = await client.balance.requestRecharge.mutate(asked);
    const [row] = await app.db.select().from(recharges).where(eq(recharges.id, id));
    expect(row?.accountNumber).toBe(number);
    expect(await client.balance.begun.query()).toEqual(same ? null : expect.objectContaining({ method: method.name }));
  });
});
