import { and, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { forwardEvents, forwards } from '#db/schema/forwards.ts';
import { mailOutbox } from '#db/schema/mail.ts';
import { orders } from '#db/schema/orders.ts';
import { services } from '#db/schema/services.ts';
import { serviceSources, supplierServices } from '#db/schema/supplier-catalogue.ts';
import { suppliers } from '#db/schema/suppliers.ts';
import { users } from '#db/schema/users.ts';
import { testDatabase } from '#db/testing/database.ts';
import { supplierMicros } from '#shared/supplier-money.ts';
import { pauseOutgoing } from '../../base/queue/pause-outgoing.ts';
import { resumeOutgoing } from '../../features/backups/resume-outgoing.ts';
import { raiseAlarms } from '../../features/reports/raise-alarms.ts';
import { wakeWaiting } from '../../features/suppliers/wake-waiting.ts';
import { makeAdmin, makeOrder, makeService } from '../../testing/factories.ts';
import {
  addSupplier,
  forwardOf,
  makeForwardedService,
  startTestForwarder,
  until,
  untilForward,
} from '../../testing/forwarder.ts';
import { listedService } from '../../testing/supplier-server.ts';
import { makeSource } from '../../testing/suppliers.ts';

const database = await testDatabase();
const { db } = database;
const forwarder = startTestForwarder(database);

const isPostponed = async (id: number) => ((await forwardOf(database, id)).dueAt?.getTime() ?? 0) > Date.now() + 30_000;
const rowOf = async (id: number) => (await db.select().from(suppliers).where(eq(suppliers.id, id)))[0];

test.concurrent('a refusal of the order or the service goes on to the next source, and the last leaves it to a person', async () => {
  const made = await makeForwardedService(database);
  const second = await addSupplier(database, made);
  made.server.answerNext('add', 'service_off');
  const { id } = await made.order();
  await untilForward(database, id, { state: 'accepted', supplierId: second.supplier.id, attempts: 2, position: 2 });
  expect([made.server.bought(), second.server.bought()]).toEqual([0, 1]);
  const [source] = await db.select().from(serviceSources).where(eq(serviceSources.supplierId, made.supplier.id));
  expect(source).toMatchObject({ pausedReason: 'refused', pausedText: 'error.incorrect_service_id' });
  // The paused source is skipped from now on.
  second.server.answerNext('add', 'refused');
  const other = await made.order();
  await untilForward(database, other.id, { state: 'refused', flag: 'all_refused' });
  expect(made.server.callsOf('add')).toHaveLength(1);
  const events = await db
    .select()
    .from(forwardEvents)
    .where(eq(forwardEvents.forwardId, (await forwardOf(database, id)).id));
  expect(events.map(({ to }) => to)).toEqual(['sending', 'queued', 'sending', 'accepted']);
});

test.concurrent('a service is off sale after its last source has refused it, also after a conflict, and the admins get an alarm', async () => {
  const made = await makeForwardedService(database);
  const second = await addSupplier(database, made);
  const { id: adminId, userName } = await makeAdmin(db);
  await db.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.id, adminId));
  const stored = () => db.select().from(services).where(eq(services.id, made.service.id));
  // A deadlock rolls the first pause back.
  await db.execute(
    sql.raw(`
      create sequence pauses;
      create function refuse_first_pause() returns trigger language plpgsql as $$ begin
        if nextval('pauses') = 1 then raise exception 'deadlock' using errcode = '40P01'; end if;
        return new;
      end $$;
      create trigger refuse_first_pause before update on services for each row
        when (new.id = ${made.service.id} and new.hidden) execute function refuse_first_pause()`),
  );
  for (const { server } of [made, second]) server.answerNext('add', 'service_off');
  await made.order();
  await until(stored, [{ hidden: true, pausedReason: 'gone' }]);
  await raiseAlarms(db, 'https://panel.example');
  const mails = await db
    .select()
    .from(mailOutbox)
    .where(and(eq(mailOutbox.recipient, `${userName}@example.com`), eq(mailOutbox.about, 'alarm:services_paused')));
  expect(mails).toHaveLength(1);
});

test.concurrent('a refused key stops the supplier, and its queue waits until it is resumed', async () => {
  const made = await makeForwardedService(database);
  made.server.answerNext('add', 'wrong_key');
  const { id } = await made.order();
  await untilForward(database, id, { state: 'queued', attempts: 1, nextSupplierId: null });
  expect(await rowOf(made.supplier.id)).toMatchObject({ stoppedReason: 'account', stoppedText: 'Invalid API key' });
  await db
    .update(suppliers)
    .set({ stoppedAt: null, stoppedReason: null, stoppedText: null })
    .where(eq(suppliers.id, made.supplier.id));
  forwarder.events.publish('suppliers');
  await untilForward(database, id, { state: 'accepted' });
  expect(made.server.bought()).toBe(1);
});

test.concurrent('three unknowns in ten minutes stop a supplier without request_id, and its balance is read after each', async () => {
  const made = await makeForwardedService(database);
  made.server.answerAll('add', 'page_504_after');
  const ids = [];
  for (let count = 0; count < 4; count++) ids.push((await made.order()).id);
  await until(() => rowOf(made.supplier.id), { stoppedReason: 'unknowns' });
  const unknowns = await db.$count(forwards, sql`supplier_id = ${made.supplier.id} and state = 'unknown'`);
  expect(unknowns).toBe(3);
  await untilForward(database, ids[3] ?? 0, { state: 'queued', nextSupplierId: null });
  await untilForward(database, ids[0] ?? 0, { evidenceBalanceMicros: supplierMicros(999_100_000), dueAt: null });
  expect(made.server.callsOf('add')).toHaveLength(3);
});

test.concurrent('what waits for funds is sent when the balance suffices, smaller ones first if they fit', async () => {
  const made = await makeForwardedService(database);
  made.server.balance = 100;
  const { id } = await made.order();
  await untilForward(database, id, { state: 'waiting_funds' });
  await until(() => rowOf(made.supplier.id), { balanceMicros: '100' });
  made.server.balance = 5_000_000;
  await db
    .update(suppliers)
    .set({ balanceMicros: supplierMicros(5_000_000), balanceAt: sql`now()` })
    .where(eq(suppliers.id, made.supplier.id));
  forwarder.events.publish('suppliers');
  await untilForward(database, id, { state: 'accepted', attempts: 2 });
  expect(made.server.bought()).toBe(1);
});

test.concurrent('a resume looks at the balance at once', async () => {
  const made = await makeForwardedService(database);
  made.server.balance = 100;
  const { id } = await made.order();
  await untilForward(database, id, { state: 'waiting_funds' });
  await until(() => rowOf(made.supplier.id), { balanceMicros: '100' });
  made.server.balance = 5_000_000;
  await db.transaction((tx) => wakeWaiting(tx, made.supplier.id));
  forwarder.events.publish('suppliers');
  await untilForward(database, id, { state: 'accepted', attempts: 2 });
});

test.concurrent('what waits for the money or the link of a supplier that is not a source now is queued at the sources, or left to a person', async () => {
  const made = await makeForwardedService(database);
  const next = await addSupplier(database, made, { position: 2 });
  made.server.balance = 100;
  const moved = await made.order();
  await untilForward(database, moved.id, { state: 'waiting_funds' });
  await db.delete(serviceSources).where(eq(serviceSources.supplierId, made.supplier.id));
  forwarder.events.publish('services');
  await untilForward(database, moved.id, { state: 'accepted', supplierId: next.supplier.id, position: 2 });

  const alone = await makeForwardedService(database);
  alone.server.balance = 100;
  const [left, linked] = [await alone.order(), await alone.order()];
  await untilForward(database, left.id, { state: 'waiting_funds' });
  await db.execute(sql`
    update forwards set link_in_use_since = now(), due_at = now() + interval '15 minutes' where order_id = ${linked.id}`);
  await db.delete(serviceSources).where(eq(serviceSources.serviceId, alone.service.id));
  forwarder.events.publish('services');
  await untilForward(database, left.id, { state: 'refused', flag: 'all_refused' });
  await untilForward(database, linked.id, { state: 'unknown', flag: 'link_in_use', dueAt: null });
  expect([made.server.bought(), alone.server.bought()]).toEqual([0, 0]);
});

test.concurrent('no connection waits for the same supplier, and after ten minutes goes on to the next source', async () => {
  const made = await makeForwardedService(database);
  const second = await addSupplier(database, made);
  await made.server.close();
  const { id } = await made.order();
  const row = await untilForward(database, id, { state: 'queued', attempts: 1 });
  expect(row).toMatchObject({ nextSupplierId: made.supplier.id, position: 1 });
  expect(await rowOf(made.supplier.id)).toMatchObject({ unreachableSince: expect.any(Date), stoppedAt: null });
  await db.execute(sql`
    update suppliers set unreachable_since = now() - interval '11 minutes', paused_until = now() + interval '1 minute'
    where id = ${made.supplier.id}`);
  await untilForward(database, id, { state: 'accepted', supplierId: second.supplier.id });
  expect([made.server.bought(), second.server.bought()]).toEqual([0, 1]);
});

test.concurrent('an order that costs just what it is charged is bought', async () => {
  const made = await makeForwardedService(database);
  await db.delete(serviceSources).where(eq(serviceSources.serviceId, made.service.id));
  const even = await addSupplier(database, made, { costMicros: supplierMicros(1_000_000) });
  const { id } = await made.order();
  const { costNanos } = await untilForward(database, id, { state: 'accepted', supplierId: even.supplier.id });
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  expect(costNanos).toBe(order?.chargeNanos);
});

test.concurrent.each([
  ['above the order’s own price', { costMicros: supplierMicros(1_000_001) }, {}],
  ['above the limit of the supplier for one order', {}, { orderLimitMicros: supplierMicros(899_999) }],
])('a source that costs %s is skipped, and without another a person decides', async (_name, source, limits) => {
  const made = await makeForwardedService(database);
  await db.delete(serviceSources).where(eq(serviceSources.serviceId, made.service.id));
  const dear = await addSupplier(database, made, source);
  await db
    .update(suppliers)
    .set({ updatedAt: new Date(), ...limits })
    .where(eq(suppliers.id, dear.supplier.id));
  const { id } = await made.order();
  await untilForward(database, id, { state: 'refused', flag: 'too_expensive', attempts: 0 });
  expect(dear.server.calls).toEqual([]);
});

test.concurrent.each([
  ['below its minimum', { min: 1_001 }],
  ['above its maximum', { max: 999 }],
])('a source is skipped for a quantity %s', async (_name, listed) => {
  const made = await makeForwardedService(database);
  await db.update(supplierServices).set(listed).where(eq(supplierServices.supplierId, made.supplier.id));
  const second = await addSupplier(database, made);
  const { id } = await made.order();
  await untilForward(database, id, { state: 'accepted', supplierId: second.supplier.id, attempts: 1 });
  expect(made.server.callsOf('add')).toEqual([]);
});

test.concurrent('a package that is of type Default there is bought as one unit', async () => {
  const made = await makeForwardedService(database);
  const pack = await makeService(db, { type: 'package', per: 1, min: 1, max: 1 });
  made.server.services.push(listedService({ service: 102, min: '1', max: '1' }));
  const listed = { tradeType: 'Default', min: 1, max: 1 };
  await makeSource(db, pack, made.supplier, { externalId: '102', costMicros: supplierMicros(900), listed });
  const { id } = await makeOrder(db, made.customer, { serviceId: pack.id, quantity: undefined });
  await untilForward(database, id, { state: 'accepted', costMicros: supplierMicros(900) });
  expect(made.server.callsOf('add').map(({ parameters }) => parameters.quantity)).toEqual(['1']);
});

test.concurrent('the limit of a day holds purchases back', async () => {
  const made = await makeForwardedService(database, { supplier: { dayLimitMicros: supplierMicros(1_000_000) } });
  const first = await made.order();
  await untilForward(database, first.id, { state: 'accepted' });
  const second = await made.order();
  await untilForward(database, second.id, { state: 'queued', nextSupplierId: null });
  expect(made.server.bought()).toBe(1);
  await db
    .update(suppliers)
    .set({ dayLimitMicros: supplierMicros(2_000_000) })
    .where(eq(suppliers.id, made.supplier.id));
  forwarder.events.publish('suppliers');
  await untilForward(database, second.id, { state: 'accepted' });
});

test.concurrent('orders of a blocked customer, and of a service whose sources are all paused, are not sent', async () => {
  const made = await makeForwardedService(database);
  await db
    .update(serviceSources)
    .set({ pausedAt: new Date(), pausedReason: 'person' })
    .where(eq(serviceSources.serviceId, made.service.id));
  const { id } = await made.order();
  await until(() => isPostponed(id), true);
  await db.update(users).set({ blockedAt: new Date() }).where(eq(users.id, made.customer.id));
  await db
    .update(serviceSources)
    .set({ pausedAt: null, pausedReason: null })
    .where(eq(serviceSources.serviceId, made.service.id));
  forwarder.events.publish('services');
  await untilForward(database, id, { state: 'queued', nextSupplierId: made.supplier.id });
  await until(() => isPostponed(id), true);
  expect(made.server.calls).toEqual([]);
});

test('a purchase is stored though the database rolls back for deadlocks, and a refusal waits for a list without the supplier’s row', async () => {
  const made = await makeForwardedService(database, { supplier: { unreachableSince: new Date() } });
  await db.execute(sql`create sequence deadlocks`);
  await db.execute(sql`
    create function meet_deadlocks() returns trigger language plpgsql as $$ begin
      if new.state = 'accepted' and nextval('deadlocks') <= 6 then raise exception using errcode = 'deadlock_detected'; end if;
      return new;
    end $$`);
  await db.execute(
    sql`create trigger deadlocks before update on forwards for each row execute function meet_deadlocks()`,
  );
  const { id } = await made.order();
  await untilForward(database, id, { state: 'accepted', attempts: 1, unknownSince: null });
  await db.execute(sql`drop trigger deadlocks on forwards`);

  await db.update(suppliers).set({ unreachableSince: new Date() }).where(eq(suppliers.id, made.supplier.id));
  made.server.answerNext('add', 'service_off');
  // As a list is taken: the services, their sources, and the supplier last.
  const other = await db.transaction(async (tx) => {
    await tx.execute(sql`select from service_sources where service_id = ${made.service.id} for no key update`);
    const placed = await made.order();
    await until(
      async () => db.$count(sql`pg_stat_activity`, sql`datname = current_database() and wait_event_type = 'Lock'`),
      1,
    );
    await tx.execute(sql`select from suppliers where id = ${made.supplier.id} for no key update nowait`);
    return placed;
  });
  await untilForward(database, other.id, { state: 'refused', flag: 'all_refused' });
});

test('while everything outgoing is paused, nothing is sent', async () => {
  const made = await makeForwardedService(database);
  await pauseOutgoing(db, 'A test');
  const { id } = await made.order();
  await untilForward(database, id, { state: 'queued', nextSupplierId: made.supplier.id });
  expect(made.server.calls).toEqual([]);
  await resumeOutgoing(db, null, { mails: 'send' });
  await untilForward(database, id, { state: 'accepted' });
});
