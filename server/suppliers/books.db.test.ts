import { randomBytes } from 'node:crypto';
import { eq, type SQL, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Tx } from '#db/client.ts';
import { forwardEvents, forwards } from '#db/schema/forwards.ts';
import { supplierEntries, suppliers } from '#db/schema/suppliers.ts';
import { testDatabase } from '#db/testing/database.ts';
import { nanos } from '#shared/money.ts';
import { DOLLAR_RATE, type SupplierMicros, supplierMicros } from '#shared/supplier-money.ts';
import { createSecretBox } from '../base/secrets/secret-box.ts';
import { checkLedger, proveEverything } from '../money/check-ledger.ts';
import { checkNewEntries } from '../money/check-new-entries.ts';
import { sealWallets } from '../money/seal-ledger.ts';
import { dollars, makeAdmin, makeOrder, makeService, makeUser } from '../testing/factories.ts';
import { makeSource, makeSupplier, NO_SUPPLIER } from '../testing/suppliers.ts';
import { bookCorrection, bookPayment, bookPurchase, bookReturn } from './books.ts';
import { deleteOldCalls } from './delete-old-calls.ts';
import { stopAllSuppliers, stopSupplier } from './stop-supplier.ts';

const { db } = await testDatabase();
const secrets = createSecretBox(randomBytes(32).toString('base64'), { error: () => {} });
const newSupplier = () => makeSupplier(db, secrets, NO_SUPPLIER);
const customer = await makeUser(db, { balanceNanos: dollars(100) });
const COST = supplierMicros(900_000);
let lastExternal = 0;

/** A forward of a new order; an accepted one costs 0.90. */
async function makeForward(supplierId: number, state: (typeof forwards.$inferSelect)['state'] = 'accepted') {
  const order = await makeOrder(db, customer);
  const [made] = await db
    .insert(forwards)
    .values({
      ...{ orderId: order.id, state, supplierId, externalId: '101', costMicros: COST, ratePicos: DOLLAR_RATE },
      costNanos: nanos(900_000_000),
      dueAt: state === 'queued' || state === 'waiting_funds' ? sql`now()` : null,
      ...(state === 'accepted' && { externalOrderId: String(++lastExternal), acceptedAt: new Date() }),
      ...(state === 'sending' && { lockOwner: 1 }),
    })
    .returning({ id: forwards.id });
  if (!made) throw new Error('inserting a forward returned no row');
  return made.id;
}

const inTx = <Result>(work: (tx: Tx) => Promise<Result>) => db.transaction(work);
const buy = (supplierId: number, forwardId: number, amountMicros = COST) =>
  inTx((tx) => bookPurchase(tx, { supplierId, forwardId, amountMicros }));
const entriesOf = (supplierId: number) =>
  db.select().from(supplierEntries).where(eq(supplierEntries.supplierId, supplierId)).orderBy(supplierEntries.seq);
const booksOf = async (id: number) =>
  (await db.select().from(suppliers).where(eq(suppliers.id, id))).map((row) => [row.booksMicros, row.booksVersion])[0];

test('entries follow each other, a purchase and a return are booked once, and nothing is booked for nothing', async () => {
  const { id } = await newSupplier();
  const { id: adminId } = await makeAdmin(db);
  const forwardId = await makeForward(id);
  const of = { supplierId: id, forwardId };
  expect(await buy(id, forwardId)).toEqual({ isBooked: true, seq: 1, balanceAfterMicros: '-900000' });
  expect(await buy(id, forwardId)).toEqual({ isBooked: false, seq: null, balanceAfterMicros: '-900000' });
  expect((await inTx((tx) => bookCorrection(tx, { ...of, amountMicros: supplierMicros(-100) }))).seq).toBe(2);
  await db
    .update(forwards)
    .set({ chargedMicros: supplierMicros(900_100), chargedNanos: nanos(900_100_000) })
    .where(eq(forwards.id, forwardId));
  const back = { ...of, amountMicros: supplierMicros(500_000) };
  expect((await inTx((tx) => bookReturn(tx, back))).seq).toBe(3);
  expect((await inTx((tx) => bookReturn(tx, back))).isBooked).toBe(false);
  expect((await buy(id, await makeForward(id, 'sending'), supplierMicros(0))).isBooked).toBe(false);
  await inTx((tx) => bookPayment(tx, { supplierId: id, amountMicros: supplierMicros(1_000_000), adminId }));
  expect(
    (await entriesOf(id)).map((entry) => [entry.seq, entry.kind, entry.amountExact, entry.balanceAfterExact]),
  ).toEqual([
    [1, 'purchase', '-900000', '-900000'],
    [2, 'correction', '-100', '-900100'],
    [3, 'return', '500000', '-400100'],
    [4, 'payment', '1000000', '599900'],
  ]);
  expect(await booksOf(id)).toEqual(['599900', 4]);
  expect((await checkLedger(db)).problems).toEqual([]);
  await expect(async () => buy(id, forwardId, supplierMicros(-1))).rejects.toThrow(RangeError);
  await expect(db.delete(supplierEntries)).rejects.toThrow();
});

test('books keep ten decimals, also beside a server of the release before', async () => {
  const { id } = await newSupplier();
  const { id: adminId } = await makeAdmin(db);
  const pay = (micros: string) =>
    inTx((tx) => bookPayment(tx, { supplierId: id, amountMicros: micros as SupplierMicros, adminId }));
  expect((await pay('0.0003')).balanceAfterMicros).toBe('0.0003');
  const forwardId = await makeForward(id);
  // A cost with more digits than the release before knows.
  await db.execute(sql`update forwards set cost_exact = 1.5001 where id = ${forwardId}`);
  const asBefore = (kind: string, micros: number, of: number) =>
    db.execute(sql`
      with books as (
        update suppliers set books_micros = books_micros + ${micros}::bigint, books_version = books_version + 1 where id = ${id}
        returning id, books_version, books_micros
      )
      insert into supplier_entries (supplier_id, seq, kind, amount_micros, balance_after_micros, forward_id)
      select id, books_version, ${kind}, ${micros}::bigint, books_micros, ${of}::bigint from books`);
  await asBefore('purchase', -2, forwardId);
  expect((await pay('0.9996')).balanceAfterMicros).toBe('-1.0001');
  await db.execute(sql`update forwards set charged_micros = 3, charged_nanos = 3000 where id = ${forwardId}`);
  await asBefore('correction', -1, forwardId);
  await asBefore('return', 3, forwardId);
  expect((await pay('0.0001')).balanceAfterMicros).toBe('1');
  expect((await entriesOf(id)).map((entry) => [entry.amountExact, entry.balanceAfterExact, entry.amountWhole])).toEqual(
    [
      ['0.0003', '0.0003', 1],
      [null, '-1.9997', -2],
      ['0.9996', '-1.0001', 1],
      [null, '-2.0001', -1],
      [null, '0.9999', 3],
      ['0.0001', '1', 1],
    ],
  );
  const [costs] = await db.execute(sql`select cost_micros, charged_exact from forwards where id = ${forwardId}`);
  expect(costs).toEqual({ cost_micros: 2, charged_exact: '3' });
  expect((await checkLedger(db)).problems).toEqual([]);
  // A difference of a whole micro-unit is still found, and any of an exact entry.
  await db.execute(sql`update forwards set cost_exact = 4 where id = ${forwardId}`);
  expect((await checkLedger(db)).problems).toEqual([expect.stringContaining(`forward ${forwardId} (accepted, cost 4`)]);
  await db.execute(sql`update forwards set cost_exact = 1.5001 where id = ${forwardId}`);
});

test.each([
  ['supplier_services', 'cost'],
  ['service_sources', 'accepted_cost'],
])('a cost in %s is the same for this server and one of the release before', async (table, column) => {
  const { id } = await newSupplier();
  await makeSource(db, await makeService(db), { id }, { costMicros: '0.0001' as SupplierMicros });
  const [exact, whole] = [sql.identifier(`${column}_exact`), sql.identifier(`${column}_micros`)];
  const costs = async (change?: SQL) => {
    if (change) await db.execute(sql`update ${sql.identifier(table)} set ${change} where supplier_id = ${id}`);
    const [row] = await db.execute(
      sql`select ${exact} as exact, ${whole} as whole from ${sql.identifier(table)} where supplier_id = ${id}`,
    );
    return [row?.exact, row?.whole];
  };
  expect(await costs()).toEqual(['0.0001', 1]);
  expect(await costs(sql`${exact} = 2.5`)).toEqual(['2.5', 3]);
  // The list of the release before has the same cost, and then another one.
  expect(await costs(sql`${whole} = 3`)).toEqual(['2.5', 3]);
  expect(await costs(sql`${whole} = 7`)).toEqual(['7', 7]);
});

test('many at once leave no gap, and one purchase of one forward', async () => {
  const { id } = await newSupplier();
  const ids = await Promise.all(Array.from({ length: 8 }, () => makeForward(id)));
  const booked = await Promise.all([...ids, ...ids].map((forwardId) => buy(id, forwardId)));
  expect(booked.filter(({ isBooked }) => isBooked)).toHaveLength(8);
  expect((await entriesOf(id)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect((await checkLedger(db)).problems).toEqual([]);
});

/** Damages the books in a transaction that is rolled back, without triggers. @returns the problems that a proof then finds */
async function problemsAfter(damage: SQL): Promise<string[]> {
  const rolledBack = new Error('rolled back');
  let found: string[] = [];
  const work = db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(damage);
    found = (await proveEverything(tx)).problems;
    throw rolledBack;
  });
  await expect(work).rejects.toBe(rolledBack);
  return found;
}

test('a proof finds each damage of the books', async () => {
  const { id } = await newSupplier();
  const forwardId = await makeForward(id);
  for (const each of [forwardId, await makeForward(id), await makeForward(id)]) await buy(id, each);
  const another = await newSupplier();
  const ofSupplier = sql`where supplier_id = ${id}`;
  for (const [damage, problem] of [
    [sql`update suppliers set books_exact = books_exact + 0.0001 where id = ${id}`, `the books of supplier ${id} hold`],
    [sql`update suppliers set books_version = books_version + 1 where id = ${id}`, `the books of supplier ${id} hold`],
    [sql`delete from supplier_entries ${ofSupplier} and seq = 3`, `the books of supplier ${id} hold`],
    [sql`delete from supplier_entries ${ofSupplier} and seq = 2`, `entry 3 of supplier ${id}:`],
    [sql`delete from supplier_entries ${ofSupplier} and seq = 1`, `entry 2 of supplier ${id}:`],
    [sql`update supplier_entries set amount_exact = -1 ${ofSupplier} and seq = 1`, `entry 1 of supplier ${id}:`],
    [sql`update supplier_entries set amount_exact = -1 ${ofSupplier} and seq = 2`, `entry 2 of supplier ${id}:`],
    [
      sql`update forwards set cost_exact = 900000.0001 where id = ${forwardId}`,
      `forward ${forwardId} (accepted, cost 900000.0001`,
    ],
    [sql`update forwards set supplier_id = ${another.id} where id = ${forwardId}`, `forward ${forwardId} (accepted,`],
    [
      sql`update forwards set state = 'unknown', external_order_id = null, accepted_at = null where id = ${forwardId}`,
      `forward ${forwardId} (missing,`,
    ],
  ] as const) {
    expect(await problemsAfter(damage)).toContainEqual(expect.stringContaining(problem));
  }
  const unbooked = await makeForward(id);
  expect((await checkLedger(db)).problems).toEqual([
    expect.stringContaining(`forward ${unbooked} (accepted, cost 900000`),
  ]);
  await buy(id, unbooked);
  expect((await checkLedger(db)).problems).toEqual([]);
});

test('a proof from the checkpoints reads the books, too', async () => {
  const { id } = await newSupplier();
  await buy(id, await makeForward(id));
  expect((await proofOfNew()).problems).toEqual([]);
  await db
    .update(suppliers)
    .set({ booksMicros: supplierMicros(1) })
    .where(eq(suppliers.id, id));
  expect((await proofOfNew()).problems).toEqual([expect.stringContaining(`the books of supplier ${id} hold 1`)]);
  await db
    .update(suppliers)
    .set({ booksMicros: supplierMicros(-COST) })
    .where(eq(suppliers.id, id));
});

/** A proof that takes what is sealed for granted. */
async function proofOfNew() {
  const wallets = await db.execute<{ id: number }>(sql`select id from accounts where kind = 'wallet'`);
  await sealWallets(
    db,
    wallets.map((wallet) => wallet.id),
    { rowsPerCheckpoint: 1 },
  );
  await db.execute(sql`update ledger_proof set orders_until = now()`);
  const proof = await checkNewEntries(db, { smallLedgerRows: 0 });
  expect(proof.newRows).toBeDefined();
  return proof;
}

test("a person's stop replaces the panel's, and nothing replaces a person's", async () => {
  const [{ id }, admin] = [await newSupplier(), await makeAdmin(db)];
  const stop = (reason: 'unknowns' | 'account' | 'person') =>
    stopSupplier(db, { supplierId: id, reason, ...(reason === 'person' && { stoppedBy: admin.id }), text: `x\0y` });
  expect([
    await stop('unknowns'),
    await stop('account'),
    await stop('person'),
    await stop('person'),
    await stop('unknowns'),
  ]).toEqual([...[true, false, true, false, false]]);
  const [row] = await db.select().from(suppliers).where(eq(suppliers.id, id));
  expect(row).toMatchObject({ stoppedReason: 'person', stoppedBy: admin.id });
});

test('after a restore every supplier is stopped, and what may have been bought is unknown', async () => {
  const { id } = await newSupplier();
  const states = ['queued', 'sending', 'waiting_funds', 'refused', 'unknown'] as const;
  const ids: number[] = [];
  for (const state of states) {
    const forwardId = await makeForward(id, state === 'refused' || state === 'unknown' ? 'queued' : state);
    if (state === 'refused')
      await db.execute(
        sql`update forwards set state = 'refused', due_at = null, ended_at = now() where id = ${forwardId}`,
      );
    if (state === 'unknown')
      await db.execute(
        sql`update forwards set state = 'unknown', due_at = null, unknown_since = now() where id = ${forwardId}`,
      );
    ids.push(forwardId);
  }
  const accepted = await makeForward(id);
  await buy(id, accepted);
  const { forwards: changed } = await stopAllSuppliers(db, 'restored');
  // The sending one of another test, too.
  expect(changed).toBeGreaterThanOrEqual(3);
  const after = await db
    .select()
    .from(forwards)
    .where(sql`id = any(${sql.param([...ids, accepted])})`)
    .orderBy(forwards.id);
  expect(after.map(({ state }) => state)).toEqual(['unknown', 'unknown', 'unknown', 'refused', 'unknown', 'accepted']);
  const events = await db
    .select()
    .from(forwardEvents)
    .where(sql`forward_id = any(${sql.param(ids)})`)
    .orderBy(forwardEvents.forwardId);
  expect(events.map(({ seq, from, to }) => [seq, from, to])).toEqual([
    [1, 'queued', 'unknown'],
    [1, 'sending', 'unknown'],
    [1, 'waiting_funds', 'unknown'],
  ]);
  expect(await db.$count(suppliers, sql`stopped_at is null`)).toBe(0);
  expect(await stopAllSuppliers(db, 'restored')).toEqual({ suppliers: 0, forwards: 0 });
});

test('old calls are deleted, except purchases', async () => {
  const { id } = await newSupplier();
  await db.execute(sql`
    insert into supplier_calls (supplier_id, action, forward_id, request, may_have_arrived, outcome, started_at, duration_ms)
    select ${id}, 'status', forward, '', true, at::text, now() - make_interval(days => at), 1
    from (values (6, null), (8, null), (900, 1::bigint)) as calls (at, forward)`);
  await deleteOldCalls(db);
  const left = await db.execute<{ outcome: string }>(
    sql`select outcome from supplier_calls where supplier_id = ${id} order by id`,
  );
  expect(left.map(({ outcome }) => outcome)).toEqual(['6', '900']);
});
