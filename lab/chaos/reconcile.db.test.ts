import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#db/testing/database.ts';
import { giveBalance } from '#server/features/wallet/give-balance.ts';
import {
  DOLLAR,
  dollars,
  makeAdmin,
  makeOrder,
  makeRecharge,
  makeUser,
  type TestUser,
} from '#server/testing/factories.ts';
import { withoutEvents } from '#server/testing/without-events.ts';
import { reconcile } from './reconcile.ts';
import type { Acknowledged } from './work.ts';

let database: TestDatabase;
let customer: TestUser;
let acknowledged: Acknowledged;

beforeEach(async () => {
  database = await createTestDatabase();
  const admin = await makeAdmin(database.db);
  customer = await makeUser(database.db);
  const userId = customer.id;
  const [gift, order, recharge] = [randomUUID(), randomUUID(), randomUUID()];
  await giveBalance(withoutEvents(database.db), admin.actor, { id: userId, amountNanos: dollars(5), requestId: gift });
  const { id: orderId } = await makeOrder(database.db, customer, { requestId: order });
  const { id: rechargeId } = await makeRecharge(database.db, customer, { requestId: recharge });
  acknowledged = {
    gifts: [{ requestId: gift, userId, amountNanos: dollars(5) }],
    orders: [{ requestId: order, userId, orderId, chargeNanos: DOLLAR }],
    forwarded: [],
    recharges: [{ requestId: recharge, userId, rechargeId, amountNanos: dollars(10), outcome: 'rejected' }],
  };
});

afterEach(() => database.drop());

test('acknowledged requests that exist once are neither lost nor doubled', async () => {
  expect(await reconcile(database.db, acknowledged)).toEqual({
    acknowledged: 3,
    lost: [],
    doubled: [],
    brokenAccounts: [],
  });
});

test('an acknowledged order that does not exist is lost', async () => {
  acknowledged.orders.push({ requestId: randomUUID(), userId: customer.id, orderId: 999, chargeNanos: DOLLAR });
  const { lost, brokenAccounts } = await reconcile(database.db, acknowledged);
  expect(lost).toEqual([expect.stringContaining('order 999')]);
  expect(brokenAccounts).toHaveLength(1);
});

test('an order without an acknowledgement is doubled', async () => {
  const { id } = await makeOrder(database.db, customer, { requestId: randomUUID() });
  const { doubled, lost } = await reconcile(database.db, acknowledged);
  expect(doubled).toEqual([expect.stringContaining(`order ${id}`)]);
  expect(lost).toEqual([]);
});

test('an order with another charge is not the acknowledged one', async () => {
  acknowledged.orders = acknowledged.orders.map((order) => ({ ...order, chargeNanos: dollars(2) }));
  expect((await reconcile(database.db, acknowledged)).lost).toHaveLength(1);
});

test('a wallet that differs from its ledger is broken', async () => {
  await database.db.$client.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update accounts set balance_nanos = balance_nanos + 1 where user_id = ${customer.id}`;
  });
  expect((await reconcile(database.db, acknowledged)).brokenAccounts.length).toBeGreaterThan(0);
});
