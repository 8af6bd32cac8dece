import { randomUUID } from 'node:crypto';
import { eq, type SQL, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { recharges } from '#db/schema/recharges.ts';
import { paymentAccounts, settings } from '#db/schema/settings.ts';
import { paisaPerDollar, taka } from '#shared/money.ts';
import { startTestApp, testApp } from '../../testing/app.ts';
import { dollars, makePaymentMethod } from '../../testing/factories.ts';
import { codeOf } from '../../testing/refusal.ts';

const app = await testApp({ env: { RECHARGE_REQUESTS_PER_10_MINUTES: '1000' } });
const admin = await app.createAdminUser();
const customer = await app.registerUser();
const others = await app.registerUser();
// Its days begin at another hour than those of the server.
await app.db.update(settings).set({ timeZone: 'Asia/Kathmandu' });

const FIRST = '01700000001';
const SECOND = '01700000002';
const THIRD = '01700000003';
const account = (number: string, more: object = {}) => ({
  ...{ number, name: 'Shop', mostTakaADay: null, paused: false },
  ...more,
});

async function methodWith(accounts: ReturnType<typeof account>[]) {
  const method = await makePaymentMethod(app.db, { recipient: '01799999999' });
  await admin.client.admin.paymentMethods.save.mutate({ ...method, accounts });
  return method;
}

const shown = async (name: string) =>
  (await customer.client.balance.methods.query()).methods.find((method) => method.name === name)?.recipient;

const beginOfToday = sql`(date_trunc('day', now() at time zone 'Asia/Kathmandu') at time zone 'Asia/Kathmandu')`;

interface Asked {
  paidTaka?: number;
  status?: 'pending' | 'approved' | 'rejected';
  accountNumber?: string | null;
  createdAt?: SQL;
}

async function asked(
  { id, name }: { id: number; name: string },
  { paidTaka = 500, status = 'pending', ...more }: Asked,
) {
  await app.db.insert(recharges).values({
    ...{ userId: others.user.id, methodId: id, methodName: name, amountNanos: dollars(1), reference: randomUUID() },
    ...{ ratePaisa: paisaPerDollar(12_600), paidTaka: taka(paidTaka), status, accountNumber: FIRST },
    ...(status !== 'pending' && { decidedAt: sql`now()`, decidedBy: admin.user.id }),
    ...more,
  });
}

const LIMITED = { mostTakaADay: 1000 };

describe('the number that customers pay to', () => {
  test.each<[string, ReturnType<typeof account>[], Asked[], string | undefined]>([
    ['of a method without accounts is its recipient', [], [], '01799999999'],
    ['is that of the first account', [account(FIRST), account(SECOND)], [], FIRST],
    ['is the next one if the first is paused', [account(FIRST, { paused: true }), account(SECOND)], [], SECOND],
    ['is none if all are paused: the method is not offered', [account(FIRST, { paused: true })], [], undefined],
    ['stays below its limit', [account(FIRST, LIMITED), account(SECOND)], [{ paidTaka: 999 }], FIRST],
    ['is the next one at the limit', [account(FIRST, LIMITED), account(SECOND)], [{}, { status: 'approved' }], SECOND],
    ['forgets rejected requests', [account(FIRST, LIMITED), account(SECOND)], [{}, { status: 'rejected' }], FIRST],
    [
      'forgets requests to another number, and to an unknown one',
      [account(FIRST, LIMITED), account(SECOND)],
      [
        { paidTaka: 9999, accountNumber: SECOND },
        { paidTaka: 9999, accountNumber: null },
      ],
      FIRST,
    ],
    [
      'counts from the first moment of the shop’s day',
      [account(FIRST, LIMITED), account(SECOND)],
      [{ paidTaka: 1000, createdAt: sql`${beginOfToday}` }],
      SECOND,
    ],
    [
      'forgets what was asked before it',
      [account(FIRST, LIMITED), account(SECOND)],
      [{ paidTaka: 9999, createdAt: sql`${beginOfToday} - interval '1 ms'` }],
      FIRST,
    ],
    [
      'is the last one that is not paused if all are full',
      [account(FIRST, LIMITED), account(SECOND, LIMITED), account(THIRD, { paused: true })],
      [{ paidTaka: 1000 }, { paidTaka: 1000, accountNumber: SECOND }],
      SECOND,
    ],
  ])('%s', async (_which, accounts, requests, number) => {
    const method = await methodWith(accounts);
    for (const request of requests) await asked(method, request);
    expect(await shown(method.name)).toBe(number);
  });

  test('counts the requests of its own method alone', async () => {
    const [method, other] = [await methodWith([account(FIRST, LIMITED), account(SECOND)]), await methodWith([])];
    await asked(other, { paidTaka: 5000 });
    expect(await shown(method.name)).toBe(FIRST);
  });

  test('of a removed account is displayed no more, and a number that comes back is new', async () => {
    const method = await methodWith([account(FIRST), account(SECOND)]);
    const save = (accounts: ReturnType<typeof account>[]) =>
      admin.client.admin.paymentMethods.save.mutate({ ...method, accounts });
    await save([account(SECOND)]);
    expect(await shown(method.name)).toBe(SECOND);
    await save([account(FIRST), account(SECOND)]);
    expect(await shown(method.name)).toBe(FIRST);
    const rows = await app.db
      .select()
      .from(paymentAccounts)
      .where(eq(paymentAccounts.methodId, method.id))
      .orderBy(paymentAccounts.id);
    expect(rows.map(({ number, removedAt }) => [number, removedAt !== null])).toEqual([
      [FIRST, true],
      [SECOND, false],
      [FIRST, false],
    ]);
    await save([]);
    expect(await shown(method.name)).toBe('01799999999');
  });

  test('is frozen in a request, which fills the account; without an account there is no request', async () => {
    const method = await methodWith([account(FIRST, { mostTakaADay: 1260 }), account(SECOND)]);
    const request = async () => {
      const input = { method: method.name, amountNanos: dollars(10), reference: `TX${randomUUID().slice(0, 12)}` };
      const { id } = await customer.client.balance.requestRecharge.mutate(input);
      const [row] = await app.db.select().from(recharges).where(eq(recharges.id, id));
      await admin.client.admin.recharges.decide.mutate({ id, decision: 'approve' });
      return row?.accountNumber;
    };
    expect([await request(), await request()]).toEqual([FIRST, SECOND]);
    await admin.client.admin.paymentMethods.save.mutate({ ...method, accounts: [account(FIRST, { paused: true })] });
    expect(await codeOf(request())).toBe('method_unavailable');
    await admin.client.admin.paymentMethods.save.mutate({ ...method, accounts: [] });
    expect(await request()).toBe('01799999999');
  });
});

test('in production a placeholder with a real account is offered, and a real recipient with a placeholder is not', async () => {
  const shop = await startTestApp({
    env: {
      NODE_ENV: 'production',
      JWT_SECRET: 'a secret of this test, which is long enough',
      PUBLIC_URL: 'https://panel.example',
    },
  });
  try {
    const buyer = await shop.registerUser();
    const make = async (recipient: string, number: string) => {
      const { id, name } = await makePaymentMethod(shop.db, { recipient });
      await shop.db.insert(paymentAccounts).values({ methodId: id, number, name: 'Shop' });
      return name;
    };
    const [real, sample] = [await make('01XXX-XXXXXX', FIRST), await make(FIRST, '01XXX-XXXXXX')];
    const { methods } = await buyer.client.balance.methods.query();
    expect(methods).toMatchObject([{ name: real, recipient: FIRST }]);
    const request = (method: string) =>
      buyer.client.balance.requestRecharge.mutate({
        method,
        amountNanos: dollars(10),
        reference: `TX${method.slice(-6).trim()}99`,
      });
    expect((await request(real)).status).toBe('pending');
    expect(await codeOf(request(sample))).toBe('method_unavailable');
  } finally {
    await shop.close();
  }
});
