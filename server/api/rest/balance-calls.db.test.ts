import { desc, eq } from 'drizzle-orm';
import { accounts, grants } from '#db/schema/ledger.ts';
import { recharges } from '#db/schema/recharges.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { requestIdOf } from '../../base/idempotency-key.ts';
import { decideRecharge } from '../../features/recharges/decide-recharge.ts';
import { requestRecharge } from '../../features/recharges/request-recharge.ts';
import { giveBalance } from '../../features/wallet/give-balance.ts';
import { apiCase, describeBothApis } from '../../testing/api-cases.ts';
import type { TestApp } from '../../testing/app.ts';
import { ANY_RECHARGE, DOLLAR, dollars, makePaymentMethod, makeRecharge } from '../../testing/factories.ts';
import { makeCustomer, makeSignedInAdmin, type Person } from '../../testing/people.ts';
import { rewindLogin } from '../../testing/reauthenticate.ts';
import { balanceCalls } from './balance-calls.ts';

const KEY = '0b1e8a52-7f0f-4c1c-9f0a-3f2c8f6f1a01';
/** One more than the limit of pending requests. */
const env = { RECHARGE_REQUESTS_PER_10_MINUTES: '6' };
/** Another ten dollars would exceed the exact range. */
const FULL_WALLET_NANOS = dollars(9_007_190);

const plainRecharges: [name: string, refused: ErrorCode | undefined, asked: Partial<Ask>][] = [
  ['a recharge', undefined, {}],
  ['a recharge without the total that was seen', undefined, { paidTaka: null }],
  ['a recharge at another rate', 'rate_changed', { paidTaka: 1250 }],
  ['a recharge of nothing', 'bad_input', { amount: 0 }],
  ['a recharge below zero', 'bad_input', { amount: -10 }],
  ['a recharge of a tenth of a cent', 'bad_input', { amount: 10.001 }],
  ['a recharge of too much', 'bad_input', { amount: 10_000.01 }],
  ['a method that there is not', 'method_unavailable', { method: 'Cheque' }],
];

/** A client of the REST API has no way to ask for a password. */
const unconfirmed = {
  refused: 'reauthentication_required',
  olderMessage: 'Please log in again, and repeat this within ten minutes.',
} as const;

describeBothApis(balanceCalls, (app) => [...asking(app), ...deciding(app), ...giving(app), ...listing(app)], env);

let full: Promise<Person> | undefined;
/** An admin who logged in eleven minutes ago, and did not enter the password since. */
async function adminOfBefore(app: TestApp): Promise<Person> {
  const admin = await makeSignedInAdmin(app, { isReauthenticated: false });
  await rewindLogin(app, admin.accessToken, 11);
  return admin;
}

/** Filling a wallet takes some time, and a refusal does not change it: one serves all cases. */
const fullCustomer = (app: TestApp) => (full ??= makeCustomer(app, FULL_WALLET_NANOS));

interface Ask {
  amount: number;
  /** Null omits it. */
  paidTaka: number | null;
  method: string;
}

function asking(app: () => TestApp) {
  const world = async () => ({ customer: await makeCustomer(app()), method: await makePaymentMethod(app().db) });
  type World = Awaited<ReturnType<typeof world>>;
  let receipts = 0;
  /** $10 at the rate of 126, in the terms of both APIs. */
  const ask = ({ amount = 10, paidTaka = 1260, method = '' }: Partial<Ask> = {}) => ({
    arrange: async () => ({ ...(await world()), receipt: `TX${++receipts}AB` }),
    procedure: 'balance.requestRecharge',
    operation: 'POST /api/v1/balance/addBalance',
    caller: ({ customer }: World) => customer,
    input: (w: World & { receipt: string }) => ({
      method: method || w.method.name,
      amountNanos: Math.round(amount * DOLLAR),
      expectedPaidTaka: paidTaka ?? undefined,
      reference: w.receipt,
    }),
    request: (w: World & { receipt: string }) => ({
      body: { paymentMethod: method || w.method.name, amount, paidTaka: paidTaka ?? undefined, reference: w.receipt },
    }),
    effect: ({ customer }: World) => rechargesOf(app(), customer),
  });
  const keyed = (amountNanos: number) => {
    const asked = ask({ amount: amountNanos / DOLLAR, paidTaka: null });
    return {
      ...asked,
      headers: () => ({ 'idempotency-key': KEY }),
      input: (w: World & { receipt: string }) => ({
        ...asked.input(w),
        requestId: requestIdOf({ headers: { 'idempotency-key': KEY } }, ''),
      }),
      async arrange() {
        const made = await asked.arrange();
        const input = { method: made.method.name, amountNanos: dollars(10), reference: made.receipt, requestId: KEY };
        await requestRecharge(app().deps, made.customer.actor, input, ANY_RECHARGE);
        return made;
      },
    };
  };
  const afterTries = (count: number, each: (customer: Person) => Promise<unknown>) => async () => {
    const made = { ...(await world()), receipt: `TX${++receipts}AB` };
    for (let tries = 0; tries < count; tries++) await each(made.customer);
    return made;
  };
  return [
    ...plainRecharges.map(([name, refused, asked]) => apiCase({ ...ask(asked), name, refused })),
    ...['ab', 'TX 123', 'x'.repeat(65)].map((receipt) =>
      apiCase({
        ...ask(),
        name: `the transaction ID ${receipt}`,
        refused: 'bad_input',
        arrange: async () => ({ ...(await world()), receipt }),
      }),
    ),
    apiCase({ ...ask(), name: 'a recharge by nobody', caller: undefined, refused: 'unauthenticated' }),
    apiCase({
      ...ask(),
      name: 'a transaction ID of somebody else',
      refused: 'reference_used',
      async arrange() {
        const made = { ...(await world()), receipt: `TX${++receipts}AB` };
        await makeRecharge(app().db, await makeCustomer(app()), { method: made.method.name, reference: made.receipt });
        return made;
      },
    }),
    apiCase({
      ...ask(),
      name: 'a sixth pending recharge',
      refused: 'too_many_pending',
      arrange: afterTries(5, (customer) => makeRecharge(app().db, customer)),
    }),
    apiCase({
      ...ask(),
      name: 'a seventh try in ten minutes',
      refused: 'too_many_requests',
      arrange: afterTries(6, (customer) =>
        makeRecharge(app().db, customer, { method: 'Cheque' }).catch(() => undefined),
      ),
    }),
    apiCase({ ...keyed(10 * DOLLAR), name: 'the same recharge with the same key' }),
    apiCase({ ...keyed(11 * DOLLAR), name: 'another recharge with the same key', refused: 'idempotency_conflict' }),
  ];
}

function deciding(app: () => TestApp) {
  const waiting = async () => {
    const customer = await makeCustomer(app());
    return { customer, recharge: await makeRecharge(app().db, customer), admin: await makeSignedInAdmin(app()) };
  };
  type World = Awaited<ReturnType<typeof waiting>>;
  const decide = (status: 'approved' | 'rejected') => ({
    arrange: waiting,
    procedure: 'admin.recharges.decide',
    operation: 'PUT /api/v1/balance/update/{id}',
    caller: ({ admin }: World) => admin,
    input: ({ recharge }: World) => ({ id: recharge.id, decision: status === 'approved' ? 'approve' : 'reject' }),
    request: ({ recharge: { id } }: World) => ({ params: { id }, body: { id: String(id), status } }),
    effect: ({ customer }: World) => rechargesOf(app(), customer),
  });
  return [
    apiCase({ ...decide('approved'), name: 'approving a recharge' }),
    apiCase({ ...decide('rejected'), name: 'rejecting a recharge' }),
    apiCase({
      ...decide('approved'),
      name: 'approving by a customer',
      caller: ({ customer }) => customer,
      refused: 'forbidden',
    }),
    apiCase({
      ...decide('approved'),
      name: 'approving a recharge that is not there',
      refused: 'not_found',
      input: () => ({ id: 999_999, decision: 'approve' }),
      request: () => ({ params: { id: 999_999 }, body: { status: 'approved' } }),
    }),
    apiCase({
      ...decide('approved'),
      name: 'approving what was rejected',
      refused: 'already_decided',
      async arrange() {
        const made = await waiting();
        await decideRecharge(app().deps, made.admin.actor, { id: made.recharge.id, decision: 'reject' });
        return made;
      },
    }),
    apiCase({
      ...decide('approved'),
      ...unconfirmed,
      name: 'approving more than the limit',
      async arrange() {
        const customer = await makeCustomer(app());
        const recharge = await makeRecharge(app().db, customer, { amountNanos: dollars(1_000.01) });
        return { customer, recharge, admin: await adminOfBefore(app()) };
      },
    }),
    apiCase({
      ...decide('approved'),
      name: 'approving a recharge for a wallet that is full',
      refused: 'amount_too_large',
      async arrange() {
        const customer = await fullCustomer(app());
        return { customer, recharge: await makeRecharge(app().db, customer), admin: await makeSignedInAdmin(app()) };
      },
      effect: ({ customer }) => balanceOf(app(), customer),
    }),
  ];
}

function giving(app: () => TestApp) {
  const world = async () => ({
    customer: await makeCustomer(app(), dollars(5)),
    admin: await makeSignedInAdmin(app()),
  });
  type World = Awaited<ReturnType<typeof world>>;
  const give = (amount: number) => ({
    arrange: world,
    procedure: 'admin.users.giveBalance',
    operation: 'PUT /api/v1/balance/giveBalanceByAdmin/{id}',
    caller: ({ admin }: World) => admin,
    input: ({ customer }: World) => ({ id: customer.id, amountNanos: Math.round(amount * DOLLAR) }),
    request: ({ customer: { id } }: World) => ({ params: { id }, body: { id: String(id), amount } }),
    effect: ({ customer }: World) => walletAndGrants(app(), customer),
  });
  const given = async () => {
    const made = await world();
    await giveBalance(app().deps, made.admin.actor, { id: made.customer.id, amountNanos: dollars(2), requestId: KEY });
    return made;
  };
  const keyed = (amount: number) => ({
    ...give(amount),
    arrange: given,
    headers: () => ({ 'idempotency-key': KEY }),
    input: ({ customer }: World) => ({ id: customer.id, amountNanos: amount * DOLLAR, requestId: KEY }),
  });
  return [
    apiCase({ ...give(2.5), name: 'giving balance' }),
    apiCase({ ...give(-5), name: 'taking all of it back' }),
    apiCase({ ...give(-5.01), name: 'taking back more than there is', refused: 'insufficient_balance' }),
    apiCase({
      ...give(100.01),
      ...unconfirmed,
      name: 'giving more than the limit',
      arrange: async () => ({ ...(await world()), admin: await adminOfBefore(app()) }),
    }),
    apiCase({ ...give(0), name: 'giving nothing', refused: 'bad_input' }),
    apiCase({ ...give(10_000.01), name: 'giving too much', refused: 'bad_input' }),
    apiCase({ ...give(1e15), name: 'giving more than a number holds', refused: 'bad_input' }),
    apiCase({ ...give(1), name: 'giving by a customer', caller: ({ customer }) => customer, refused: 'forbidden' }),
    apiCase({
      ...give(1),
      name: 'giving to nobody',
      refused: 'not_found',
      input: () => ({ id: 999_999, amountNanos: DOLLAR }),
      request: () => ({ params: { id: 999_999 }, body: { amount: 1 } }),
    }),
    apiCase({
      ...give(10),
      name: 'giving to a wallet that is full',
      refused: 'amount_too_large',
      arrange: async () => ({ customer: await fullCustomer(app()), admin: await makeSignedInAdmin(app()) }),
      effect: ({ customer }) => balanceOf(app(), customer),
    }),
    apiCase({ ...give(2), arrange: given, name: 'the same gift within a minute', refused: 'repeated_gift' }),
    apiCase({
      ...give(2),
      arrange: given,
      name: 'the same gift within a minute, confirmed',
      input: ({ customer }: World) => ({ id: customer.id, amountNanos: 2 * DOLLAR, confirm: true }),
      request: ({ customer: { id } }: World) => ({ params: { id }, body: { amount: 2, confirm: true } }),
    }),
    apiCase({ ...keyed(2), name: 'the same gift with the same key' }),
    apiCase({ ...keyed(3), name: 'another gift with the same key', refused: 'idempotency_conflict' }),
  ];
}

function listing(app: () => TestApp) {
  const world = async () => {
    const customer = await makeCustomer(app());
    return { customer, admin: await makeSignedInAdmin(app()), recharge: await makeRecharge(app().db, customer) };
  };
  const list = { arrange: world, input: () => ({}) };
  return [
    apiCase({
      ...list,
      name: "everybody's recharges",
      caller: ({ admin }) => admin,
      procedure: 'admin.recharges.list',
      operation: 'GET /api/v1/balance/getAll',
    }),
    apiCase({
      ...list,
      name: "everybody's recharges for a customer",
      caller: ({ customer }) => customer,
      refused: 'forbidden',
      procedure: 'admin.recharges.list',
      operation: 'GET /api/v1/balance/getAll',
    }),
    apiCase({
      ...list,
      name: 'own recharges',
      caller: ({ customer }) => customer,
      procedure: 'balance.recharges',
      operation: 'GET /api/v1/balance/getByUserId',
    }),
  ];
}

async function balanceOf({ db }: TestApp, { id }: Person) {
  const [wallet] = await db
    .select({ balanceNanos: accounts.balanceNanos })
    .from(accounts)
    .where(eq(accounts.userId, id));
  return wallet?.balanceNanos;
}

async function rechargesOf(app: TestApp, customer: Person) {
  const asked = await app.db
    .select({ amountNanos: recharges.amountNanos, paidTaka: recharges.paidTaka, status: recharges.status })
    .from(recharges)
    .where(eq(recharges.userId, customer.id))
    .orderBy(desc(recharges.id));
  return { balanceNanos: await balanceOf(app, customer), asked };
}

async function walletAndGrants(app: TestApp, customer: Person) {
  const given = await app.db
    .select({ amountNanos: grants.amountNanos })
    .from(grants)
    .where(eq(grants.userId, customer.id))
    .orderBy(grants.id);
  return { balanceNanos: await balanceOf(app, customer), given };
}
