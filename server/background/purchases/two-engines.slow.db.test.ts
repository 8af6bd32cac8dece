import { eq, sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { closeDb, connect } from '#db/client.ts';
import { forwards } from '#db/schema/forwards.ts';
import { orders } from '#db/schema/orders.ts';
import { supplierEntries } from '#db/schema/suppliers.ts';
import { testDatabase } from '#db/testing/database.ts';
import { decideOrder } from '../../features/orders/decide-order.ts';
import type { SupplierClient } from '../../suppliers/protocols/client.ts';
import { makeAdmin } from '../../testing/factories.ts';
import { makeForwardedService, startTestForwarder, testSupplierClient, until } from '../../testing/forwarder.ts';
import type { FaultName } from '../../testing/supplier-faults.ts';
import { withoutEvents } from '../../testing/without-events.ts';

const database = await testDatabase();
const { db, url } = database;

/** A second server's pool on the same database. */
function otherServer() {
  const other = connect(url, { applicationName: 'reseller-panel other' });
  afterAll(() => closeDb(other));
  return { db: other, url };
}

/** Counts the purchases in flight by supplier. */
function countingClient(server: Pick<typeof database, 'db'>, inFlight: Map<number, number>, most: Map<number, number>) {
  const client = testSupplierClient(server);
  const add: SupplierClient['add'] = async (supplier, ...rest) => {
    const now = (inFlight.get(supplier.id) ?? 0) + 1;
    inFlight.set(supplier.id, now);
    most.set(supplier.id, Math.max(now, most.get(supplier.id) ?? 0));
    try {
      return await client.add(supplier, ...rest);
    } finally {
      inFlight.set(supplier.id, (inFlight.get(supplier.id) ?? 1) - 1);
    }
  };
  return { ...client, add };
}

const MIXED: (FaultName | undefined)[] = [
  'lost_before',
  'lost_after',
  'page_504_after',
  'html_before',
  'throttled',
  'no_order_after',
];
const ORDERS = 150;

test('two servers buy 300 orders once each, in turn where the supplier needs it, also while staff reject some', async () => {
  const servers = [database, otherServer()];
  const [inFlight, most] = [new Map<number, number>(), new Map<number, number>()];
  for (const server of servers) startTestForwarder(server, { client: countingClient(server, inFlight, most) });
  const own = await makeForwardedService(database, { takesRequestId: true });
  const plain = await makeForwardedService(database);
  let calls = 0;
  const faulty = () => (++calls % 4 === 0 ? (MIXED[(calls / 4) % MIXED.length] ?? undefined) : undefined);
  own.server.answerNext('add', ...Array.from({ length: 2 * ORDERS }, () => faulty() ?? {}));
  const admin = await makeAdmin(db);
  const [ids, rejected] = [[] as number[], new Set<number>()];
  for (let count = 0; count < ORDERS; count++) {
    for (const { order } of [own, plain]) ids.push((await order()).id);
    if (count % 10 !== 0) continue;
    const id = ids.at(-1) ?? 0;
    const decision = decideOrder(withoutEvents(db), admin.actor, { id, decision: 'reject' });
    if (
      await decision.then(
        () => true,
        () => false,
      )
    )
      rejected.add(id);
  }
  const isSettled = sql`state in ('accepted', 'withdrawn')`;
  await until(() => db.$count(forwards, isSettled), ids.length, 280_000);
  const withdrawn = await db.$count(forwards, eq(forwards.state, 'withdrawn'));
  expect(withdrawn).toBe(rejected.size);
  expect(own.server.bought() + plain.server.bought()).toBe(ids.length - withdrawn);
  for (const { server } of [own, plain]) {
    const links = [...server.orders.values()].map(({ link }) => link);
    expect(new Set(links).size).toBe(links.length);
  }
  expect(await db.$count(supplierEntries)).toBe(ids.length - withdrawn);
  expect(await db.$count(orders, sql`status = 'rejected'`)).toBe(rejected.size);
  expect([most.get(plain.supplier.id), (most.get(own.supplier.id) ?? 0) <= 50]).toEqual([1, true]);
}, 300_000);
