import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts';
import { giveBalance } from '../../server/features/wallet/give-balance.ts';
import {
  DOLLAR,
  dollars,
  makeAdmin,
  makeOrder,
  makeRecharge,
  makeUser,
  type TestUser,
} from '../../server/testing/factories.ts';
import { unheard } from '../../server/testing/unheard.ts';
import type { Acknowledged } from './clients.ts';
import { reconcile } from './reconcile.ts';

let database: TestDatabase;
let customer: TestUser;
let told: Acknowledged;

beforeEach(async () => {
  database = await createTestDatabase();
  const admin = await makeAdmin(database.db);
  customer = await makeUser(database.db);
  const userId = customer.id;
  const [gift, order, recharge] = [randomUUID(), randomUUID(), randomUUID()];
  await giveBalance(unheard(database.db), admin.actor, { id: userId, amountNanos: dollars(5), requestId: gift });
  const { id: orderId } = await makeOrder(database.db, customer, { requestId: order });
  const { id: rechargeId } = await makeRecharge(database.db, customer, { requestId: recharge });
  told = {
    gifts: [{ requestId: gift, userId, amountNanos: dollars(5) }],
    orders: [{ requestId: order, userId, orderId, chargeNanos: DOLLAR }],
    recharges: [{ requestId: recharge, userId, rechargeId, amountNanos: dollars(10), outcome: 'rejected' }],
  };
});

afterEach(() => database.drop());

test('what is there as clients were told is neither lost nor doubled', async () => {
  expect(await reconcile(database.db, told)).toEqual({ acknowledged: 3, lost: [], doubled: [], brokenAccounts: [] });
});

test('an order that was acknowledged and is not there is lost', async () => {
  told.orders.push({ requestId: randomUUID(), userId: customer.id, orderId: 999, chargeNanos: DOLLAR });
  const { lost, brokenAccounts } = await reconcile(database.db, told);
  expect(lost).toEqual([expect.stringContaining('order 999')]);
  expect(brokenAccounts).toHaveLength(1);
});

test('an order that is there once more than anybody was told is doubled', async () => {
  const { id } = await makeOrder(database.db, customer, { requestId: randomUUID() });
  const { doubled, lost } = await reconcile(database.db, told);
  expect(doubled).toEqual([expect.stringContaining(`order ${id}`)]);
  expect(lost).toEqual([]);
});

test('a charge other than the one that was told is not the same order', async () => {
  told.orders = told.orders.map((order) => ({ ...order, chargeNanos: dollars(2) }));
  expect((await reconcile(database.db, told)).lost).toHaveLength(1);
});

test('a wallet that does not hold what its ledger says is broken', async () => {
  await database.db.$client.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update accounts set balance_nanos = balance_nanos + 1 where user_id = ${customer.id}`;
  });
  expect((await reconcile(database.db, told)).brokenAccounts.length).toBeGreaterThan(0);
});
