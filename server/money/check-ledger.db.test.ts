import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#db/testing/database.ts';
import { dollars, makeOrder, makeService, makeUser } from '../testing/factories.ts';
import { makeMoneyHistory, tamper } from '../testing/money-history.ts';
import { checkLedger } from './check-ledger.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase({ max: 2 });
  await makeMoneyHistory(database.db);
});

afterEach(() => database.drop());

async function problems(): Promise<string[]> {
  return (await checkLedger(database.db)).problems;
}

describe('the proof of the ledger', () => {
  it('holds for every kind of movement, and counts what it proved', async () => {
    expect(await checkLedger(database.db)).toEqual({
      wallets: 2,
      entries: 15,
      orders: 7,
      heldNanos: 24_100_000_000n,
      problems: [],
    });
  });

  it('fails on an added unbalanced row, with the account', async () => {
    await database.db.execute(sql`
      with given as (insert into grants (user_id, admin_id, amount_nanos) values (1, 2, 7) returning id)
      insert into ledger (account_id, seq, contra_id, amount_nanos, balance_after_nanos, kind, grant_id)
      select accounts.id, version + 1, 3, 8, balance_nanos + 8, 'grant', given.id from accounts, given where user_id = 1`);
    expect(await problems()).toEqual([
      expect.stringMatching(/^account 4 \(user 1\) holds 24100000000, its rows sum to 24100000008/),
      expect.stringMatching(/^grant \d+ \(7\): booked 8$/),
      expect.stringMatching(/^the wallets hold 24100000000, but 20000000000 were approved and 19000000007 granted/),
    ]);
  });

  it.each([
    [
      'a wallet that holds more',
      'update accounts set balance_nanos = balance_nanos + 1 where user_id = 1',
      /^account 4/,
    ],
    ['a wallet that lost count', 'update accounts set version = version + 1 where user_id = 1', /^account 4/],
    [
      'a wallet that takes its owner for blocked',
      'update accounts set owner_blocked = true where user_id = 1',
      /^account 4 says that user 1 is blocked/,
    ],
    ['a wallet that is gone', 'update accounts set user_id = 99 where user_id = 2', /^user 2 has no wallet/],
    [
      'a changed amount',
      'update ledger set amount_nanos = amount_nanos + 1 where seq = 1',
      /^row 1 of account 4: 0 and/,
    ],
    [
      'a pair of changes that cancel out',
      'update ledger set amount_nanos = amount_nanos + case seq when 1 then 5 else -5 end where seq in (1, 2)',
      /^row 2 of account 4/,
    ],
    [
      'a changed balance in the middle',
      'update ledger set balance_after_nanos = 1 where seq = 3',
      /^row 3 of account 4/,
    ],
    ['a row that is gone', 'delete from ledger where seq = 5', /^account 4 .* at version/],
    ['the newest row that is gone', 'delete from ledger where seq = 15', /^account 4 .* at version/],
    ['a gap in the numbering', 'update ledger set seq = 99 where seq = 1', /numbered 2 to 99 at version 15/],
    [
      'a row moved to another account',
      'update ledger set account_id = (select id from accounts where user_id = 2) where seq = 15',
      /^row 15 of account 5 belongs to user 1, not 2/,
    ],
    [
      'an order rejected without a refund',
      "update orders set status = 'rejected' where status = 'pending'",
      /^order \d+ \(rejected/,
    ],
    [
      'a rejected order brought back',
      "update orders set status = 'pending' where status = 'rejected'",
      /^order \d+ \(pending/,
    ],
    [
      'an order made cheaper',
      "update orders set charge_nanos = 0, price_micros = 0 where status = 'completed'",
      /charge 0/,
    ],
    [
      'more units refunded than paid back',
      "update orders set remaining = 101 where status = 'partial'",
      /remaining 101/,
    ],
    [
      'a recharge approved without credit',
      "update recharges set status = 'approved', decided_by = 2, decided_at = now() where status = 'pending'",
      /^recharge \d+ \(approved, 10000000000\): credited 0/,
    ],
    [
      'a credited recharge that is no longer approved',
      "update recharges set status = 'rejected' where status = 'approved' and reversed_at is null",
      /^recharge \d+ \(rejected/,
    ],
    [
      'a recharge that was made larger',
      "update recharges set amount_nanos = amount_nanos + 1 where status = 'approved'",
      /^recharge \d+/,
    ],
    [
      'a reversal that took nothing',
      "update recharges set reversed_at = now(), reversed_by = 2, reversed_nanos = 5, reversal_reason = 'x' where status = 'approved' and reversed_at is null",
      /^recharge \d+ \(approved, 10000000000\): reversed 5, taken back 0/,
    ],
    [
      'money taken back without a reversal',
      'update recharges set reversed_at = null, reversed_by = null, reversed_nanos = null, reversal_reason = null',
      /^recharge \d+ \(approved, 10000000000\): reversed never, taken back 10000000000/,
    ],
    [
      'a grant that was never booked',
      'insert into grants (user_id, admin_id, amount_nanos) values (1, 2, 5)',
      /^grant \d+ \(5\): booked 0/,
    ],
    ['a grant made smaller', 'update grants set amount_nanos = amount_nanos - 1 where amount_nanos > 0', /^grant \d+/],
  ])('finds %s', async (_, statement, expected) => {
    await tamper(database.db, statement);
    expect(await problems()).toContainEqual(expect.stringMatching(expected));
  });

  it('proves one snapshot of a busy shop', async () => {
    const { db } = database;
    const customer = await makeUser(db, { balanceNanos: dollars(100) });
    const service = await makeService(db);
    let working = true;
    const work = (async () => {
      while (working) await makeOrder(db, customer, { serviceId: service.id, quantity: 10 });
    })();
    for (let round = 0; round < 10; round++) expect(await problems()).toEqual([]);
    working = false;
    await work;
  });
});
