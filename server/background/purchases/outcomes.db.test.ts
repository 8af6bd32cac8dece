import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { forwards } from '#db/schema/forwards.ts';
import { orders } from '#db/schema/orders.ts';
import { supplierEntries } from '#db/schema/suppliers.ts';
import { testDatabase } from '#db/testing/database.ts';
import { makeForwardedService, startTestForwarder, testSupplierClient, untilForward } from '../../testing/forwarder.ts';
import type { FaultName } from '../../testing/supplier-faults.ts';

const database = await testDatabase();
const { db } = database;
const silentSuppliers = new Set<number>();
startTestForwarder(database, { client: testSupplierClient(database, { silentSuppliers }) });

type Row = typeof forwards.$inferSelect;
type State = Row['state'];

/** What a supplier without `request_id` does, the state that follows, and how many it sold. */
const outcomes: Partial<Record<FaultName, [State, bought: number, more?: Partial<Row>]>> = {
  slow: ['accepted', 1],
  lost_before: ['unknown', 0],
  lost_after: ['unknown', 1],
  hung_before: ['unknown', 0],
  hung_after: ['unknown', 1],
  page_504_before: ['unknown', 0],
  page_504_after: ['unknown', 1],
  html_before: ['unknown', 0],
  html_after: ['unknown', 1],
  empty_before: ['unknown', 0],
  empty_after: ['unknown', 1],
  error_500_before: ['unknown', 0],
  error_500_after: ['unknown', 1],
  error_503_funds: ['unknown', 0],
  error_words_before: ['unknown', 0, { unknownWords: 'Something went wrong, try again' }],
  error_words_after: ['unknown', 1, { unknownWords: 'Something went wrong, try again' }],
  maintenance: ['unknown', 0, { unknownWords: 'We are under maintenance, please try again later' }],
  no_order_before: ['unknown', 0],
  no_order_after: ['unknown', 1],
  zero_order_after: ['unknown', 1],
  negative_order_after: ['unknown', 1],
  null_order_after: ['unknown', 1],
  cut_json_after: ['unknown', 1],
  doubled_after: ['unknown', 1],
  error_beside_order_after: ['unknown', 1],
  huge_before: ['unknown', 0],
  huge_after: ['unknown', 1],
  redirect: ['unknown', 0],
  refused: ['refused', 0, { flag: 'all_refused', refusal: 'Link is private' }],
  refused_400: ['refused', 0, { flag: 'all_refused' }],
  no_funds: ['waiting_funds', 0],
  wrong_key: ['queued', 0, { nextSupplierId: null }],
  service_off: ['refused', 0, { flag: 'all_refused' }],
  link_in_use: ['queued', 0],
  throttled: ['queued', 0],
  throttled_endlessly: ['queued', 0],
  echoes_key: ['refused', 0],
  notice_before_json: ['accepted', 1],
};

test.concurrent.each(Object.entries(outcomes))('%s', async (fault, [state, bought, more = {}]) => {
  const { server, supplier, order: place } = await makeForwardedService(database);
  if (fault.startsWith('hung')) silentSuppliers.add(supplier.id);
  // With a balance the purchase would go on at once.
  if (fault === 'no_funds') server.balance = 0;
  server.answerNext('add', fault as FaultName);
  const { id } = await place();
  const row = await untilForward(database, id, { state, attempts: 1, ...more });
  expect(server.bought()).toBe(bought);
  expect(server.callsOf('add')).toHaveLength(1);
  expect(row.refusal ?? '').not.toContain(server.key);
  const entries = await db.$count(supplierEntries, eq(supplierEntries.supplierId, supplier.id));
  expect(entries).toBe(state === 'accepted' ? 1 : 0);
  const [order] = await db.select({ status: orders.status }).from(orders).where(eq(orders.id, id));
  // The customer does not read whether it is unknown.
  expect(order?.status).toBe(state === 'accepted' || state === 'unknown' ? 'processing' : 'pending');
});

test.concurrent.each([
  ['is unknown', null, { state: 'unknown', refusal: 'HTTP 200: no order' }],
  ['is a purchase where that place is named', 'data.order', { state: 'accepted', externalOrderId: '23501' }],
  ['is unknown where another place is named', 'order_id', { state: 'unknown', refusal: 'HTTP 200: no order_id' }],
] as const)('a number in another place than usual %s', async (_what, orderPlace, expected) => {
  const { server, order } = await makeForwardedService(database, { supplier: { orderPlace } });
  server.answerAll('add', { change: (sold) => ({ data: sold }) });
  await untilForward(database, (await order()).id, { attempts: 1, ...expected });
});
