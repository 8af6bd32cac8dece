import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { forwardEvents } from '#db/schema/forwards.ts';
import { testDatabase } from '#db/testing/database.ts';
import { payIn } from '../../features/suppliers/pay-in.ts';
import { makeAdmin } from '../../testing/factories.ts';
import {
  addSupplier,
  forwardOf,
  makeForwardedService,
  startTestForwarder,
  testSupplierClient,
  until,
  untilForward,
} from '../../testing/forwarder.ts';
import type { FaultName } from '../../testing/supplier-faults.ts';
import { readStoredBalance } from './balance-evidence.ts';

const database = await testDatabase();
const { db } = database;
const forwarder = startTestForwarder(database);
const client = testSupplierClient(database);
const { actor } = await makeAdmin(db);

const ofSupplier = ({ supplier }: Pick<Shop, 'supplier'>) => sql`supplier_id = ${supplier.id}`;

type Shop = Awaited<ReturnType<typeof makeShop>>;

/** A supplier with a second behind it, whose last purchases were each seen in the next reading, and which is read again before the next. */
async function makeShop(balance = 999_876_540) {
  const made = await makeForwardedService(database);
  made.server.balance = balance;
  const second = await addSupplier(database, made);
  await read(made);
  const bought = [];
  for (let nth = 0; nth < 20; nth++) bought.push((await made.order()).id);
  for (const id of bought) await untilForward(database, id, { state: 'accepted' });
  // Their statuses were all read a moment ago and say the same.
  await db.execute(
    sql`update forwards set status_at = now() + interval '1 hour' where supplier_id = ${made.supplier.id}`,
  );
  await until(() => read(made), true);
  for (const id of bought) expect((await forwardOf(database, id)).balanceSeenAt).not.toBeNull();
  return { ...made, second };
}

/** @returns whether it is a reading that can be proof: it is none while a purchase is being stored */
async function read({ supplier }: Pick<Shop, 'supplier'>): Promise<boolean> {
  const count = () => db.execute(sql`select from supplier_readings where supplier_id = ${supplier.id}`);
  const before = (await count()).length;
  await readStoredBalance(db, client, supplier);
  return (await count()).length > before;
}

/** Everything was so much earlier. */
async function pass({ supplier }: Pick<Shop, 'supplier'>, minutes: number, readings = minutes) {
  const of = sql`supplier_id = ${supplier.id}`;
  const [gone, goneReadings] = [minutes, readings].map((count) => sql`make_interval(mins => ${count})`);
  await db.execute(sql`
    with moved as (
      update supplier_readings set at = at - ${goneReadings}, started_at = started_at - ${goneReadings} where ${of}
    )
    update forwards set sent_at = sent_at - ${gone}, unknown_since = unknown_since - ${gone}, accepted_at = accepted_at - ${goneReadings},
      balance_seen_at = balance_seen_at - ${goneReadings} where ${of}`);
}

/** The evidence is looked at now. @returns when it did so */
async function lookAgain({ supplier, server }: Shop, id: number) {
  const calls = server.callsOf('balance').length;
  await db.execute(
    sql`update forwards set due_at = now() where order_id = ${id} and state = 'unknown' and supplier_id = ${supplier.id}`,
  );
  forwarder.events.publish('forwards');
  await until(async () => server.callsOf('balance').length > calls, true);
  await until(async () => {
    const { state, dueAt } = await forwardOf(database, id);
    return state !== 'unknown' || dueAt === null || dueAt.getTime() > Date.now();
  }, true);
}

/** An order that becomes unknown, three minutes ago. */
async function makeUnknown(shop: Shop, fault: FaultName) {
  shop.server.answerNext('add', fault);
  const { id } = await shop.order();
  // It waits for the first reading that counts.
  await until(async () => ((await forwardOf(database, id)).dueAt?.getTime() ?? 0) > Date.now() + 60_000, true);
  await pass(shop, 3);
  return id;
}

test.concurrent.each<FaultName>(['page_504_before', 'error_words_before', 'lost_before'])(
  'a balance that did not move proves that nothing was bought, after two readings: %s',
  async (fault) => {
    const shop = await makeShop();
    const id = await makeUnknown(shop, fault);
    const { unknownSince } = await forwardOf(database, id);
    while ((await forwardOf(database, id)).state === 'unknown') await lookAgain(shop, id);
    const later = await db.execute(sql`
      select from supplier_readings where ${ofSupplier(shop)} and started_at >= ${unknownSince?.toISOString()}::timestamptz + interval '2 minutes'`);
    expect(later.length).toBeGreaterThan(1);
    const row = await untilForward(database, id, { state: 'accepted', supplierId: shop.second.supplier.id });
    const events = await db.select().from(forwardEvents).where(eq(forwardEvents.forwardId, row.id));
    expect(events.map(({ reason }) => reason).join('\n')).toMatch(
      /nothing was bought; proof: the balance was 981.87654 before/,
    );
    expect([shop.server.bought(), shop.second.server.bought()]).toEqual([20, 1]);
  },
);

test.concurrent.each<FaultName>(['page_504_after', 'error_words_after'])(
  'a balance that fell by the cost proves that it was bought, and a person names its number: %s',
  async (fault) => {
    const shop = await makeShop();
    const id = await makeUnknown(shop, fault);
    await lookAgain(shop, id);
    await lookAgain(shop, id);
    await untilForward(database, id, { state: 'unknown', balanceProof: 'bought', dueAt: null });
    expect(shop.second.server.callsOf('add')).toEqual([]);
  },
);

test('a balance that did not move proves it of all that are unknown', async () => {
  const shop = await makeShop();
  shop.server.answerNext('add', 'lost_before', 'lost_before');
  const placed = [await shop.order(), await shop.order()];
  for (const { id } of placed)
    await until(async () => ((await forwardOf(database, id)).dueAt?.getTime() ?? 0) > Date.now() + 60_000, true);
  await pass(shop, 3);
  await until(() => read(shop), true);
  await db.execute(sql`update forwards set due_at = now() where ${ofSupplier(shop)} and state = 'unknown'`);
  forwarder.events.publish('forwards');
  for (const { id } of placed)
    await untilForward(database, id, { supplierId: shop.second.supplier.id, state: 'accepted' });
  expect([shop.server.bought(), shop.second.server.bought()]).toEqual([20, 2]);
});

/** What happens after the purchase became unknown and before it is looked at. The purchase was bought where the balance hides it. */
const doubts: [string, FaultName, (shop: Shop, id: number) => Promise<unknown> | void][] = [
  [
    'a purchase before was not seen',
    'page_504_before',
    (shop) =>
      db.execute(sql`
    update forwards set balance_seen_at = null where id = (select max(id) from forwards where ${ofSupplier(shop)} and state = 'accepted')`),
  ],
  [
    'there were nineteen purchases',
    'page_504_before',
    (shop) =>
      db.execute(sql`
    update forwards set accepted_at = now() where id = (select max(id) from forwards where ${ofSupplier(shop)} and state = 'accepted')`),
  ],
  [
    'somebody has paid in as much',
    'page_504_after',
    async (shop, id) => {
      const { costMicros } = await forwardOf(database, id);
      await payIn({ db, events: forwarder.events }, actor, {
        id: shop.supplier.id,
        amount: costMicros ?? (0 as never),
      });
      shop.server.balance += Number(costMicros ?? 0);
    },
  ],
  ['the balance moved by another amount', 'page_504_before', (shop) => void (shop.server.balance -= 5_000_000)],
  ['the reading before it is old', 'page_504_before', (shop) => pass(shop, 0, 9)],
  [
    'the key is another one since',
    'page_504_before',
    (shop) =>
      db.execute(sql`
    update supplier_readings set account = 'another' where ${ofSupplier(shop)}`),
  ],
  [
    'a person has settled another since',
    'page_504_after',
    (shop) =>
      db.execute(sql`
    update forwards set unknown_since = now() where id = (select max(id) from forwards where ${ofSupplier(shop)} and state = 'accepted')`),
  ],
  [
    'it was restored',
    'page_504_before',
    (shop) =>
      db.execute(sql`
    update forwards set restored_at = now() where ${ofSupplier(shop)} and state = 'unknown'`),
  ],
];

test.concurrent.each(doubts)('proves nothing if %s', async (_, fault, doubt) => {
  const shop = await makeShop();
  const id = await makeUnknown(shop, fault);
  await doubt(shop, id);
  for (let look = 0; look < 2; look++) await lookAgain(shop, id);
  await untilForward(database, id, { state: 'unknown', balanceProof: null, dueAt: null });
  expect(shop.second.server.callsOf('add')).toEqual([]);
});

test('an order whose status was not read since may have been refunded: the purchase waits for that', async () => {
  const shop = await makeShop();
  const id = await makeUnknown(shop, 'page_504_after');
  // Another order is canceled with as much money back, and the panel does not know it yet.
  const [order = ''] = shop.server.orders.keys();
  await db.execute(
    sql`update forwards set status_at = null where ${ofSupplier(shop)} and external_order_id = ${order}`,
  );
  shop.server.setStatus(order, { status: 'Canceled' });
  for (let look = 0; look < 3; look++) await lookAgain(shop, id);
  expect(await forwardOf(database, id)).toMatchObject({ state: 'unknown', balanceProof: null });
  expect(shop.second.server.callsOf('add')).toEqual([]);
});

test('a cost below what the balance shows is not proved by it', async () => {
  // It has at most one decimal in each reading, and the cost has two.
  const shop = await makeShop(1_000_000_000);
  shop.server.answerNext('add', 'page_504_before');
  const { id } = await shop.order();
  await untilForward(database, id, { state: 'unknown', dueAt: null, evidenceAt: expect.any(Date) as Date });
});

test('a purchase is seen only if the books explain the next reading', async () => {
  const made = await makeForwardedService(database);
  await read(made);
  const { id } = await made.order();
  await untilForward(database, id, { state: 'accepted' });
  made.server.balance -= 1;
  await until(() => read(made), true);
  expect((await forwardOf(database, id)).balanceSeenAt).toBeNull();
  await read(made);
  expect((await forwardOf(database, id)).balanceSeenAt).toBeNull();
});
