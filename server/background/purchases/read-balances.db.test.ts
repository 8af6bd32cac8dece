import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { suppliers } from '#db/schema/suppliers.ts';
import { testDatabase } from '#db/testing/database.ts';
import { supplierMicros } from '#shared/supplier-money.ts';
import { createOutbound } from '../../base/outbound/outbound.ts';
import { pauseOutgoing } from '../../base/queue/pause-outgoing.ts';
import { createSecretBox } from '../../base/secrets/secret-box.ts';
import { bookPayment } from '../../suppliers/books.ts';
import { createSupplierClient } from '../../suppliers/protocols/client.ts';
import { makeAdmin } from '../../testing/factories.ts';
import { until } from '../../testing/forwarder.ts';
import { startSupplierServer } from '../../testing/supplier-server.ts';
import { makeSupplier, STOPPED } from '../../testing/suppliers.ts';
import { readOldBalances } from './read-balances.ts';

const { db } = await testDatabase();
const log = { warn: () => {}, error: () => {} };
const secrets = createSecretBox(randomBytes(32).toString('base64'), log);
const outbound = createOutbound({ policy: { allowLoopback: true } });
const client = createSupplierClient({ db, secrets, outbound, log });
const server = await startSupplierServer({ balance: 5_000_000 });
afterAll(() => server.close());
const threshold = { lowBalanceMicros: supplierMicros(10_000_000) };
const balanceOf = async (id: number) =>
  (await db.select({ balance: suppliers.balanceMicros }).from(suppliers).where(eq(suppliers.id, id)))[0]?.balance;

test('balances of suppliers in use are read without a person, and nothing is called while all is held', async () => {
  const make = async (overrides = {}) => (await makeSupplier(db, secrets, server, overrides)).id;
  const watched = await make(threshold);
  const used = await make();
  const others = [
    await make(),
    await make({ ...threshold, ...STOPPED }),
    await make({ ...threshold, pausedUntil: new Date(Date.now() + 3_600_000) }),
  ];
  const { id: adminId } = await makeAdmin(db);
  await db.transaction((tx) => bookPayment(tx, { supplierId: used, amountMicros: supplierMicros(1), adminId }));
  await pauseOutgoing(db, 'Restored from a backup');
  expect(await readOldBalances(db, client)).toBe(0);
  await db.execute(sql`update outgoing_hold set released_at = now()`);
  expect(await readOldBalances(db, client)).toBe(2);
  expect([await balanceOf(watched), await balanceOf(used)]).toEqual(['5000000', '5000000']);
  for (const id of others) expect(await balanceOf(id)).toBeNull();
  // They are new now.
  expect(await readOldBalances(db, client)).toBe(0);
  expect(server.callsOf('balance')).toHaveLength(2);
  await db.update(suppliers).set({ balanceAt: sql`now() - interval '6 minutes'` }).where(eq(suppliers.id, used));
  server.balance = 4_000_000;
  server.answerNext('balance', { status: 200, body: '<html>' });
  expect(await readOldBalances(db, client)).toBe(0);
  expect(await balanceOf(used)).toBe('5000000');
  server.answerNext('balance', { status: 200, body: '{"balance":"7","currency":"EUR"}' });
  expect(await readOldBalances(db, client)).toBe(0);
  expect(await balanceOf(used)).toBe('5000000');
  expect(await readOldBalances(db, client)).toBe(1);
  expect(await balanceOf(used)).toBe('4000000');
  // Of the panel at the address before.
  await db.update(suppliers).set({ balanceAt: sql`now() - interval '6 minutes'` }).where(eq(suppliers.id, used));
  const { promise: moved, resolve: answer } = Promise.withResolvers<void>();
  server.balance = 3_000_000;
  server.answerNext('balance', { after: moved });
  const before = server.callsOf('balance').length;
  const reading = readOldBalances(db, client);
  await until(async () => server.callsOf('balance').length, before + 1);
  await db
    .update(suppliers)
    .set({ url: `${server.url}/other` })
    .where(eq(suppliers.id, used));
  answer();
  expect(await reading).toBe(0);
  expect(await balanceOf(used)).toBe('4000000');
});
