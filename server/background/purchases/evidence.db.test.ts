import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { forwards } from '#db/schema/forwards.ts';
import { suppliers } from '#db/schema/suppliers.ts';
import { testDatabase } from '#db/testing/database.ts';
import { resumeSupplier } from '../../features/suppliers/stop-and-resume.ts';
import { stopAllSuppliers } from '../../suppliers/stop-supplier.ts';
import { makeAdmin } from '../../testing/factories.ts';
import {
  forwardOf,
  makeForwardedService,
  startTestForwarder,
  testSupplierClient,
  until,
  untilForward,
} from '../../testing/forwarder.ts';
import { type Fault, type FaultName, faults } from '../../testing/supplier-faults.ts';
import { makeSource } from '../../testing/suppliers.ts';

const database = await testDatabase();
const { db } = database;
const silentSuppliers = new Set<number>();
const forwarder = startTestForwarder(database, { client: testSupplierClient(database, { silentSuppliers }) });

const unclear = (Object.keys(faults) as FaultName[]).filter((name) =>
  /^(lost|hung|page|html|empty|error|no_order|zero|negative|null|cut|doubled|huge|redirect|slow)/.test(name),
);

test('a supplier that takes request_id settles every unknown purchase itself, buys each once, and is not stopped', async () => {
  const { server, supplier, order } = await makeForwardedService(database, { takesRequestId: true });
  silentSuppliers.add(supplier.id);
  server.answerNext('add', ...unclear.filter((name) => name !== 'empty_list'));
  const placed = await Promise.all(unclear.map(() => order()));
  for (const { id } of placed) await untilForward(database, id, { state: 'accepted' });
  expect(server.bought()).toBe(placed.length);
  expect(new Set([...server.orders.values()].map(({ requestId }) => requestId)).size).toBe(placed.length);
  const [row] = await db.select().from(suppliers).where(eq(suppliers.id, supplier.id));
  expect(row?.stoppedAt).toBeNull();
});

const { actor } = await makeAdmin(db);
const resume = (id: number) => resumeSupplier({ db, events: forwarder.events }, actor, { id });

test('after a restore everything not accepted is unknown, and a supplier that takes request_id settles it once it is resumed', async () => {
  const own = await makeForwardedService(database, { takesRequestId: true });
  const sold = await own.order();
  const { id: soldForward } = await untilForward(database, sold.id, { state: 'accepted' });
  await db
    .update(suppliers)
    .set({ stoppedAt: new Date(), stoppedReason: 'person' })
    .where(eq(suppliers.id, own.supplier.id));
  const queued = await own.order();
  await untilForward(database, queued.id, { state: 'queued' });
  // The backup is older than the purchase.
  await db.execute(sql`alter table forwards disable trigger user`);
  await db.execute(sql`
    update forwards set state = 'queued', attempts = 0, supplier_id = null, external_id = null, external_order_id = null,
      accepted_at = null, due_at = now(), status_due_at = null where id = ${soldForward}`);
  await db.execute(sql`delete from supplier_entries where forward_id = ${soldForward}`).catch(() => undefined);
  await db.execute(sql`alter table forwards enable trigger user`);
  expect((await stopAllSuppliers(db, 'restored')).forwards).toBe(2);
  for (const { id } of [sold, queued]) await untilForward(database, id, { state: 'unknown' });
  await resume(own.supplier.id);
  for (const { id } of [sold, queued]) await untilForward(database, id, { state: 'accepted', restoredAt: null });
  expect(own.server.bought()).toBe(2);
});

test('after a restore a service with two sources, or a supplier without request_id, waits for a person', async () => {
  const [two, plain] = [
    await makeForwardedService(database, { takesRequestId: true }),
    await makeForwardedService(database),
  ];
  await makeSource(db, two.service, plain.supplier, { externalId: '102' });
  for (const { supplier } of [two, plain])
    await db
      .update(suppliers)
      .set({ stoppedAt: new Date(), stoppedReason: 'person' })
      .where(eq(suppliers.id, supplier.id));
  const orders = [await two.order(), await plain.order()];
  await stopAllSuppliers(db, 'restored');
  for (const { supplier } of [two, plain]) await resume(supplier.id);
  for (const { id } of orders) await untilForward(database, id, { state: 'unknown', dueAt: null });
  expect([two.server.callsOf('add'), plain.server.callsOf('add')]).toEqual([[], []]);
  expect(await db.$count(forwards, sql`restored_at is not null and state = 'unknown'`)).toBe(2);
  // After the backup it may have been bought without its id, which is what the supplier took then.
  plain.server.takesRequestId = true;
  await db.update(suppliers).set({ idempotent: true }).where(eq(suppliers.id, plain.supplier.id));
  forwarder.events.publish('suppliers');
  plain.server.answerNext('add', 'lost_after');
  const after = await plain.order();
  await untilForward(database, after.id, { state: 'accepted', attempts: 2 });
  await untilForward(database, orders[1]?.id ?? 0, { state: 'unknown', dueAt: null, attempts: 0 });
  expect(plain.server.bought()).toBe(1);
});

test('a refusal of the key is no evidence: the supplier is stopped, and asked again when it is resumed', async () => {
  const { server, supplier, order } = await makeForwardedService(database, { takesRequestId: true });
  server.answerNext('add', 'page_504_after', 'wrong_key');
  const { id } = await order();
  await untilForward(database, id, { state: 'unknown', attempts: 2, lockOwner: null });
  const [row] = await db.select().from(suppliers).where(eq(suppliers.id, supplier.id));
  expect(row?.stoppedReason).toBe('account');
  await resume(supplier.id);
  await untilForward(database, id, { state: 'accepted', attempts: 3 });
  expect(server.bought()).toBe(1);
});

test.each<[string, FaultName | Fault]>([
  ['a maintenance', 'maintenance'],
  ['a firewall about the link', { status: 401, body: '{"error":"The link is invalid"}' }],
  ['a refused account beside a link', { status: 200, body: '{"error":"Unauthorized: see the link in your profile"}' }],
])(
  'words of %s are no evidence: the next source gets nothing, and the first is asked until it answers',
  async (_, fault) => {
    const [first, next] = [
      await makeForwardedService(database, { takesRequestId: true }),
      await makeForwardedService(database, { takesRequestId: true }),
    ];
    await makeSource(db, first.service, next.supplier, { externalId: '102' });
    first.server.answerNext('add', 'lost_after', fault);
    const { id } = await first.order();
    await untilForward(database, id, { state: 'accepted', attempts: 3, supplierId: first.supplier.id });
    expect([first.server.bought(), next.server.callsOf('add').length]).toEqual([1, 0]);
  },
);

test('only a resume of its own supplier makes an unknown purchase due that waits; one that was left is asked for when a source may be back', async () => {
  const own = await makeForwardedService(database, { takesRequestId: true });
  const other = await makeForwardedService(database, { takesRequestId: true });
  for (const { server } of [own, other]) server.answerAll('add', 'lost_after');
  const [asked, waiting, left] = [await own.order(), await other.order(), await other.order()];
  for (const { id } of [asked, waiting, left]) {
    await untilForward(database, id, { state: 'unknown' });
    // One that could not be asked for has no time.
    const dueAt = id === left.id ? sql`null` : sql`now() + interval '10 minutes'`;
    const postponed = sql`update forwards set due_at = ${dueAt} where order_id = ${id} and holder is null returning id`;
    await until(async () => (await db.execute(postponed)).length, 1);
  }
  for (const { server } of [own, other]) server.answerAll('add', undefined);
  const before = await forwardOf(database, waiting.id);
  await resume(own.supplier.id);
  forwarder.events.publish('services');
  for (const { id } of [asked, left]) await untilForward(database, id, { state: 'accepted' });
  expect(await forwardOf(database, waiting.id)).toEqual(before);
});

test('an unknown purchase from before `request_id` was switched on is not asked for: the supplier does not know its id', async () => {
  const { server, supplier, order } = await makeForwardedService(database);
  server.answerNext('add', 'lost_after');
  const before = await order();
  await untilForward(database, before.id, { state: 'unknown', dueAt: null });
  server.takesRequestId = true;
  await db.update(suppliers).set({ idempotent: true }).where(eq(suppliers.id, supplier.id));
  forwarder.events.publish('suppliers');
  server.answerNext('add', 'lost_after');
  // Rows are asked for in the order in which they became due: the one from before had its turn.
  const after = await order();
  await untilForward(database, after.id, { state: 'accepted', attempts: 2 });
  await untilForward(database, before.id, { state: 'unknown', dueAt: null, attempts: 1 });
  expect(server.bought()).toBe(2);
});
