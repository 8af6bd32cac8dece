import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { accounts } from '#db/schema/ledger.ts';
import { recharges } from '#db/schema/recharges.ts';
import { secondFactors } from '#db/schema/second-factors.ts';
import { paymentMethods, settings } from '#db/schema/settings.ts';
import { users } from '#db/schema/users.ts';
import { settingsColumns } from '#db/settings.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { nanos } from '#shared/money.ts';
import type { UpdateSettingsInput } from '#shared/settings.ts';
import { type SignedInUser, testApp } from '../../testing/app.ts';
import { DOLLAR, dollars, makeAdmin, makePaymentMethod, makeRecharge } from '../../testing/factories.ts';
import { makeCustomer } from '../../testing/people.ts';
import { reauthenticateByForce, rewindLogin } from '../../testing/reauthenticate.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';
import { callRest } from '../../testing/rest.ts';

const app = await testApp();

/** One more nano-dollar than the limits of a new shop. */
const MUCH = nanos(100 * DOLLAR + 1);
const LARGE = nanos(1_000 * DOLLAR + 1);

interface Action {
  act: (client: SignedInUser['client']) => Promise<unknown>;
  /** Everything that it may change. */
  state: () => Promise<unknown>;
}

/** Makes the rows of an action. */
type Arrange = () => Promise<Action>;

const balanceOf = async (userId: number) => {
  const [wallet] = await app.db
    .select({ now: accounts.balanceNanos })
    .from(accounts)
    .where(eq(accounts.userId, userId));
  return wallet?.now;
};

function giving(amountNanos: number): Arrange {
  return async () => {
    const { id } = await makeCustomer(app, dollars(200));
    const input = { id, amountNanos: nanos(amountNanos) };
    return { act: ({ admin }) => admin.users.giveBalance.mutate(input), state: () => balanceOf(id) };
  };
}

function deciding(amountNanos: number, decision: 'approve' | 'reject'): Arrange {
  return async () => {
    const customer = await makeCustomer(app);
    const { id } = await makeRecharge(app.db, customer, { amountNanos: nanos(amountNanos) });
    return {
      act: ({ admin }) => admin.recharges.decide.mutate({ id, decision }),
      state: async () => [await balanceOf(customer.id), await rechargeOf(id)],
    };
  };
}

async function rechargeOf(id: number) {
  return app.db.select().from(recharges).where(eq(recharges.id, id));
}

const reversing: Arrange = async () => {
  const customer = await makeCustomer(app);
  const { id } = await makeRecharge(app.db, customer);
  const other = await app.createAdminUser();
  await other.client.admin.recharges.decide.mutate({ id, decision: 'approve' });
  return {
    act: ({ admin }) => admin.recharges.reverse.mutate({ id, reason: 'Never arrived' }),
    state: async () => [await balanceOf(customer.id), await rechargeOf(id)],
  };
};

const methodsNow = () => app.db.select().from(paymentMethods).orderBy(paymentMethods.id);

const newMethod: Arrange = async () => {
  const { id: _, ...fields } = await makePaymentMethod(app.db);
  const input = { ...fields, name: `New ${randomUUID().slice(0, 8)}` };
  return { act: ({ admin }) => admin.paymentMethods.save.mutate(input), state: methodsNow };
};

function changingMethod(changes: object, before = {}): Arrange {
  return async () => {
    const method = await makePaymentMethod(app.db, { ussdCode: '*247#', stepsEn: ['Send it'], ...before });
    return {
      act: ({ admin }) => admin.paymentMethods.save.mutate({ ...method, ...changes }),
      state: methodsNow,
    };
  };
}

const deletingMethod: Arrange = async () => {
  const { id } = await makePaymentMethod(app.db);
  return { act: ({ admin }) => admin.paymentMethods.delete.mutate({ id }), state: methodsNow };
};

function settingRole(from: 'user' | 'admin', to: 'user' | 'admin'): Arrange {
  return async () => {
    const { id } = from === 'admin' ? await makeAdmin(app.db) : await makeCustomer(app);
    return {
      act: ({ admin }) => admin.users.setRole.mutate({ id, role: to }),
      state: () => app.db.select({ role: users.role }).from(users).where(eq(users.id, id)),
    };
  };
}

function setting(changesOf: (now: typeof settings.$inferSelect) => UpdateSettingsInput): Arrange {
  return async () => {
    const [now] = await app.db.select().from(settings);
    if (!now) throw new Error('There are no settings');
    const changes = changesOf(now);
    return {
      act: ({ admin }) => admin.settings.update.mutate(changes),
      state: () => app.db.select(settingsColumns).from(settings),
    };
  };
}

const guarded: [name: string, Arrange][] = [
  ['giving more than the limit', giving(MUCH)],
  ['taking back more than the limit', giving(-MUCH)],
  ['approving a recharge above the limit', deciding(LARGE, 'approve')],
  ['reversing a recharge', reversing],
  ['a new payment method', newMethod],
  ["a method's number", changingMethod({ recipient: '01811111111' })],
  ["a method's name", changingMethod({ name: 'Bkash Personal' })],
  ["a method's kind", changingMethod({ kind: 'qr' })],
  ["a method's USSD code", changingMethod({ ussdCode: '*000#' })],
  ["a method's steps in English", changingMethod({ stepsEn: ['Send it to 01811111111'] })],
  ["a method's steps in Bengali", changingMethod({ stepsBn: ['০১৮১১১১১১১১ নম্বরে পাঠান'] })],
  ['offering a method again', changingMethod({ active: true }, { active: false })],
  ['deleting a method', deletingMethod],
  ['making an admin', settingRole('user', 'admin')],
  ['making a customer of an admin', settingRole('admin', 'user')],
  ['the rate', setting(({ ratePaisa }) => ({ ratePaisa: (ratePaisa + 1) as typeof ratePaisa }))],
  ['the fee', setting(({ feeBasisPoints }) => ({ feeBasisPoints: feeBasisPoints + 1 }))],
];

describe.each(guarded)('%s', (_, arrange) => {
  test('requires a re-authentication of this session within ten minutes; a login is none', async () => {
    const { act, state } = await arrange();
    const before = await state();
    const admin = await app.createAdminUser({ isReauthenticated: false });
    const elsewhere = await app.client().auth.login.mutate(credentialsOf(admin));
    await app.client(elsewhere.tokens.accessToken).auth.reauthenticate.mutate({ password: admin.password });

    const expectRefused = async () => {
      expect(await refusalOf(act(admin.client))).toMatchObject({
        code: 'reauthentication_required',
        httpStatus: 403,
        details: { confirmBy: 'password' },
      });
      expect(await state()).toEqual(before);
    };
    await expectRefused();
    await reauthenticateByForce(app, admin.accessToken, 10.1);
    await expectRefused();
    await reauthenticateByForce(app, admin.accessToken, 9);
    await act(admin.client);
    expect(await state()).not.toEqual(before);
  });
});

const free: [name: string, Arrange, outcome?: 'unchanged'][] = [
  ['giving the limit itself', giving(100 * DOLLAR)],
  ['taking the limit itself back', giving(-100 * DOLLAR)],
  ['approving a recharge of the limit itself', deciding(1_000 * DOLLAR, 'approve')],
  ['rejecting a large recharge', deciding(5_000 * DOLLAR, 'reject')],
  ["a method's position and logo", changingMethod({ position: 7, logo: '/payments/other.svg' })],
  ['no longer offering a method', changingMethod({ active: false })],
  ['saving a method as it is', changingMethod({}), 'unchanged'],
  ['the role that a user has', settingRole('user', 'user'), 'unchanged'],
  ['the rate that the shop has', setting(({ ratePaisa }) => ({ ratePaisa })), 'unchanged'],
  ['another setting', setting(({ servicesOffset }) => ({ servicesOffset: servicesOffset + 1 }))],
];

test.each(free)('%s requires none', async (_, arrange, outcome) => {
  const { act, state } = await arrange();
  const before = await state();
  await act((await app.createAdminUser({ isReauthenticated: false })).client);
  if (outcome === 'unchanged') expect(await state()).toEqual(before);
  else expect(await state()).not.toEqual(before);
});

const limits: [name: string, UpdateSettingsInput][] = [
  ['the limit of giving', { giveLimitNanos: dollars(1) }],
  ['the limit of approving', { approveLimitNanos: dollars(1) }],
  ['whether admins need a second factor', { requireAdminSecondFactor: true }],
];

test.each(limits)('%s requires a re-authentication', async (_, changes) => {
  const admin = await app.createAdminUser({ isReauthenticated: false });
  const change = () => admin.client.admin.settings.update.mutate(changes);
  const before = await app.db.select().from(settings);
  expect(await codeOf(change())).toBe('reauthentication_required');
  expect(await app.db.select().from(settings)).toEqual(before);
  await reauthenticateByForce(app, admin.accessToken);
  await change();
  expect(await app.db.select().from(settings)).toMatchObject([changes]);
  await app.db.update(settings).set(before[0] ?? {});
});

describe('a repetition of what was done needs no new one', () => {
  const done: [string, () => Promise<Action['act']>][] = [
    [
      'giving',
      async () => {
        const { id } = await makeCustomer(app);
        const input = { id, amountNanos: MUCH, requestId: randomUUID() };
        return ({ admin }) => admin.users.giveBalance.mutate(input);
      },
    ],
    ['approving', async () => (await deciding(LARGE, 'approve')()).act],
    [
      'reversing',
      async () => {
        const { id } = await makeRecharge(app.db, await makeCustomer(app));
        const other = await app.createAdminUser();
        await other.client.admin.recharges.decide.mutate({ id, decision: 'approve' });
        const input = { id, reason: 'Never arrived', requestId: randomUUID() };
        return ({ admin }) => admin.recharges.reverse.mutate(input);
      },
    ],
  ];

  test.each(done)('%s', async (_, arrange) => {
    const act = await arrange();
    const admin = await app.createAdminUser();
    const first = await act(admin.client);
    await reauthenticateByForce(app, admin.accessToken, 11);
    expect(await act(admin.client)).toEqual(first);
  });
});

test('who has a second factor is asked for a code', async () => {
  const admin = await app.createAdminUser({ isReauthenticated: false });
  await app.db.insert(secondFactors).values({ userId: admin.user.id, sealedSecret: 'not read here' });
  const { act } = await giving(MUCH)();
  const asked = async () => (await refusalOf(act(admin.client))).details?.confirmBy;
  expect(await asked()).toBe('password');
  await app.db.update(secondFactors).set({ confirmedAt: new Date() }).where(eq(secondFactors.userId, admin.user.id));
  expect(await asked()).toBe('code');
});

test('what was decided meanwhile is told instead of asking for the password', async () => {
  const { id } = await makeRecharge(app.db, await makeCustomer(app), { amountNanos: LARGE });
  const [first, second] = [await app.createAdminUser(), await app.createAdminUser({ isReauthenticated: false })];
  await first.client.admin.recharges.decide.mutate({ id, decision: 'reject' });
  expect(await codeOf(second.client.admin.recharges.decide.mutate({ id, decision: 'approve' }))).toBe(
    'already_decided',
  );
});

describe('over the REST API', () => {
  const calls: [string, string, () => Promise<{ params: { id: number }; body: object }>][] = [
    [
      'giving',
      'PUT /api/v1/balance/giveBalanceByAdmin/{id}',
      async () => ({ params: { id: (await makeCustomer(app)).id }, body: { amount: 100.01 } }),
    ],
    [
      'approving',
      'PUT /api/v1/balance/update/{id}',
      async () => ({
        params: { id: (await makeRecharge(app.db, await makeCustomer(app), { amountNanos: LARGE })).id },
        body: { status: 'approved' },
      }),
    ],
  ];

  test.each(calls)(
    '%s: a login counts for ten minutes, then the message says to log in again',
    async (_name, call, make) => {
      const admin = await app.createAdminUser({ isReauthenticated: false });
      const by = async (accessToken: string) => callRest(app, call, { ...(await make()), accessToken });
      expect((await by(admin.accessToken)).status).toBe(200);
      await rewindLogin(app, admin.accessToken, 10.1);
      expect(await by(admin.accessToken)).toMatchObject({
        status: 403,
        message: 'Please log in again, and repeat this within ten minutes.',
      });
      const again = await app.client().auth.login.mutate(credentialsOf(admin));
      expect((await by(again.tokens.accessToken)).status).toBe(200);
      expect((await by(admin.accessToken)).status).toBe(403);
      await admin.client.auth.reauthenticate.mutate({ password: admin.password });
      expect((await by(admin.accessToken)).status).toBe(200);
    },
  );
});

const foreign: [string, () => Promise<unknown>, ErrorCode][] = [
  [
    'a customer',
    async () => (await app.registerUser()).client.admin.users.giveBalance.mutate({ id: 1, amountNanos: MUCH }),
    'forbidden',
  ],
  [
    'a user that is not there',
    async () =>
      (await app.createAdminUser({ isReauthenticated: false })).client.admin.users.giveBalance.mutate({
        id: 999_999,
        amountNanos: MUCH,
      }),
    'not_found',
  ],
];

test.each(foreign)('nobody is asked for a password in vain: %s', async (_, call, code) => {
  expect(await codeOf(call())).toBe(code);
});

function credentialsOf({ user: { userName }, password }: SignedInUser) {
  return { userName, password };
}
