import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { orderEvents } from '#db/schema/orders.ts';
import { micros } from '#shared/money.ts';
import type { Decision } from '#shared/order-status.ts';
import { decideOrder } from '../../features/orders/decide-order.ts';
import { getBalance } from '../../features/wallet/get-balance.ts';
import { checkLedger } from '../../money/check-ledger.ts';
import { testApp } from '../../testing/app.ts';
import { DOLLAR, dollars, makeOrder, makeService } from '../../testing/factories.ts';
import { makeCustomer, makeSignedInAdmin, type Person } from '../../testing/people.ts';
import { callRest } from '../../testing/rest.ts';

const app = await testApp();
const admin = await makeSignedInAdmin(app);
const secondAdmin = await makeSignedInAdmin(app);
afterAll(async () => {
  expect((await checkLedger(app.db)).problems).toEqual([]);
});

/** A customer who had $5 and spent $0.115 of it on an order, with later decisions. */
async function orderAfter(...decisions: Decision[]) {
  const customer = await makeCustomer(app, dollars(5));
  const { id: serviceId } = await makeService(app.db, { priceMicros: micros(115_000) });
  const { id } = await makeOrder(app.db, customer, { serviceId, quantity: 1000 });
  for (const decision of decisions) {
    const remaining = decision === 'partial' ? 1 : undefined;
    await decideOrder(app.deps, secondAdmin.actor, { id, decision, remaining });
  }
  return { id, customer };
}

const approve = (
  id: number,
  body: { status: string; expectedStatus?: unknown },
  { key, by = admin }: { key?: string; by?: Person } = {},
) =>
  callRest(app, 'PUT /api/v1/service/approve/{id}', {
    params: { id },
    body,
    accessToken: by.accessToken,
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const balanceOf = async ({ actor }: Person) => (await getBalance(app.db, actor)).balanceNanos;
const stepsOf = (id: number) => app.db.$count(orderEvents, eq(orderEvents.orderId, id));

test('approving a rejected order charged it again without a word: the message names the charge, and no other does', async () => {
  const { id, customer } = await orderAfter('reject');
  const usual = 'Service status updated successfully';
  const answer = await approve(id, { status: 'done' });
  expect(answer).toMatchObject({
    status: 200,
    message: `${usual}. The order was charged again: $0.115`,
    data: { status: 'done' },
  });
  expect(await balanceOf(customer)).toBe(5 * DOLLAR - 115_000_000);
  expect((await approve(id, { status: 'done' })).message).toBe(usual);
  expect((await approve((await orderAfter()).id, { status: 'done' })).message).toBe(usual);
  expect((await approve((await orderAfter()).id, { status: 'rejected' })).message).toBe(usual);
});

describe('expectedStatus', () => {
  const cases: [Decision[], 'pending' | 'done' | 'rejected'][] = [
    [[], 'pending'],
    [['processing'], 'pending'],
    [['complete'], 'done'],
    [['partial'], 'done'],
    [['reject'], 'rejected'],
  ];
  test.each(cases)('after %j the order is %s for an older client; any other word is stale', async (decisions, word) => {
    for (const expectedStatus of ['pending', 'done', 'rejected']) {
      const { id, customer } = await orderAfter(...decisions);
      const [before, steps] = [await balanceOf(customer), await stepsOf(id)];
      const { status, success, message, error } = await approve(id, { status: 'done', expectedStatus });
      if (expectedStatus === word && word !== 'done') {
        expect([status, success]).toEqual([200, true]);
        continue;
      }
      expect([status, success, error]).toEqual([409, false, message]);
      // A decision with the expected status is final.
      if (expectedStatus !== word && decisions.length > 0) {
        expect(message).toMatch(
          /^This order has already been (marked processing|approved|delivered in part|rejected) by /,
        );
      }
      expect([await balanceOf(customer), await stepsOf(id)]).toEqual([before, steps]);
    }
  });

  test("repeating one's own current decision succeeds, whatever was expected", async () => {
    const { id } = await orderAfter();
    await approve(id, { status: 'done', expectedStatus: 'pending' });
    expect((await approve(id, { status: 'done', expectedStatus: 'pending' })).status).toBe(200);
    expect((await approve(id, { status: 'done', expectedStatus: 'pending' }, { by: secondAdmin })).status).toBe(409);
  });

  test.each([7, '', 'completed', null])('%j is not a status', async (expectedStatus) => {
    const { id } = await orderAfter('reject');
    const answer = await approve(id, { status: 'done', expectedStatus });
    expect([answer.status, answer.message]).toEqual([400, 'expectedStatus must be pending, done or rejected']);
    expect(await stepsOf(id)).toBe(1);
  });
});

describe('Idempotency-Key', () => {
  test('returns the first result, whatever happened to the order since', async () => {
    const { id, customer } = await orderAfter();
    const first = await approve(id, { status: 'rejected' }, { key: 'reject it' });
    await decideOrder(app.deps, secondAdmin.actor, { id, decision: 'complete' });
    const again = await approve(id, { status: 'rejected' }, { key: 'reject it' });
    expect([again.status, again.message, again.data]).toEqual([200, first.message, first.data]);
    expect((await approve(id, { status: 'rejected' })).status).toBe(409);
    expect(await balanceOf(customer)).toBe(5 * DOLLAR - 115_000_000);
  });

  test('has the charge of the first result again, and charges once, also with simultaneous calls', async () => {
    const { id, customer } = await orderAfter('reject');
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => approve(id, { status: 'done', expectedStatus: 'rejected' }, { key })),
    );
    expect(new Set(answers.map(({ message }) => message))).toEqual(
      new Set(['Service status updated successfully. The order was charged again: $0.115']),
    );
    expect(await balanceOf(customer)).toBe(5 * DOLLAR - 115_000_000);
    expect(await stepsOf(id)).toBe(2);
  });

  test('with another order or another decision is a conflict, also with simultaneous calls', async () => {
    const orders = await Promise.all([orderAfter(), orderAfter(), orderAfter()]);
    const answers = await Promise.all(
      orders.map(({ id }) => approve(id, { status: 'rejected' }, { key: 'one for all' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const [rejected] = orders.filter((_, at) => answers[at]?.status === 200);
    expect((await approve(rejected?.id ?? 0, { status: 'done' }, { key: 'one for all' })).status).toBe(409);
    const balances = await Promise.all(orders.map(({ customer }) => balanceOf(customer)));
    expect(balances.filter((balance) => balance === 5 * DOLLAR)).toHaveLength(1);
  });

  test('belongs to each admin, and only successes are stored', async () => {
    const { id, customer } = await orderAfter('complete');
    expect((await approve(id, { status: 'rejected' }, { key: 'refused once' })).status).toBe(409);
    const other = await orderAfter();
    expect((await approve(other.id, { status: 'rejected' }, { key: 'refused once' })).status).toBe(200);
    const third = await orderAfter();
    expect((await approve(third.id, { status: 'rejected' }, { key: 'refused once', by: secondAdmin })).status).toBe(
      200,
    );
    expect(await balanceOf(customer)).toBe(5 * DOLLAR - 115_000_000);
  });
});
