import { randomUUID } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { pgErrorOf } from '#db/errors.ts';
import { auditEntries } from '#db/schema/audit.ts';
import { ledger } from '#db/schema/ledger.ts';
import type { ReverseRechargeInput } from '#shared/balance.ts';
import { checkLedger } from '../../money/check-ledger.ts';
import { type SignedInUser, testApp } from '../../testing/app.ts';
import { DOLLAR, dollars, makeOrder, makePaymentMethod, makeRecharge, type TestUser } from '../../testing/factories.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';
import { getBalance } from '../wallet/get-balance.ts';
import { reverseRecharge } from './reverse-recharge.ts';

const app = await testApp();
const admin = await app.createAdminUser();
const secondAdmin = await app.createAdminUser();
const method = (await makePaymentMethod(app.db, { name: 'Bkash' })).name;

interface Recharged extends SignedInUser {
  /** The same customer for the factories. */
  known: TestUser;
  id: number;
}

/** A customer whose recharge of $10 was approved. */
async function recharged(): Promise<Recharged> {
  const customer = await app.registerUser();
  const known = { ...customer.user, actor: { id: customer.user.id, role: 'user' } } as const;
  const { id } = await makeRecharge(app.db, known, { method });
  await admin.client.admin.recharges.decide.mutate({ id, decision: 'approve' });
  return { ...customer, known, id };
}

function reverse(id: number, input: Partial<ReverseRechargeInput> = {}, by = admin) {
  return by.client.admin.recharges.reverse.mutate({ id, reason: 'It never arrived', ...input });
}

async function balanceOf({ known }: Recharged) {
  return (await getBalance(app.db, known.actor)).balanceNanos;
}

const entriesOf = (rechargeId: number) =>
  app.db
    .select({ kind: ledger.kind, amountNanos: ledger.amountNanos })
    .from(ledger)
    .where(eq(ledger.rechargeId, rechargeId))
    .orderBy(ledger.seq);

describe('reversing a recharge', () => {
  it('takes back the credit, keeps it approved, and shows the customer why', async () => {
    const customer = await recharged();
    const { id } = customer;
    const reversed = await reverse(id);
    expect(reversed).toMatchObject({
      id,
      status: 'approved',
      decidedBy: admin.user.userName,
      reversedAt: expect.any(String),
      reversedBy: admin.user.userName,
      reversedNanos: 10 * DOLLAR,
      unrecoveredNanos: 0,
      reversalReason: 'It never arrived',
    });
    expect(await balanceOf(customer)).toBe(0);
    expect(await entriesOf(id)).toEqual([
      { kind: 'recharge', amountNanos: 10 * DOLLAR },
      { kind: 'recharge_reversal', amountNanos: -10 * DOLLAR },
    ]);
    expect(await customer.client.balance.recharge.query({ id })).toMatchObject({
      status: 'approved',
      reversedAt: reversed.reversedAt,
      reversalReason: 'It never arrived',
    });
    const [newest] = (await customer.client.balance.statement.query({})).items;
    expect(newest).toMatchObject({ kind: 'recharge_reversal', rechargeId: id, reason: 'It never arrived' });
  });

  it('is refused with the balance if the customer has spent some of it, and takes the available balance on request', async () => {
    const customer = await recharged();
    const { id, known } = customer;
    await makeOrder(app.db, known, { quantity: 4000 });
    expect(await refusalOf(reverse(id))).toMatchObject({
      code: 'insufficient_balance',
      details: { balanceNanos: 6 * DOLLAR },
    });
    expect(await balanceOf(customer)).toBe(6 * DOLLAR);
    expect(await reverse(id, { takeAvailable: true })).toMatchObject({
      reversedNanos: 6 * DOLLAR,
      unrecoveredNanos: 4 * DOLLAR,
    });
    expect(await balanceOf(customer)).toBe(0);
    // The missing part is never collected later.
    await admin.client.admin.users.giveBalance.mutate({ id: known.id, amountNanos: dollars(5) });
    expect(await codeOf(reverse(id, { takeAvailable: true }))).toBe('already_decided');
    expect(await balanceOf(customer)).toBe(5 * DOLLAR);
  });

  it('is in the audit with balances, amounts and the reason, and the decisions of one bulk are together', async () => {
    const [first, second] = [await app.registerUser(), await app.registerUser()];
    const bulkId = randomUUID();
    const ids: number[] = [];
    for (const { user } of [first, second]) {
      const known = { ...user, actor: { id: user.id, role: 'user' } } as const;
      const { id } = await makeRecharge(app.db, known, { method });
      await admin.client.admin.recharges.decide.mutate({ id, decision: 'approve', reason: 'Seen', bulkId });
      ids.push(id);
    }
    const [id = 0] = ids;
    await makeOrder(app.db, { ...first.user, actor: { id: first.user.id, role: 'user' } }, { quantity: 4000 });
    await reverse(id, { takeAvailable: true });
    const entries = await app.db
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.subject, 'recharge'), inArray(auditEntries.subjectId, ids)))
      .orderBy(auditEntries.id);
    const approved = {
      before: { status: 'pending' },
      after: { status: 'approved', amountNanos: 10 * DOLLAR },
      reason: 'Seen',
    };
    expect(entries).toMatchObject([
      { action: 'recharge.decide', subjectId: ids[0], ...approved },
      { action: 'recharge.decide', subjectId: ids[1], ...approved },
      {
        action: 'recharge.reverse',
        before: { balanceNanos: 6 * DOLLAR },
        after: { balanceNanos: 0, reversedNanos: 6 * DOLLAR, unrecoveredNanos: 4 * DOLLAR },
        reason: 'It never arrived',
      },
    ]);
    const [one, other, reversed] = entries.map((entry) => entry.bulkId);
    expect([one, reversed]).toEqual([other, null]);
    expect(one).not.toBeNull();
  });

  it('of money that is completely spent is recorded, and moves nothing', async () => {
    const customer = await recharged();
    const { id, known } = customer;
    await makeOrder(app.db, known, { quantity: 10_000 });
    expect(await reverse(id, { takeAvailable: true })).toMatchObject({
      reversedNanos: 0,
      unrecoveredNanos: 10 * DOLLAR,
      reversedBy: admin.user.userName,
    });
    expect(await entriesOf(id)).toHaveLength(1);
    expect((await customer.client.balance.recharge.query({ id })).reversedAt).not.toBeNull();
  });

  it('takes no more than the recharge from a larger balance', async () => {
    const customer = await recharged();
    await admin.client.admin.users.giveBalance.mutate({ id: customer.known.id, amountNanos: dollars(5) });
    await reverse(customer.id, { takeAvailable: true });
    expect(await balanceOf(customer)).toBe(5 * DOLLAR);
  });

  it('happens once, and reports the first admin to the second', async () => {
    const customer = await recharged();
    const first = await reverse(customer.id);
    for (const by of [admin, secondAdmin]) {
      expect(await refusalOf(reverse(customer.id, {}, by))).toMatchObject({
        code: 'already_decided',
        httpStatus: 409,
        details: { status: 'reversed', decidedBy: admin.user.userName, decidedAt: first.reversedAt },
      });
    }
  });

  it('is for approved recharges only', async () => {
    const customer = await app.registerUser();
    const known = { ...customer.user, actor: customer.user };
    const { id } = await makeRecharge(app.db, known, { method });
    expect(await refusalOf(reverse(id))).toMatchObject({ code: 'already_decided', details: { status: 'pending' } });
    await admin.client.admin.recharges.decide.mutate({ id, decision: 'reject' });
    expect(await refusalOf(reverse(id))).toMatchObject({
      code: 'already_decided',
      details: { status: 'rejected', decidedBy: admin.user.userName },
    });
    expect(await codeOf(reverse(999_999))).toBe('not_found');
  });

  it('with the same request id returns the first result; with another input that id is refused', async () => {
    const [customer, other] = [await recharged(), await recharged()];
    const requestId = randomUUID();
    const first = await reverse(customer.id, { requestId });
    expect(await reverse(customer.id, { requestId })).toEqual(first);
    expect(await codeOf(reverse(customer.id, { requestId, reason: 'Another' }))).toBe('idempotency_conflict');
    expect(await codeOf(reverse(other.id, { requestId }))).toBe('idempotency_conflict');
    expect(await codeOf(reverse(customer.id, { requestId }, secondAdmin))).toBe('already_decided');
    expect(await balanceOf(other)).toBe(10 * DOLLAR);
  });

  it('one request id for two recharges at the same time reverses one', async () => {
    for (let round = 0; round < 10; round++) {
      const pair = [await recharged(), await recharged()] as const;
      const requestId = randomUUID();
      const answers = await Promise.all(
        pair.map(({ id }) => codeOf(reverse(id, { requestId })).catch(() => 'reversed')),
      );
      expect(answers.sort()).toEqual(['idempotency_conflict', 'reversed']);
    }
  });

  it('two admins at once, 30 times: one reverses, the other sees who', async () => {
    for (let round = 0; round < 30; round++) {
      const customer = await recharged();
      const answers = await Promise.allSettled([reverse(customer.id), reverse(customer.id, {}, secondAdmin)]);
      expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(await entriesOf(customer.id)).toHaveLength(2);
      expect(await balanceOf(customer)).toBe(0);
    }
  });

  it('works for a blocked customer, and keeps the transaction id used', async () => {
    const customer = await recharged();
    const { reference } = await customer.client.balance.recharge.query({ id: customer.id });
    await admin.client.admin.users.setBlocked.mutate({ id: customer.known.id, blocked: true });
    await reverse(customer.id);
    expect(await balanceOf(customer)).toBe(0);
    const other = await app.registerUser();
    const again = other.client.balance.requestRecharge.mutate({ method, amountNanos: dollars(10), reference });
    expect(await codeOf(again)).toBe('reference_used');
  });

  it('needs a reason, and an admin, also in the verb', async () => {
    const { id, client, known } = await recharged();
    expect((await refusalOf(reverse(id, { reason: ' ' }))).fieldErrors).toEqual({ reason: ['Reason is required'] });
    expect((await refusalOf(reverse(id, { reason: 'x'.repeat(60_000) }))).fieldErrors).toHaveProperty('reason');
    expect(await codeOf(client.admin.recharges.reverse.mutate({ id, reason: 'Mine' }))).toBe('forbidden');
    await expect(reverseRecharge(app.deps, known.actor, { id, reason: 'Mine' })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});

it('the database itself refuses to reverse twice, to undo it, or to change anything with it', async () => {
  const { id } = await recharged();
  const refused = async (statement: string) => {
    const error = await app.db.$client.unsafe(statement).then(
      () => undefined,
      (thrown: unknown) => pgErrorOf(thrown),
    );
    return error?.constraint ?? error?.message;
  };
  const set = (change: string) => refused(`update recharges set ${change} where id = ${id}`);
  const whole = `reversed_at = now(), reversed_by = decided_by, reversal_reason = 'x'`;
  expect(await set(`${whole}, reversed_nanos = amount_nanos, reason = 'other'`)).toMatch(/decided once/);
  expect(await set(`${whole}, reversed_nanos = amount_nanos + 1`)).toBe('recharges_reversed_check');
  expect(await set(whole)).toBe('recharges_reversed_check');
  await reverse(id);
  expect(await set(`reversed_at = null, reversed_by = null, reversed_nanos = null, reversal_reason = null`)).toMatch(
    /decided once/,
  );
  expect(await set(`reversed_nanos = 0`)).toMatch(/decided once/);
  const again = `insert into ledger (account_id, seq, contra_id, amount_nanos, balance_after_nanos, kind, recharge_id)
    select account_id, 1000, contra_id, amount_nanos, balance_after_nanos, kind, recharge_id from ledger where recharge_id = ${id}`;
  expect(await refused(`${again} and kind = 'recharge_reversal'`)).toBe('ledger_recharge_key');
});

it('leaves a ledger that proves every balance', async () => {
  expect((await checkLedger(app.db)).problems).toEqual([]);
});
