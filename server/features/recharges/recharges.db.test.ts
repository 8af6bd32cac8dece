import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { paymentMethods, settings } from '#db/schema/settings.ts';
import { type Nanos, nanos, paisaPerDollar, taka } from '#shared/money.ts';
import { checkLedger } from '../../money/check-ledger.ts';
import { type SignedInUser, testApp } from '../../testing/app.ts';
import { ANY_RECHARGE, DOLLAR, dollars, makePaymentMethod, makeRecharge, makeUser } from '../../testing/factories.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';
import { getBalance } from '../wallet/get-balance.ts';
import { decideRecharge } from './decide-recharge.ts';
import { requestRecharge } from './request-recharge.ts';

const app = await testApp({ env: { RECHARGE_REQUESTS_PER_10_MINUTES: '1000' } });
const admin = await app.createAdminUser();
const secondAdmin = await app.createAdminUser();
const method = (await makePaymentMethod(app.db, { name: 'Bkash' })).name;

const newReference = () => `TX${randomUUID().slice(0, 12)}`;

function request(
  { client }: SignedInUser,
  overrides: Partial<Parameters<typeof client.balance.requestRecharge.mutate>[0]> = {},
) {
  return client.balance.requestRecharge.mutate({
    method,
    amountNanos: dollars(10),
    reference: newReference(),
    ...overrides,
  });
}

async function balanceOf({ client }: SignedInUser) {
  return (await client.balance.get.query()).balanceNanos;
}

describe('payment methods', () => {
  it('are listed with rate, fee and the active methods in order', async () => {
    await makePaymentMethod(app.db, { name: 'Nagad', position: 2, ussdCode: '*167#' });
    await makePaymentMethod(app.db, { name: 'Rocket', position: 1 });
    await makePaymentMethod(app.db, { name: 'Gone', active: false });
    const customer = await app.registerUser();
    const answer = await customer.client.balance.methods.query();
    expect(answer).toMatchObject({ rate: 126, ratePaisa: 12_600, feePercent: 1.85 });
    expect(answer.methods.map(({ name }) => name)).toEqual(['Bkash', 'Rocket', 'Nagad']);
    expect(answer.methods[2]).toMatchObject({ ussdCode: '*167#', kind: 'mobile' });
    expect(answer.methods[0]).not.toHaveProperty('active');
  });
});

describe('requesting a recharge', () => {
  it("stores the taka at today's rate and moves no money", async () => {
    const customer = await app.registerUser();
    const reference = newReference();
    const recharge = await request(customer, { method: 'bKASH', amountNanos: nanos(12_340_000_000), reference });
    expect(recharge).toEqual({
      id: expect.any(Number),
      method: 'Bkash',
      amountNanos: 12_340_000_000,
      paidTaka: 1555,
      ratePaisa: 12_600,
      reference,
      status: 'pending',
      reason: null,
      createdAt: expect.any(String),
      decidedAt: null,
      reversedAt: null,
      reversalReason: null,
    });
    expect(await balanceOf(customer)).toBe(0);
    expect((await customer.client.balance.recharges.query({})).items).toEqual([recharge]);
  });

  it("refuses a total that differs from the server's, with the correct one, also after a change of the rate", async () => {
    const customer = await app.registerUser();
    expect(await refusalOf(request(customer, { expectedPaidTaka: taka(1) }))).toMatchObject({
      code: 'rate_changed',
      details: { paidTaka: 1260 },
    });
    await app.db.update(settings).set({ ratePaisa: paisaPerDollar(13_055) });
    const refused = await refusalOf(request(customer, { expectedPaidTaka: taka(1260) }));
    expect(refused).toMatchObject({ code: 'rate_changed', details: { paidTaka: 1306 } });
    expect((await request(customer, { expectedPaidTaka: taka(1306) })).ratePaisa).toBe(13_055);
    await app.db.update(settings).set({ ratePaisa: paisaPerDollar(12_600) });
  });

  it('refuses an inactive or unknown method, as an error of its field', async () => {
    const customer = await app.registerUser();
    const off = await makePaymentMethod(app.db, { active: false });
    for (const name of [off.name, 'Paypal', '%', 'Bkas_']) {
      const refused = await refusalOf(request(customer, { method: name }));
      expect(refused).toMatchObject({ code: 'method_unavailable', fieldErrors: { method: [expect.any(String)] } });
    }
  });

  it('refuses a method that is being deleted at the same time', async () => {
    const customer = await app.registerUser();
    const going = await makePaymentMethod(app.db);
    let asked: Promise<unknown> | undefined;
    await app.db.transaction(async (tx) => {
      await tx.delete(paymentMethods).where(eq(paymentMethods.id, going.id));
      asked = codeOf(request(customer, { method: going.name }));
      await vi.waitFor(
        async () => {
          const waiting = await app.db.execute(sql`
            select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
          expect(waiting).toHaveLength(1);
        },
        { timeout: 8_000 },
      );
    });
    expect(await asked).toBe('method_unavailable');
  });

  it.each([0, -10_000_000, 1, 10_000_001, 10_000 * DOLLAR + 10_000_000, 1.5])(
    'refuses %d nano-dollars',
    async (amountNanos) => {
      const customer = await app.registerUser();
      const refused = await refusalOf(request(customer, { amountNanos: amountNanos as Nanos }));
      expect(refused.code).toBe('bad_input');
      expect(refused.fieldErrors).toHaveProperty('amountNanos');
    },
  );

  it.each(['', 'abc', 'x'.repeat(81), 'TX 123', 'TX;123', 'তকমা১২', 'TrxID 8A7BC2D4EF, TrxID 8A7BC2D4EG'])(
    'refuses the transaction id "%s"',
    async (reference) => {
      const customer = await app.registerUser();
      expect((await refusalOf(request(customer, { reference }))).fieldErrors).toHaveProperty('reference');
    },
  );

  it.each([
    ['Cash Out Tk 1,260.00 to 01712345678 successful. TrxID BKC7A2D4EF at 05/11/2026 10:12', 'BKC7A2D4EF'],
    [' bkd7 a2d4 ef ', 'bkd7a2d4ef'],
    ['BKE৭A২D৪EF', 'BKE7A2D4EF'],
    ['\u200bBKF7A2D4EF\u2060', 'BKF7A2D4EF'],
  ])('takes the one transaction id in %j', async (pasted, reference) => {
    const customer = await app.registerUser();
    const input = { method: 'Bkash', reference: pasted, requestId: randomUUID() };
    const recharge = await request(customer, input);
    expect(recharge.reference).toBe(reference);
    expect(await request(customer, { ...input, reference })).toEqual(recharge);
    const again = refusalOf(request(customer, { method: 'Bkash', reference: reference.toLowerCase() }));
    expect(await again).toMatchObject({ code: 'reference_used' });
  });

  it.each([
    ['TrxID BKC7A2D4EF', 'Bkash', { reference: 'BKC7A2D4EF', unusual: false }],
    ['BKC7A2D4', 'Bkash', { reference: 'BKC7A2D4', unusual: true }],
    ['hello there', 'Bkash', { reference: null, unusual: false, problem: expect.any(String) }],
  ])('references.read reads %j of %s', async (text, named, expected) => {
    expect(await app.client().references.read.query({ text, method: named })).toEqual(expected);
  });

  it('with the same request id returns the first result, whatever was decided since', async () => {
    const customer = await app.registerUser();
    const input = { reference: newReference(), requestId: randomUUID() };
    const first = await request(customer, input);
    await admin.client.admin.recharges.decide.mutate({ id: first.id, decision: 'reject', reason: 'Not there' });
    expect(await request(customer, input)).toEqual(first);
    // Case makes no other method and no other transaction ID.
    const inOtherCase = { method: method.toUpperCase(), reference: input.reference.toLowerCase() };
    expect(await request(customer, { ...input, ...inOtherCase })).toEqual(first);
    expect(await codeOf(request(customer, { ...input, amountNanos: dollars(20) }))).toBe('idempotency_conflict');
    expect(await codeOf(request(customer, { ...input, reference: newReference() }))).toBe('idempotency_conflict');
    expect((await customer.client.balance.recharges.query({})).items).toHaveLength(1);
  });

  it('20 times at once with one request id is one request', async () => {
    const customer = await app.registerUser();
    const input = { reference: newReference(), requestId: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 20 }, () => request(customer, input)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  });

  it('is limited in number, and a retry of an accepted one does not count', async () => {
    const { actor } = await makeUser(app.db);
    const config = { ...ANY_RECHARGE, limits: { rechargeRequestsPer10Minutes: 2 } };
    const input = { method, amountNanos: dollars(10), reference: newReference(), requestId: randomUUID() };
    for (let tries = 0; tries < 4; tries++) await requestRecharge(app.deps, actor, input, config);
    const next = () =>
      requestRecharge(app.deps, actor, { ...input, reference: newReference(), requestId: undefined }, config);
    await next();
    await expect(next()).rejects.toMatchObject({ code: 'too_many_requests' });
  });
});

describe('a transaction id', () => {
  it('is used once per method, by any user and in any case', async () => {
    const [customer, other] = [await app.registerUser(), await app.registerUser()];
    await request(customer, { reference: 'TrxId-0001' });
    for (const who of [customer, other]) {
      expect(await refusalOf(request(who, { reference: 'TRXID-0001' }))).toMatchObject({
        code: 'reference_used',
        fieldErrors: { reference: ['This transaction ID has already been used.'] },
      });
    }
    const elsewhere = await makePaymentMethod(app.db);
    await request(other, { reference: 'TrxId-0001', method: elsewhere.name });
  });

  it('may be used again after a rejection, not after an approval', async () => {
    const customer = await app.registerUser();
    for (const decision of ['reject', 'approve'] as const) {
      const { id } = await request(customer, { reference: 'TRX-AGAIN' });
      await admin.client.admin.recharges.decide.mutate({ id, decision });
    }
    expect(await codeOf(request(customer, { reference: 'trx-again' }))).toBe('reference_used');
  });
});

it('approving one while its customer sends it again does not deadlock', async () => {
  const customer = await app.registerUser();
  for (let round = 0; round < 20; round++) {
    const reference = newReference();
    const { id } = await request(customer, { reference });
    const [approved, again] = await Promise.allSettled([
      admin.client.admin.recharges.decide.mutate({ id, decision: 'approve' }),
      request(customer, { reference }),
    ]);
    expect(approved).toMatchObject({ status: 'fulfilled', value: { status: 'approved' } });
    expect(again).toMatchObject({ status: 'rejected', reason: { data: { domainCode: 'reference_used' } } });
  }
});

describe('pending requests', () => {
  it('6 at once leave 5', async () => {
    const customer = await app.registerUser();
    const answers = await Promise.allSettled(Array.from({ length: 6 }, () => request(customer)));
    const refused = answers.filter((answer) => answer.status === 'rejected');
    expect(refused.map(({ reason }) => reason.data.domainCode)).toEqual(['too_many_pending']);
    expect((await customer.client.balance.recharges.query({ status: 'pending' })).items).toHaveLength(5);
  });

  it('are possible again when one is decided', async () => {
    const customer = await app.registerUser();
    const made = [];
    for (let count = 0; count < 5; count++) made.push(await request(customer));
    expect(await codeOf(request(customer))).toBe('too_many_pending');
    await admin.client.admin.recharges.decide.mutate({ id: made[0]?.id ?? 0, decision: 'reject' });
    await request(customer);
  });

  it('above the limit are reported before the rate limit', async () => {
    const { actor } = await makeUser(app.db);
    const config = { ...ANY_RECHARGE, limits: { rechargeRequestsPer10Minutes: 5 } };
    const next = () =>
      requestRecharge(app.deps, actor, { method, amountNanos: nanos(10 * DOLLAR), reference: newReference() }, config);
    for (let count = 0; count < 5; count++) await next();
    for (let tries = 0; tries < 3; tries++) {
      expect(await refusalOf(next())).toMatchObject({
        code: 'too_many_pending',
        message: 'You already have 5 pending recharges. Please wait until one is decided.',
      });
    }
  });
});

describe('deciding a recharge', () => {
  it('credits an approved one and shows it in the statement', async () => {
    const customer = await app.registerUser();
    const { id } = await request(customer);
    const decided = await admin.client.admin.recharges.decide.mutate({ id, decision: 'approve' });
    expect(decided).toMatchObject({
      id,
      status: 'approved',
      decidedBy: admin.user.userName,
      decidedAt: expect.any(String),
      user: {
        id: customer.user.id,
        userName: customer.user.userName,
        name: customer.user.name,
        phone: customer.user.phone,
      },
    });
    expect(await balanceOf(customer)).toBe(10 * DOLLAR);
    expect((await customer.client.balance.statement.query({})).items).toEqual([
      {
        seq: 1,
        kind: 'recharge',
        amountNanos: 10 * DOLLAR,
        balanceAfterNanos: 10 * DOLLAR,
        orderId: null,
        rechargeId: id,
        reason: null,
        at: expect.any(String),
      },
    ]);
  });

  it('credits nothing for a rejected one and stores the reason', async () => {
    const customer = await app.registerUser();
    const { id } = await request(customer);
    await admin.client.admin.recharges.decide.mutate({ id, decision: 'reject', reason: 'No such payment' });
    expect(await balanceOf(customer)).toBe(0);
    const [own] = (await customer.client.balance.recharges.query({})).items;
    expect(own).toMatchObject({ status: 'rejected', reason: 'No such payment' });
    expect(own).not.toHaveProperty('decidedBy');
  });

  it('happens once: the same admin may repeat it, any other decision gets who decided', async () => {
    const customer = await app.registerUser();
    const { id } = await request(customer);
    const first = await admin.client.admin.recharges.decide.mutate({ id, decision: 'approve' });
    expect(await admin.client.admin.recharges.decide.mutate({ id, decision: 'approve' })).toEqual(first);
    for (const [who, decision] of [
      [admin, 'reject'],
      [secondAdmin, 'approve'],
      [secondAdmin, 'reject'],
    ] as const) {
      expect(await refusalOf(who.client.admin.recharges.decide.mutate({ id, decision }))).toMatchObject({
        code: 'already_decided',
        details: { status: 'approved', decidedBy: admin.user.userName, decidedAt: first.decidedAt },
      });
    }
    expect(await balanceOf(customer)).toBe(10 * DOLLAR);
  });

  it('with the displayed status: once too, and nothing moves if it has changed', async () => {
    const customer = await app.registerUser();
    const { id } = await request(customer);
    const decide = ({ client }: SignedInUser, expectedStatus: 'pending' | 'approved') =>
      client.admin.recharges.decide.mutate({ id, decision: 'approve', expectedStatus });
    expect(await refusalOf(decide(admin, 'approved'))).toMatchObject({
      code: 'already_decided',
      message: 'This recharge is pending.',
      details: { status: 'pending' },
    });
    expect(await balanceOf(customer)).toBe(0);
    const first = await decide(admin, 'pending');
    expect(await decide(admin, 'pending')).toEqual(first);
    expect(await codeOf(decide(secondAdmin, 'pending'))).toBe('already_decided');
    expect(await codeOf(decide(secondAdmin, 'approved'))).toBe('already_decided');
    expect(await balanceOf(customer)).toBe(10 * DOLLAR);
  });

  it('refuses an unknown one, and customers', async () => {
    const customer = await app.registerUser();
    const { id } = await request(customer);
    expect(await codeOf(admin.client.admin.recharges.decide.mutate({ id: 999_999, decision: 'approve' }))).toBe(
      'not_found',
    );
    expect(await codeOf(customer.client.admin.recharges.decide.mutate({ id, decision: 'approve' }))).toBe('forbidden');
    const actor = { id: customer.user.id, role: 'user' } as const;
    await expect(decideRecharge(app.deps, actor, { id, decision: 'approve' })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  it('works for a method that was disabled since', async () => {
    const customer = await makeUser(app.db);
    const own = await makePaymentMethod(app.db);
    const { id } = await makeRecharge(app.db, customer, { method: own.name });
    await app.db.update(paymentMethods).set({ active: false }).where(eq(paymentMethods.id, own.id));
    await admin.client.admin.recharges.decide.mutate({ id, decision: 'approve' });
    expect((await getBalance(app.db, customer.actor)).balanceNanos).toBe(10 * DOLLAR);
  });
});

describe('lists of recharges', () => {
  it('a customer sees their own only, page by page and by status, found by transaction id', async () => {
    const [anna, bela] = [await app.registerUser(), await app.registerUser()];
    const first = await request(anna, { reference: 'ANNA-first' });
    const second = await request(anna, { reference: 'ANNA-second' });
    await request(bela, { reference: 'BELA-first' });
    const page = await anna.client.balance.recharges.query({ limit: 1 });
    expect(page.items).toEqual([second]);
    expect((await anna.client.balance.recharges.query({ limit: 1, cursor: page.nextCursor })).items).toEqual([first]);
    expect((await anna.client.balance.recharges.query({ search: '-FIRST' })).items).toEqual([first]);
    expect((await anna.client.balance.recharges.query({ status: 'approved' })).items).toEqual([]);
  });
});

it('leaves a ledger that proves every balance', async () => {
  expect((await checkLedger(app.db)).problems).toEqual([]);
});
