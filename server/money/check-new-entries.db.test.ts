import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '#db/client.ts';
import { onlyPrimary } from '#db/reads/reads.ts';
import { createTestDatabase, type TestDatabase } from '#db/testing/database.ts';
import { nanos } from '#shared/money.ts';
import type { ServiceType } from '#shared/service-types.ts';
import { decideOrder } from '../features/orders/decide-order.ts';
import { updateMoneyTotals } from '../features/stats/update-money-totals.ts';
import { giveBalance } from '../features/wallet/give-balance.ts';
import { dollars, makeAdmin, makeOrder, makeService, makeUser } from '../testing/factories.ts';
import { makeMoneyHistory, tamper } from '../testing/money-history.ts';
import { withoutEvents } from '../testing/without-events.ts';
import { checkLedger } from './check-ledger.ts';
import { checkNewEntries } from './check-new-entries.ts';
import { proveAllIfDue, readFullProof } from './full-proof.ts';
import { proveOldOrders, sealWallets } from './seal-ledger.ts';

const AT_ONCE = { rowsPerCheckpoint: 1 };
const AT_ANY_SIZE = { smallLedgerRows: 0 };

let database: TestDatabase;

/** A sealed history of 15 rows, and three rows since: a grant, and an order that was rejected. The customer has account 4. */
async function makeHistory(): Promise<void> {
  database = await createTestDatabase({ max: 2 });
  const { db } = database;
  const { customer, admin } = await makeMoneyHistory(db);
  await tamper(db, `update orders set created_at = created_at - interval '3 hours'`);
  await tamper(db, `update ledger set at = at - interval '3 hours'`);
  await updateMoneyTotals(db);
  expect(await proveOldOrders(db)).toBe(true);
  expect(await sealWallets(db, [4, 5], AT_ONCE)).toBe(1);
  await giveBalance(withoutEvents(db), admin.actor, { id: customer.id, amountNanos: nanos(5) });
  const { id } = await makeOrder(db, customer);
  await decideOrder(withoutEvents(db), admin.actor, { id, decision: 'reject' });
}

/** Calls `look` after the change, and takes the change back. */
async function afterTampering(statements: string, look: (db: Db) => Promise<void>): Promise<void> {
  const undone = new Error('undone');
  const work = database.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const statement of statements.split(';')) await tx.execute(sql.raw(statement));
    // Its transactions become savepoints.
    await look(tx as unknown as Db);
    throw undone;
  });
  await work.catch((error: unknown) => {
    if (error !== undone) throw error;
  });
}

describe('the proof from the checkpoints', () => {
  beforeAll(makeHistory);
  afterAll(() => database.drop());

  it('reads only the rows since, and agrees with the full proof', async () => {
    const { newRows, ...report } = await checkNewEntries(database.db, AT_ANY_SIZE);
    expect(newRows).toBe(3);
    expect(report).toMatchObject({ entries: 18, orders: 8, problems: [] });
    expect(report).toEqual(await checkLedger(database.db));
  });

  it('reads everything of a small ledger, and of one that is hardly sealed', async () => {
    const everything = { entries: 18, newRows: undefined, problems: [] };
    expect(await checkNewEntries(database.db)).toMatchObject(everything);
    await afterTampering('delete from ledger_checkpoints', async (db) => {
      expect(await checkNewEntries(db, AT_ANY_SIZE)).toMatchObject(everything);
    });
  });

  it.each([
    ['a wallet that holds more', 'update accounts set balance_nanos = balance_nanos + 1 where id = 4', /^account 4/],
    ['a wallet that lost count', 'update accounts set version = version - 1 where id = 4', /^account 4/],
    ['a wallet that lost a sealed row', 'update accounts set version = 14 where id = 4', /^account 4/],
    ['a wallet that is gone', 'update accounts set user_id = 99 where user_id = 2', /^user 2 has no wallet/],
    ['a blocked wallet', 'update accounts set owner_blocked = true where id = 4', /^account 4 says/],
    ['a changed amount', 'update ledger set amount_nanos = amount_nanos + 1 where seq = 16', /^row 16 of account 4/],
    ['a changed balance', 'update ledger set balance_after_nanos = 1 where seq = 17', /^row 17 of account 4/],
    ['a row that is gone', 'delete from ledger where seq = 17', /^account 4/],
    ['the newest row gone', 'delete from ledger where seq = 18', /^account 4/],
    ['a row of another owner', 'update orders set user_id = 2 where id = 8', /^row 17 of account 4 belongs to user 2/],
    ['a new order with another status', "update orders set status = 'pending' where id = 8", /^order 8 \(pending/],
    [
      'a new order without a row',
      `insert into orders (user_id, service_id, service_name, link, quantity, price_micros, charge_nanos)
       values (1, 1, 'x', 'x', 10, 1, 10)`,
      /^order 9 .* charged 0/,
    ],
    ['a grant made smaller', 'update grants set amount_nanos = 4 where amount_nanos = 5', /^grant 3 \(4\): booked 5/],
    [
      'a grant that was never booked',
      'insert into grants (user_id, admin_id, amount_nanos) values (1, 2, 5)',
      /^grant 4/,
    ],
    [
      'an old recharge approved without credit',
      "update recharges set status = 'approved', decided_by = 2, decided_at = now() where status = 'pending'",
      /^recharge \d+ \(approved, 10000000000\): credited 0/,
    ],
    [
      'a checkpoint raised together with its wallet',
      `update ledger_checkpoints set balance_nanos = balance_nanos + 7;
       update ledger set balance_after_nanos = balance_after_nanos + 7 where seq > 15;
       update accounts set balance_nanos = balance_nanos + 7 where id = 4`,
      /^the wallets hold \d+, the ledger's totals are \d+: npm run ledger:check -- --full/,
    ],
    ['a stored quarter of orders', 'update order_totals set earned_nanos = earned_nanos + 1', /^the stored quarters/],
  ])('finds %s, as the full proof does', async (_, statements, expected) => {
    await afterTampering(statements, async (db) => {
      const { problems, newRows } = await checkNewEntries(db, AT_ANY_SIZE);
      expect(newRows).toBeTypeOf('number');
      expect(problems).toContainEqual(expect.stringMatching(expected));
      expect((await checkLedger(db)).problems).not.toEqual([]);
    });
  });

  it.each([
    ['a sealed amount', 'update ledger set amount_nanos = amount_nanos + 1 where seq = 1', /^row 1 of account 4/],
    [
      'the date of a sealed row',
      "update ledger set at = at - interval '1 s' where seq = 2",
      /^checkpoint 15 of account 4/,
    ],
    ['a sealed row gone', 'delete from ledger where seq = 3', /^checkpoint 15 of account 4/],
    ["a checkpoint's hash", `update ledger_checkpoints set hash = repeat('0', 64)`, /^checkpoint 15 of account 4/],
    ["a checkpoint's wallet", 'update ledger_checkpoints set account_id = 99', /^checkpoint 15 of account 99/],
    [
      'an old order rejected without a refund',
      "update orders set status = 'rejected' where status = 'processing'",
      /^order \d+ \(rejected/,
    ],
  ])('the full proof alone finds %s', async (_, statement, expected) => {
    await afterTampering(statement, async (db) => {
      expect((await checkLedger(db)).problems).toContainEqual(expect.stringMatching(expected));
    });
  });
});

describe('orders of every type', () => {
  beforeAll(makeHistory);
  afterAll(() => database.drop());

  it('are proved with the unit of their price, by both proofs', async () => {
    const { db } = database;
    const [customer, admin] = [await makeUser(db, { balanceNanos: dollars(20) }), await makeAdmin(db)];
    // The proof from the checkpoints is for a ledger that is mostly sealed.
    for (let grants = 0; grants < 60; grants++)
      await giveBalance(withoutEvents(db), admin.actor, { id: 1, amountNanos: nanos(1), confirm: true });
    expect(await sealWallets(db, [4], AT_ONCE)).toBe(1);
    const decide = (id: number, decision: 'complete' | 'reject' | 'partial', remaining?: number) =>
      decideOrder(withoutEvents(db), admin.actor, { id, decision, remaining });
    const order = async (type: ServiceType, comments: string[] = []) =>
      (
        await makeOrder(db, customer, {
          serviceId: (await makeService(db, { type })).id,
          quantity: undefined,
          comments,
        })
      ).id;
    const pack = await order('package');
    await decide(await order('package'), 'reject');
    const again = await order('custom_comments_package', ['a', 'b']);
    for (const decision of ['reject', 'complete'] as const) await decide(again, decision);
    await decide(await order('custom_comments', ['a', 'b', 'c']), 'partial', 2);

    const { newRows, ...report } = await checkNewEntries(db, AT_ANY_SIZE);
    expect(newRows).toBe(9);
    expect(report).toMatchObject({ orders: 12, problems: [] });
    expect(report).toEqual(await checkLedger(db));

    const asForThousand = `update orders set per = 1000, charge_nanos = price_micros where id = ${pack}`;
    await afterTampering(asForThousand, async (tampered) => {
      const found = expect.stringMatching(`^order ${pack} .pending, charge 1000000,.* charged -1000000000,`);
      expect((await checkNewEntries(tampered, AT_ANY_SIZE)).problems).toContainEqual(found);
      expect((await checkLedger(tampered)).problems).toContainEqual(found);
    });
  });
});

describe('sealing', () => {
  beforeEach(makeHistory);
  afterEach(() => database.drop());

  it.each([
    ['a changed amount', 'update ledger set amount_nanos = amount_nanos + 1 where seq = 16'],
    ['a grant of another amount', 'update grants set amount_nanos = 4 where amount_nanos = 5'],
    ['an order with another status', "update orders set status = 'pending' where id = 8"],
  ])('refuses %s, and seals the wallet after it is repaired', async (_, statement) => {
    const { db } = database;
    await db.execute(sql`create table kept as select * from ledger`);
    await tamper(db, statement);
    expect(await sealWallets(db, [4], AT_ONCE)).toBe(0);
    await tamper(
      db,
      'update ledger l set amount_nanos = k.amount_nanos from kept k where (k.account_id, k.seq) = (l.account_id, l.seq)',
    );
    await tamper(db, 'update grants set amount_nanos = 5 where amount_nanos = 4');
    await tamper(db, "update orders set status = 'rejected' where id = 8");
    expect(await sealWallets(db, [4], AT_ONCE)).toBe(1);
    expect((await checkLedger(db)).problems).toEqual([]);
  });

  it('waits for enough rows, or for a day', async () => {
    const { db } = database;
    const newRows = 'account_id = 4 and seq > 15';
    expect(await sealWallets(db, [4])).toBe(0);
    await tamper(db, `update ledger set at = at - interval '23 hours' where ${newRows}`);
    expect(await sealWallets(db, [4])).toBe(0);
    await tamper(db, `update ledger set at = at - interval '61 minutes' where ${newRows}`);
    expect(await sealWallets(db, [4])).toBe(1);
    expect(await sealWallets(db, [4], { ageHours: 0 })).toBe(0);
  });

  it('is done by one process at a time, and each finds the checkpoints of the one before', async () => {
    const { db } = database;
    const made = await Promise.all(Array.from({ length: 6 }, () => sealWallets(db, [4], AT_ONCE)));
    expect(made.reduce((sum, count) => sum + count)).toBe(1);
    expect((await checkLedger(db)).problems).toEqual([]);
  });

  it('stops before an order that is wrongly paid, so that each proof finds it', async () => {
    const { db } = database;
    await tamper(db, "update orders set created_at = now() - interval '2 hours', status = 'pending' where id = 8");
    expect(await proveOldOrders(db)).toBe(false);
    const { problems } = await checkNewEntries(db, AT_ANY_SIZE);
    expect(problems).toContainEqual(expect.stringMatching(/^order 8 \(pending/));
    await tamper(db, "update orders set status = 'rejected' where id = 8");
    expect(await proveOldOrders(db)).toBe(true);
    expect(await proveOldOrders(db)).toBe(false);
  });

  it.each(['update ledger_checkpoints set seq = 1', 'delete from ledger_checkpoints', 'truncate ledger_checkpoints'])(
    'is final: %s is refused',
    async (statement) => {
      await expect(database.db.$client.unsafe(statement)).rejects.toThrow(/append-only/);
    },
  );

  it('chains checkpoints: a change in an early one is found in each part of the chain', async () => {
    const { db } = database;
    expect(await sealWallets(db, [4], AT_ONCE)).toBe(1);
    expect((await checkLedger(db)).problems).toEqual([]);
    const [first] = await db.execute<{ seq: number; hash: string }>(
      sql`select seq, hash from ledger_checkpoints order by seq`,
    );
    expect(first?.seq).toBe(15);
    await tamper(db, `update ledger_checkpoints set hash = repeat('0', 64) where seq = 15`);
    expect((await checkLedger(db)).problems).toEqual([
      expect.stringMatching(/^checkpoint 15 of account 4/),
      expect.stringMatching(/^checkpoint 18 of account 4/),
    ]);
  });

  it('the full proof is due once a week by the time in the database', async () => {
    const { db } = database;
    const reads = onlyPrimary(db);
    expect(await readFullProof(db)).toBeUndefined();
    expect(await proveAllIfDue(reads, 168)).toEqual([]);
    expect(await proveAllIfDue(reads, 168)).toBeUndefined();
    await db.execute(sql`update ledger_proof set full_at = now() - interval '169 hours'`);
    await tamper(db, 'update accounts set balance_nanos = balance_nanos + 1 where id = 4');
    expect(await proveAllIfDue(reads, 168)).toContainEqual(expect.stringMatching(/^account 4/));
    const proof = await readFullProof(db);
    expect(proof?.problems).toBeGreaterThan(0);
    expect(proof?.atSeconds).toBeGreaterThan(Date.now() / 1000 - 3600);
  });
});
