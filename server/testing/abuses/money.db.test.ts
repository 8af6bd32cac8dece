import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { orders } from '#db/schema/orders.ts';
import { recharges } from '#db/schema/recharges.ts';
import { getBalance } from '../../features/wallet/get-balance.ts';
import { checkLedger } from '../../money/check-ledger.ts';
import { type Api, apis, expectRefused, type Outcome, restApi, trpcApi, written } from '../apis.ts';
import { testApp } from '../app.ts';
import { DOLLAR, dollars, makeOrder, makePaymentMethod, makeRecharge } from '../factories.ts';
import { makeCustomer, makeSignedInAdmin, type Person } from '../people.ts';

const app = await testApp({ env: { RECHARGE_REQUESTS_PER_10_MINUTES: '1000' } });
const admins: [Person, Person] = [await makeSignedInAdmin(app), await makeSignedInAdmin(app)];
const method = (await makePaymentMethod(app.db)).name;

afterAll(async () => {
  expect((await checkLedger(app.db)).problems).toEqual([]);
});

const reference = () => `TX-${randomUUID()}`.toUpperCase();
const balanceOf = async ({ actor }: Person) => (await getBalance(app.db, actor)).balanceNanos;
const rechargesOf = ({ id }: Person) => app.db.select().from(recharges).where(eq(recharges.userId, id));
const accepted = (outcomes: Outcome[]) => outcomes.filter(({ ok }) => ok);

/**
 * Many simultaneous calls, alternating between both admins. A call that waits two seconds for one of the ten connections, as on a slow
 * machine, is refused as busy before anything is sent: it is made again, as clients do.
 */
const atOnce = (times: number, call: (admin: Person, nth: number) => Promise<Outcome>) =>
  Promise.all(
    Array.from({ length: times }, async (_, nth) => {
      let outcome: Outcome;
      do outcome = await call(admins[nth % 2] ?? admins[0], nth);
      while (outcome.status === BUSY);
      return outcome;
    }),
  );
const BUSY = 503;
/** Races go through both APIs at once. */
const apiOf = (nth: number): Api => (nth % 2 ? trpcApi : restApi);

test('9 a transaction id sent by five accounts at the same time, in both cases, is accepted once', async () => {
  const used = reference();
  const customers = await Promise.all(Array.from({ length: 5 }, () => makeCustomer(app)));
  const asked = await Promise.all(
    customers.map((customer, nth) =>
      apiOf(nth).requestRecharge(app, customer, {
        method,
        dollars: 1,
        reference: nth % 2 ? used : used.toLowerCase(),
      }),
    ),
  );
  expect(asked.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
});

describe.each(apis)('10 tampered taka through $name', (api) => {
  test.each([
    ['0', 0, 'rate_changed'],
    ['1', 1, 'rate_changed'],
    ['one too few', 1259, 'rate_changed'],
    ['-1', -1, 'bad_input'],
    ['1.5', 1.5, 'bad_input'],
    ['1e999', written('1e999'), 'bad_input'],
    // Older clients send numbers as strings; only the REST API accepts them.
    ['digits as text', api === restApi ? '0x4ec' : '1260', 'bad_input'],
    ['null', null, 'bad_input'],
  ] as const)('%s is refused', async (_, taka, code) => {
    const customer = await makeCustomer(app);
    expectRefused(
      await api.requestRecharge(app, customer, { method, dollars: 10, reference: reference(), taka }),
      code,
    );
    expect(await rechargesOf(customer)).toEqual([]);
  });
});

describe('11 approve twice, approve against reject, by two admins at once', () => {
  test('20 approvals by two admins credit once', async () => {
    const customer = await makeCustomer(app);
    const { id } = await makeRecharge(app.db, customer);
    const decided = await atOnce(20, (admin, nth) =>
      apiOf(nth >> 1).decideRecharge(app, admin, { id, decision: 'approve' }),
    );
    // The admin who decided may repeat the decision; the other one gets an error that names who decided.
    expect(accepted(decided)).toHaveLength(10);
    for (const refused of decided.filter(({ ok }) => !ok)) expectRefused(refused, 'already_decided');
    expect(await balanceOf(customer)).toBe(10 * DOLLAR);
  });

  test('of approving and rejecting one wins, and the money matches', async () => {
    for (let round = 0; round < 5; round++) {
      const customer = await makeCustomer(app);
      const { id } = await makeRecharge(app.db, customer);
      const decided = await atOnce(2, (admin, nth) =>
        apiOf(round + nth).decideRecharge(app, admin, { id, decision: nth % 2 ? 'reject' : 'approve' }),
      );
      expect(accepted(decided)).toHaveLength(1);
      const [kept] = await rechargesOf(customer);
      expect(await balanceOf(customer)).toBe(kept?.status === 'approved' ? 10 * DOLLAR : 0);
    }
  });
});

describe('12 refund twice', () => {
  test('20 rejections by two admins refund once, and nothing can be refunded after them', async () => {
    const customer = await makeCustomer(app, DOLLAR);
    const { id } = await makeOrder(app.db, customer);
    await atOnce(20, (admin, nth) => apiOf(nth >> 1).decideOrder(app, admin, { id, decision: 'reject' }));
    expect(await balanceOf(customer)).toBe(DOLLAR);
    const partial = { id, decision: 'partial', remaining: 500 } as const;
    expectRefused(await trpcApi.decideOrder(app, admins[0], partial), 'order_transition');
    expect(await balanceOf(customer)).toBe(DOLLAR);
  });

  test('of rejecting and a partial refund one wins', async () => {
    const customer = await makeCustomer(app, DOLLAR);
    const { id } = await makeOrder(app.db, customer);
    const partial = { id, decision: 'partial', remaining: 400 } as const;
    await atOnce(10, (admin, nth) =>
      nth % 2 ? trpcApi.decideOrder(app, admin, partial) : restApi.decideOrder(app, admin, { id, decision: 'reject' }),
    );
    const [kept] = await app.db.select().from(orders).where(eq(orders.id, id));
    expect(await balanceOf(customer)).toBe(kept?.status === 'partial' ? 0.4 * DOLLAR : DOLLAR);
  });
});

describe('13 grant twice', () => {
  test('one request 20 times at once is one grant', async () => {
    const { id, ...customer } = await makeCustomer(app);
    const gift = { id, dollars: 5, requestId: randomUUID() };
    const given = await atOnce(20, (_admin, nth) => apiOf(nth).giveBalance(app, admins[0], gift));
    expect(accepted(given)).toHaveLength(20);
    expect(await balanceOf({ id, ...customer })).toBe(5 * DOLLAR);
  });

  test.each([5, -1])('%i dollars 20 times at once without a key is one gift', async (amount) => {
    const customer = await makeCustomer(app, dollars(30));
    const gift = { id: customer.id, dollars: amount };
    const given = await atOnce(20, (_admin, nth) => apiOf(nth).giveBalance(app, admins[0], gift));
    expect(accepted(given)).toHaveLength(1);
    for (const refused of given.filter(({ status }) => status !== 200)) expectRefused(refused, 'repeated_gift');
    expect(await balanceOf(customer)).toBe((30 + amount) * DOLLAR);
  });

  test('taking back 20 times at once never results in a negative balance', async () => {
    const customer = await makeCustomer(app, dollars(5));
    const taken = await atOnce(20, (admin, nth) =>
      apiOf(nth >> 1).giveBalance(app, admin, { id: customer.id, dollars: -1, requestId: randomUUID() }),
    );
    expect(accepted(taken)).toHaveLength(5);
    expect(await balanceOf(customer)).toBe(0);
  });
});
