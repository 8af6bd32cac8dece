import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { forwards } from '#db/schema/forwards.ts';
import { orders } from '#db/schema/orders.ts';
import { createTestDatabase, type TestDatabase } from '#db/testing/database.ts';
import { createSecretBox } from '#server/base/secrets/secret-box.ts';
import { dollars, makeOrder, makeUser, type TestUser } from '#server/testing/factories.ts';
import type { SupplierOrder } from '#server/testing/supplier-server.ts';
import { makeSupplier } from '#server/testing/suppliers.ts';
import { nanos } from '#shared/money.ts';
import { DOLLAR_RATE, supplierMicros } from '#shared/supplier-money.ts';
import { reconcileForwards } from './reconcile-forwards.ts';

let database: TestDatabase;
let customer: TestUser;
/** One that takes `request_id`, and one that does not. */
const ids = { modern: 0, old: 0 };
let placed: { orderId: number; link: string };

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  customer = await makeUser(db, { balanceNanos: dollars(100) });
  const secrets = createSecretBox(randomBytes(32).toString('base64'), { error: () => {} });
  const server = { url: 'https://example.com', key: 'k', currency: 'USD' };
  for (const name of ['modern', 'old'] as const) ids[name] = (await makeSupplier(db, secrets, server)).id;
});
afterAll(() => database.drop());

beforeEach(async () => {
  const link = `https://example.com/${randomBytes(4).toString('hex')}`;
  placed = { orderId: (await makeOrder(database.db, customer, { link })).id, link };
});

type Forward = Partial<typeof forwards.$inferInsert>;
const bought = { externalId: '101', costMicros: supplierMicros(9), ratePicos: DOLLAR_RATE, costNanos: nanos(9) };
/** The suppliers' numbers are never used twice. */
const numberOf = (id: string) => `${placed.orderId}-${id}`;
const accepted = (supplierId: number, id: string): Forward => ({
  ...{ state: 'accepted', dueAt: null, supplierId, externalOrderId: numberOf(id), ...bought },
  acceptedAt: new Date(),
});
const unknown = (supplierId: number): Forward => ({
  state: 'unknown',
  dueAt: null,
  supplierId,
  unknownSince: new Date(),
});
const withdrawn: Forward = { state: 'withdrawn', dueAt: null, endedAt: new Date() };

interface Story {
  forward?: () => Forward;
  /** What the suppliers sold for the link: the status by the number. */
  modern?: Record<string, string>;
  old?: Record<string, string>;
  orderStatus?: 'rejected';
  byStaff?: true;
  isListed?: true;
}

const sold = (statuses: Record<string, string> = {}) =>
  new Map(
    Object.entries(statuses).map(([id, status]): [string, SupplierOrder] => {
      const rest = { service: '101', quantity: 1_000, charge: 9, startCount: 0, remains: 0 };
      return [numberOf(id), { ...rest, link: placed.link, status }];
    }),
  );

test.each<[string, Story, string[]]>([
  ['sold once and accepted', { forward: () => accepted(ids.old, '1'), old: { 1: 'Completed' } }, []],
  [
    'sold twice',
    { forward: () => accepted(ids.old, '1'), old: { 1: 'Pending', 2: 'Pending' } },
    ['boughtTwice', 'lostPurchases'],
  ],
  [
    'sold by both',
    { forward: () => accepted(ids.old, '1'), old: { 1: 'Pending' }, modern: { 1: 'Pending' } },
    ['boughtTwice', 'lostPurchases'],
  ],
  ['accepted, and the supplier does not have it', { forward: () => accepted(ids.old, '1') }, ['lostPurchases']],
  [
    'sold by another than it says',
    { forward: () => accepted(ids.modern, '1'), old: { 1: 'Pending' } },
    ['lostPurchases'],
  ],
  ['never queued', {}, ['lostPurchases']],
  ['sold and withdrawn', { forward: () => withdrawn, old: { 1: 'Pending' } }, ['lostPurchases']],
  [
    'withdrawn by staff',
    { forward: () => withdrawn, old: { 1: 'Pending' }, byStaff: true, orderStatus: 'rejected' },
    [],
  ],
  ['unknown and listed', { forward: () => unknown(ids.old), old: { 1: 'Pending' }, isListed: true }, []],
  ['unknown and not listed', { forward: () => unknown(ids.old) }, ['lostPurchases']],
  ['unknown with request_id', { forward: () => unknown(ids.modern), isListed: true }, ['unsettled']],
  ['still queued', { forward: () => ({}) }, ['unfinished']],
  [
    'refunded although it is delivered',
    { forward: () => accepted(ids.old, '1'), old: { 1: 'Completed' }, orderStatus: 'rejected' },
    ['wronglyRefunded'],
  ],
  [
    'refunded as the supplier says',
    { forward: () => accepted(ids.old, '1'), old: { 1: 'Canceled' }, orderStatus: 'rejected' },
    [],
  ],
])('%s', async (_what, story, problems) => {
  const { db } = database;
  const { orderId } = placed;
  let listed: number[] = [];
  if (story.forward) {
    const [made] = await db
      .insert(forwards)
      .values({ orderId, ...story.forward() })
      .returning({ id: forwards.id });
    if (made && story.isListed) listed = [made.id];
  }
  if (story.orderStatus) await db.update(orders).set({ status: story.orderStatus }).where(eq(orders.id, orderId));
  const found = await reconcileForwards(db, {
    placed: [placed],
    suppliers: [
      { id: ids.modern, takesRequestId: true, orders: sold(story.modern) },
      { id: ids.old, takesRequestId: false, orders: sold(story.old) },
    ],
    decisions: { rejected: new Set(story.byStaff ? [orderId] : []), refunded: new Set() },
    listed: new Set(listed),
  });
  const named = Object.entries(found).filter(([, list]) => Array.isArray(list) && list.length > 0);
  expect(named.map(([name]) => name)).toEqual(problems);
});
