import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { evidence } from '#db/schema/evidence.ts';
import { nanos, taka } from '#shared/money.ts';
import { checkLedger } from '../../money/check-ledger.ts';
import { testApp } from '../../testing/app.ts';
import { idOfToday, textOf } from '../../testing/payment-texts.ts';
import { proofScene } from '../../testing/proof-scene.ts';
import { codeOf } from '../../testing/refusal.ts';

const app = await testApp();
const { db } = app;
const scene = await proofScene(app);
const { work, receive, request, message, recharge, api } = scene;

test('the first message of a phone waits for a person, and its balance is the beginning once one says that it is right', async () => {
  const [first, second] = [idOfToday('FIRSTA'), idOfToday('SECONDA')];
  await receive({ id: first, amount: '504.00', balance: '1,504.00' });
  await receive({ id: second, amount: '504.00', balance: '2,008.00' });
  await work();
  expect(await message(first)).toMatchObject({
    state: 'held',
    isLinked: false,
    reason: expect.stringContaining('first message'),
  });
  expect(await message(second)).toMatchObject({ state: 'held', reason: expect.stringContaining('first message') });
  const { id } = (await message(first)) ?? { id: 0 };
  await api.admin.evidence.balanceIsRight.mutate({ id });
  await work();
  expect(await message(first)).toMatchObject({ state: 'unclaimed', isLinked: true, reason: null });
  // What came after it follows from it.
  expect(await message(second)).toMatchObject({ state: 'unclaimed', isLinked: true, reason: null });
});

/** The balance of the scene's phone, in taka, which each payment below moves. */
let balance = 2008;
const after = (paid: number): string => {
  balance += paid;
  return balance.toLocaleString('en-US', { minimumFractionDigits: 2 });
};

describe('a method that does not credit by itself yet', () => {
  test('says what it would do, and a person does it', async () => {
    const id = idOfToday('SHADOW1');
    const asked = await request(id);
    await receive({ id, balance: after(504) });
    await work();
    expect(await recharge(asked.id)).toMatchObject({
      ...{ status: 'pending', reason: null },
      match: {
        checks: { message: true, id: true, amount: true, payer: true, balance: true },
        amountPoisha: 50_400,
        payer: '01700000001',
      },
    });
    expect(await message(id)).toMatchObject({ state: 'unclaimed' });
    await api.admin.recharges.decide.mutate({ id: asked.id, decision: 'approve' });
    expect(await message(id)).toMatchObject({ state: 'used', rechargeId: asked.id });
    const { items } = await api.admin.evidence.automatic.query();
    expect(items.find(({ method }) => method === 'Bkash')).toEqual({
      ...{ method: 'Bkash', on: false, decisions: 1, credits: 1, contradictions: 0 },
    });
    expect(await codeOf(api.admin.evidence.setAutomatic.mutate({ method: 'bkash', on: true }))).toBe('shadow_needed');
  });
});

describe('a method that credits by itself', () => {
  beforeAll(() => scene.credits());

  test.each(['the message before the request', 'the request before the message'])('credits %s', async (order) => {
    const id = idOfToday(order.startsWith('the message') ? 'ORDERM' : 'ORDERR');
    const paid = { id, balance: after(504) };
    if (order.startsWith('the message')) {
      await receive(paid);
      await work();
      expect(await message(id)).toMatchObject({ state: 'unclaimed', reason: null });
    }
    const asked = await request(id.toLowerCase());
    if (!order.startsWith('the message')) await receive(paid);
    else await db.update(evidence).set({ dueAt: sql`now()` }).where(eq(evidence.reference, id));
    await work();
    expect(await recharge(asked.id)).toMatchObject({ status: 'approved', decider: 'evidence' });
    expect(await asked.customer.client.balance.get.query()).toEqual({ balanceNanos: 4e9 });
    expect(await message(id)).toMatchObject({ state: 'used', rechargeId: asked.id });
    // Again, it moves nothing.
    await receive(paid);
    await work();
    expect(await asked.customer.client.balance.get.query()).toEqual({ balanceNanos: 4e9 });
  });

  test('heals when messages come late and out of order, with money out between', async () => {
    const [one, two] = [idOfToday('LATE1'), idOfToday('LATE2')];
    const [first, second] = [await request(one), await request(two)];
    const [before, out, last] = [after(504), after(-105), after(504)];
    await receive({ id: two, balance: last });
    await work();
    expect(await message(two)).toMatchObject({
      state: 'held',
      reason: expect.stringMatching(/^The balance does not follow/),
    });
    expect(await recharge(second.id)).toMatchObject({
      status: 'pending',
      reason: expect.stringMatching(/^The balance does not follow/),
    });
    await scene.post(
      `Send Money Tk 100.00 to 01800000081 successful. Fee Tk 5.00. Balance Tk ${out}. TrxID ${idOfToday('OUT1')} at ${textOf({ id: 'x', balance: '1' }).slice(-16)}`,
    );
    await work();
    await receive({ id: one, balance: before, ago: 2 });
    await work();
    expect(await recharge(first.id)).toMatchObject({ status: 'approved', decider: 'evidence' });
    expect(await recharge(second.id)).toMatchObject({ status: 'approved', decider: 'evidence' });
  });

  test('ends a gap whose message never comes once a person says so, and takes it when it comes all the same', async () => {
    const [lost, kept, next] = [idOfToday('GAPLOST'), idOfToday('GAPKEPT'), idOfToday('GAPNEXT')];
    const [atLost, atKept, atNext] = [after(504), after(504), after(504)];
    await receive({ id: kept, balance: atKept });
    await work();
    const held = await request(kept);
    await db.update(evidence).set({ dueAt: sql`now()` }).where(eq(evidence.reference, kept));
    await work();
    expect(await recharge(held.id)).toMatchObject({ status: 'pending' });
    // Approving its request is the same as saying that its balance is right.
    await api.admin.recharges.decide.mutate({ id: held.id, decision: 'approve' });
    await work();
    const asked = await request(next);
    await receive({ id: next, balance: atNext });
    await work();
    expect(await recharge(asked.id)).toMatchObject({ status: 'approved', decider: 'evidence' });
    const late = await request(lost);
    await receive({ id: lost, balance: atLost, ago: 5 });
    await work();
    expect(await recharge(late.id)).toMatchObject({ status: 'approved', decider: 'evidence' });
    expect((await db.select().from(evidence).where(eq(evidence.reference, kept)))[0]?.gapPoisha).toBeNull();
  });

  test.each<[string, Parameters<typeof textOf>[0] & { dollars?: number; told?: string }, RegExp]>([
    [
      'another amount',
      { id: idOfToday('HELDA'), amount: '500.00', balance: '' },
      /^The message says ৳500, the request ৳504: credit what was paid/,
    ],
    ['a poisha more', { id: idOfToday('HELDB'), amount: '504.01', balance: '' }, /^The message says ৳504.01/],
    ['another payer', { id: idOfToday('HELDC'), balance: '', told: '9999' }, /^The message names another payer/],
    ['an agent', { id: idOfToday('HELDD'), balance: '', told: 'agent' }, /agent/],
    ['more than two days between', { id: idOfToday('HELDF'), balance: '', ago: 49 * 60 }, /48 hours/],
    ['an id of another day', { id: 'DA11HELDG1', balance: '' }, /^The transaction ID says 1 January/],
    [
      'more than a request may have',
      { id: idOfToday('HELDH'), balance: '', amount: '7,560.00', dollars: 60, told: '0001' },
      /^More than \$50.00 a request/,
    ],
    [
      'more than may be without the paying number',
      { id: idOfToday('HELDI'), balance: '', amount: '1,386.00', dollars: 11 },
      /^More than \$10.00, and/,
    ],
  ])('holds back %s', async (_what, { dollars, told, ...paid }, why) => {
    const asked = await request(paid.id, { dollars });
    if (told) await db.execute(sql`update recharges set payer = ${told} where id = ${asked.id}`);
    await receive({ ...paid, balance: after(Number((paid.amount ?? '504.00').replaceAll(',', ''))) });
    await work();
    const now = await recharge(asked.id);
    expect(now).toMatchObject({ status: 'pending', reason: expect.stringMatching(why) });
    expect(await message(paid.id)).toMatchObject({ state: 'held', isLinked: true });
    // A customer reads nothing of it.
    expect(await asked.customer.client.balance.recharge.query({ id: asked.id })).toMatchObject({ reason: null });
    // A message that is held for its request alone is a link: the next one follows from it.
    await api.admin.recharges.decide.mutate({ id: asked.id, decision: 'reject' });
    await work();
    expect(await message(paid.id)).toMatchObject({
      state: paid.id.startsWith('DA') || paid.ago ? 'held' : 'unclaimed',
    });
  });

  test('holds back what is forged by one who knows an id, but not the balance', async () => {
    const id = idOfToday('FORGED');
    const asked = await request(id);
    await receive({ id, balance: '99,999.00' });
    await work();
    expect(await recharge(asked.id)).toMatchObject({
      status: 'pending',
      reason: expect.stringMatching(/^The balance/),
    });
    // The real one comes: two messages with one id, so a person looks.
    await receive({ id, balance: after(504), payer: '01800000002' });
    await work();
    expect(await recharge(asked.id)).toMatchObject({
      status: 'pending',
      reason: expect.stringMatching(/^Another message/),
    });
  });

  test('credits what staff credit as paid, once, and every proof knows it', async () => {
    const id = idOfToday('PAIDLESS');
    const asked = await request(id);
    await receive({ id, amount: '500.00', balance: after(500) });
    await work();
    const decided = await api.admin.recharges.decide.mutate({ id: asked.id, decision: 'approve', creditPaid: true });
    expect(decided).toMatchObject({ amountNanos: 3.96e9, paidTaka: 500, status: 'approved' });
    expect(await asked.customer.client.balance.get.query()).toEqual({ balanceNanos: 3.96e9 });
    expect((await asked.customer.client.balance.recharges.query({})).items[0]).toMatchObject({
      amountNanos: 3.96e9,
      paidTaka: 500,
    });
    const without = await request(idOfToday('NOMESSAGE'));
    const credit = { id: without.id, decision: 'approve' as const, creditPaid: true };
    expect(await codeOf(api.admin.recharges.decide.mutate(credit))).toBe('no_message');
    expect(await codeOf(api.admin.recharges.decide.mutate({ ...credit, decision: 'reject' }))).toBe('bad_input');
    await api.admin.recharges.reverse.mutate({ id: asked.id, reason: 'Wrong' });
    expect(await asked.customer.client.balance.get.query()).toEqual({ balanceNanos: 0 });
    expect((await checkLedger(db)).problems).toEqual([]);
  });

  test('takes a message for used whose id stands on an approved recharge, and refuses it for another', async () => {
    const id = idOfToday('BYHAND');
    const first = await request(id);
    await api.admin.recharges.decide.mutate({ id: first.id, decision: 'approve' });
    await receive({ id, balance: after(504) });
    await work();
    expect(await message(id)).toMatchObject({ state: 'used', rechargeId: first.id, isLinked: true });
  });

  test('waits for a person at the first recharge of a customer, for one who is blocked, and after a day’s sum', async () => {
    await db.execute(
      sql`update settings set first_recharge_by_hand = true, evidence_most_customer_day_nanos = 8e9::bigint`,
    );
    const ids = ['DAYA', 'DAYB', 'DAYC', 'DAYD'].map(idOfToday);
    const user = await app.registerUser();
    const reasons: (string | null)[] = [];
    for (const [nth, id] of ids.entries()) {
      const asked = await request(id, { user });
      await receive({ id, balance: after(504) });
      await work();
      reasons.push((await recharge(asked.id)).reason);
      if (nth === 0) await api.admin.recharges.decide.mutate({ id: asked.id, decision: 'approve' });
    }
    expect(reasons).toEqual([
      'The first recharge of this customer',
      null,
      null,
      'More than $8.00 a day for this customer',
    ]);
    await db.execute(
      sql`update settings set first_recharge_by_hand = false, evidence_most_customer_day_nanos = 2e11::bigint`,
    );
  });

  test('looks again once a silent phone sends something', async () => {
    const id = idOfToday('SILENT');
    await receive({ id, balance: after(504) });
    await work();
    await db.execute(
      sql`update payment_devices set seen_at = now() - interval '16 minutes', message_at = now() - interval '16 minutes'`,
    );
    const asked = await request(id);
    await work();
    expect(await recharge(asked.id)).toMatchObject({
      status: 'pending',
      reason: expect.stringMatching(/^No message from this phone for 16 minutes/),
    });
    await receive({ id: idOfToday('AWAKE'), balance: after(504) });
    await work();
    expect(await recharge(asked.id)).toMatchObject({ status: 'approved', decider: 'evidence' });
  });

  test('answers a retry of a request as it was asked for, after an admin has credited what was paid', async () => {
    const id = idOfToday('RETRIED');
    const customer = await app.registerUser();
    const input = {
      method: 'Bkash',
      amountNanos: nanos(4e9),
      reference: id,
      expectedPaidTaka: taka(504),
      requestId: randomUUID(),
    };
    const first = await customer.client.balance.requestRecharge.mutate(input);
    await receive({ id, amount: '500.00', balance: after(500) });
    await work();
    await api.admin.recharges.decide.mutate({ id: first.id, decision: 'approve', creditPaid: true });
    expect(await customer.client.balance.requestRecharge.mutate(input)).toEqual(first);
  });

  test.each([
    ['within the same minute', '', 'used'],
    ['of another sum', '1', 'held'],
  ])('knows the row of a statement and the message of one payment, %s, for one', async (_what, more, state) => {
    const id = idOfToday(`STATE${more}`);
    const asked = await request(id);
    await db.insert(evidence).values({
      ...{
        sender: 'statement',
        text: id,
        digest: id,
        state: 'unclaimed',
        provider: 'bkash',
        kind: 'statement',
        direction: 'in',
      },
      ...{ amountPoisha: 50_400, reference: id, at: new Date(), payer: null },
    });
    await work();
    expect(await recharge(asked.id)).toMatchObject({ status: 'approved', decider: 'evidence' });
    await receive({ id, amount: `504.0${more || 0}`, balance: after(504 + Number(more) / 100) });
    await work();
    const own = (await scene.messages()).filter(({ reference }) => reference === id).map((each) => each.state);
    expect(own.toSorted()).toEqual([state === 'used' ? 'ignored' : 'held', 'used']);
  });

  test('needs the end of a paying number to be visible before a told one lifts the limit', async () => {
    const id = idOfToday('MASKED');
    const asked = await request(id, { dollars: 20 });
    await asked.customer.client.balance.tellPayer.mutate({ id: asked.id, payer: '1234' });
    await receive({ id, amount: '2,520.00', balance: after(2520), payer: '01700000XXX' });
    await work();
    expect(await recharge(asked.id)).toMatchObject({
      status: 'pending',
      reason: expect.stringMatching(/^More than \$10.00, and/),
    });
    const tell = (payer: string) => codeOf(asked.customer.client.balance.tellPayer.mutate({ id: asked.id, payer }));
    await asked.customer.client.balance.tellPayer.mutate({ id: asked.id, payer: '1235' });
    await asked.customer.client.balance.tellPayer.mutate({ id: asked.id, payer: 'own' });
    expect(await tell('1237')).toBe('too_many_requests');
  });

  test('waits for a person where one has rejected a request with the same id', async () => {
    const id = idOfToday('AGAIN');
    const rejected = await request(id);
    await api.admin.recharges.decide.mutate({ id: rejected.id, decision: 'reject' });
    await receive({ id, balance: after(504) });
    await work();
    const asked = await request(id);
    await work();
    expect(await recharge(asked.id)).toMatchObject({
      status: 'pending',
      reason: expect.stringMatching(/^A person has rejected/),
    });
  });

  test('looks at three messages with one id once each, also when one of them is used', async () => {
    const id = idOfToday('THREE');
    const asked = await request(id);
    await receive({ id, balance: after(504) });
    await work();
    expect(await recharge(asked.id)).toMatchObject({ status: 'approved' });
    for (const amount of ['505.00', '506.00']) await receive({ id, amount, balance: after(Number(amount)) });
    await work();
    await request(id).catch(() => undefined);
    await db.update(evidence).set({ dueAt: sql`now()` }).where(eq(evidence.reference, id));
    expect(await work()).toBe(3);
    const own = (await scene.messages()).filter(({ reference }) => reference === id);
    expect(own.map(({ state }) => state).toSorted()).toEqual(['held', 'held', 'used']);
  });

  test('stops when what a message credited is reversed', async () => {
    const id = idOfToday('REVERSED');
    const asked = await request(id);
    await receive({ id, balance: after(504) });
    await work();
    expect(await recharge(asked.id)).toMatchObject({ decider: 'evidence' });
    await api.admin.recharges.reverse.mutate({ id: asked.id, reason: 'Money came back' });
    const [bkash] = (await api.admin.evidence.automatic.query()).items.filter(({ method }) => method === 'Bkash');
    expect(bkash).toMatchObject({ on: false });
    expect(await message(id)).toMatchObject({ state: 'used' });
    expect((await checkLedger(db)).problems).toEqual([]);
  });
});
