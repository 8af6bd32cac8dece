import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { onlyPrimary } from '#db/reads/reads.ts';
import { createTestDatabase, type TestDatabase } from '#db/testing/database.ts';
import { DOLLAR, dollars, giveMoney, makeOrder, makeUser } from '../testing/factories.ts';
import { createLedgerCheck, type LedgerCheck } from './check-changed-accounts.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database?.drop());

/** Checks all wallets once. */
async function walk(check: LedgerCheck): Promise<number[]> {
  const found: number[] = [];
  const before = check.figures().walkedAtSeconds;
  do found.push(...(await check.checkNext()));
  while (check.figures().walkedAtSeconds === before);
  return found;
}

async function accountOf(userId: number): Promise<number> {
  const [row] = await database.db.execute<{ id: number }>(sql`select id from accounts where user_id = ${userId}`);
  return row?.id ?? 0;
}

/** Bypasses constraints and triggers: simulates damage from outside. */
async function damage(statement: ReturnType<typeof sql>): Promise<void> {
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(statement);
  });
}

test('a correct ledger has no drift, and sealed rows are not read again', async () => {
  const { db } = database;
  const check = createLedgerCheck(onlyPrimary(db), { rowsPerCheckpoint: 2 });
  const customer = await makeUser(db, { balanceNanos: dollars(5) });
  await makeOrder(db, customer);
  expect(await walk(check)).toEqual([]);
  expect(check.figures()).toMatchObject({ drift: 0, rows: 2 });
  await makeOrder(db, customer);
  expect(await walk(check)).toEqual([]);
  expect(check.figures()).toMatchObject({ drift: 0, rows: 3 });
  expect(check.figures().walkedAtSeconds).toBeGreaterThan(0);
});

test('of a wallet with more rows than a round reads, the first and the last are checked', async () => {
  const { db } = database;
  const { id } = await makeUser(db, { balanceNanos: DOLLAR });
  const account = await accountOf(id);
  await damage(sql`
    insert into ledger (account_id, seq, contra_id, amount_nanos, balance_after_nanos, kind, grant_id)
    select account_id, seq + n, contra_id, amount_nanos, balance_after_nanos * (n + 1), kind, grant_id + n
    from ledger, generate_series(1, 1200) n where account_id = ${account}`);
  await damage(sql`update accounts set version = 1201, balance_nanos = ${1201 * DOLLAR} where id = ${account}`);
  const check = createLedgerCheck(onlyPrimary(db));
  expect(await walk(check)).toEqual([]);
  expect(check.figures()).toMatchObject({ drift: 0, rows: 1000 });
  await damage(sql`update accounts set balance_nanos = balance_nanos + 1 where id = ${account}`);
  expect(await walk(check)).toEqual([account]);
});

const damages: [string, (account: number) => ReturnType<typeof sql>][] = [
  [
    'a balance that no row explains',
    (id) => sql`update accounts set balance_nanos = balance_nanos + 1 where id = ${id}`,
  ],
  [
    'a row that was changed',
    (id) => sql`update ledger set amount_nanos = amount_nanos + 1 where account_id = ${id} and seq = 2`,
  ],
  ['a row that is gone', (id) => sql`delete from ledger where account_id = ${id} and seq = 2`],
  ['the newest row gone', (id) => sql`delete from ledger where account_id = ${id} and seq = 3`],
  ['a row too much', (id) => sql`update accounts set version = 2 where id = ${id}`],
];

test.each(damages)('%s is found, reported once, and no longer counted when it is repaired', async (_name, breaking) => {
  const { db } = database;
  const customer = await makeUser(db, { balanceNanos: dollars(5) });
  for (let count = 0; count < 2; count++) await makeOrder(db, customer);
  const account = await accountOf(customer.id);
  await db.execute(sql`create table kept_accounts as select * from accounts`);
  await db.execute(sql`create table kept_ledger as select * from ledger`);

  await damage(breaking(account));
  const check = createLedgerCheck(onlyPrimary(db));
  expect(await walk(check)).toEqual([account]);
  expect(await walk(check)).toEqual([]);
  expect(check.figures().drift).toBe(1);

  await damage(sql`delete from ledger where account_id = ${account}`);
  await damage(sql`insert into ledger select * from kept_ledger where account_id = ${account}`);
  await damage(sql`
    update accounts set balance_nanos = k.balance_nanos, version = k.version
    from kept_accounts k where k.id = accounts.id`);
  await walk(check);
  expect(check.figures().drift).toBe(0);
});

test('damage to a checked wallet is found at its balance, its new rows and its newest row', async () => {
  const { db } = database;
  const customer = await makeUser(db, { balanceNanos: dollars(5) });
  const account = await accountOf(customer.id);
  const check = createLedgerCheck(onlyPrimary(db));
  await walk(check);
  await giveMoney(db, customer.id, DOLLAR);
  await damage(
    sql`update ledger set balance_after_nanos = balance_after_nanos + 1 where account_id = ${account} and seq = 2`,
  );
  expect(await walk(check)).toEqual([account]);
});

/** More than two looks read; without owners. */
const addWallets = () =>
  damage(sql`insert into accounts (kind, user_id) select 'wallet', 1000000 + n from generate_series(1, 1200) n`);

/** Checks until all entries up to now are looked at, and the next look at all wallets begins with the first. */
async function catchUp(check: LedgerCheck): Promise<void> {
  const nowSeconds = Date.now() / 1000;
  while ((check.figures().completedAtSeconds ?? 0) < nowSeconds) expect(await check.checkNext()).toEqual([]);
  await walk(check);
}

test('wallets with new entries are checked first, and sealed', async () => {
  const { db } = database;
  await addWallets();
  const [broken, whole] = [await makeUser(db), await makeUser(db)];
  const check = createLedgerCheck(onlyPrimary(db), { settleSeconds: 0, rowsPerCheckpoint: 1 });
  await catchUp(check);
  for (const { id } of [broken, whole]) await giveMoney(db, id, DOLLAR);
  await damage(sql`update accounts set balance_nanos = balance_nanos + 1 where user_id = ${broken.id}`);
  const { wallets } = check.figures();
  expect(await check.checkNext()).toEqual([await accountOf(broken.id)]);
  // Those two, and 500 others in turn.
  expect(check.figures()).toMatchObject({ drift: 1, wallets: wallets + 502 });
  const sealed = () => db.execute(sql`select account_id from ledger_checkpoints`);
  expect(await sealed()).toEqual([{ account_id: await accountOf(whole.id) }]);
  // Without further entries the rest are others.
  expect(await check.checkNext()).toEqual([]);
  expect(check.figures()).toMatchObject({ wallets: wallets + 1002 });
  // One that fails again is not reported again, and not sealed either.
  expect(await walk(check)).toEqual([]);
  expect(await sealed()).toHaveLength(1);
});

test('more changed wallets than one statement reads are checked within one check', async () => {
  const { db } = database;
  await addWallets();
  await damage(sql`
    insert into ledger (account_id, seq, contra_id, amount_nanos, balance_after_nanos, kind, grant_id)
    select id, 1, 3, 5, 5, 'grant', id from accounts where kind = 'wallet'`);
  await damage(sql`update accounts set balance_nanos = 5, version = 1 where kind = 'wallet'`);
  const check = createLedgerCheck(onlyPrimary(db), { settleSeconds: 0 });
  let wallets = 0;
  while (wallets < 1_000) {
    const before = check.figures().wallets;
    await check.checkNext();
    wallets = check.figures().wallets - before;
  }
  expect(wallets).toBeGreaterThanOrEqual(1_200);
  expect(check.figures().drift).toBe(0);
});

test('an entry is left for the next look while its transaction may still be open', async () => {
  const { db } = database;
  const { id } = await makeUser(db);
  const check = createLedgerCheck(onlyPrimary(db), { settleSeconds: 240 });
  const seconds = () => check.figures().completedAtSeconds ?? 0;
  const ageOf = () => Date.now() / 1000 - seconds();
  // From the last three hours on, five minutes each.
  await check.checkNext();
  expect(Math.round(ageOf() / 60)).toBe(175);
  await giveMoney(db, id, DOLLAR);
  let before: number;
  do {
    before = seconds();
    await check.checkNext();
  } while (seconds() > before);
  // It looks every four minutes, without the last four.
  expect(ageOf()).toBeGreaterThan(240);
  expect(ageOf()).toBeLessThan(490);
});
