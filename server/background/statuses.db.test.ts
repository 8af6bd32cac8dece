import { randomBytes } from 'node:crypto';
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { forwards } from '#db/schema/forwards.ts';
import { rateLimits } from '#db/schema/limits.ts';
import { orders } from '#db/schema/orders.ts';
import { queueClaims } from '#db/schema/queue.ts';
import { supplierCalls, suppliers } from '#db/schema/suppliers.ts';
import { testDatabase } from '#db/testing/database.ts';
import { deliveryTimes } from '../base/lists/delivery-times.ts';
import { createOutbound } from '../base/outbound/outbound.ts';
import { pauseOutgoing } from '../base/queue/pause-outgoing.ts';
import { createSecretBox } from '../base/secrets/secret-box.ts';
import { createSupplierClient } from '../suppliers/protocols/client.ts';
import { takeCall } from '../suppliers/take-call.ts';
import { makeBought } from '../testing/bought-orders.ts';
import { dollars, makeUser } from '../testing/factories.ts';
import { startTestQueue } from '../testing/queue.ts';
import { type SupplierServer, startSupplierServer } from '../testing/supplier-server.ts';
import { makeSupplier } from '../testing/suppliers.ts';
import { statusKinds } from './statuses.ts';

const database = await testDatabase();
const { db } = database;
const log = { warn: vi.fn<(...args: unknown[]) => void>(), error: vi.fn<(...args: unknown[]) => void>() };
const secrets = createSecretBox(randomBytes(32).toString('base64'), log);
const client = createSupplierClient({
  ...{ db, secrets, log },
  outbound: createOutbound({ policy: { allowLoopback: true } }),
});
const published = vi.fn<(topic: string, subject?: string) => void>();

afterEach(async () => {
  await db.delete(rateLimits);
  await db.update(forwards).set({ statusDueAt: null });
  published.mockClear();
});

function startReader() {
  const reader = startTestQueue(database, statusKinds({ db, client, log, events: { publish: published } }), {
    log: { ...log, info: () => {} },
  });
  onTestFinished(() => reader.stop());
  return reader;
}

async function serve(overrides: Partial<typeof suppliers.$inferInsert> = {}) {
  const server = await startSupplierServer();
  onTestFinished(() => server.close());
  return { server, supplier: await makeSupplier(db, secrets, server, overrides) };
}

/** Orders that are bought, and due. All but the first have been asked for once. */
async function makeMany({ server, supplier }: Awaited<ReturnType<typeof serve>>, count: number) {
  const customer = await makeUser(db, { balanceNanos: dollars(1) });
  const first = await makeBought(db, { customer, server, supplier });
  const [sample] = [server.orders.get(first.externalOrderId)];
  const copies = await db.execute<{ id: string }>(sql`
    with placed as (
      insert into orders (user_id, service_id, service_name, link, quantity, price_micros, per, charge_nanos)
      select user_id, service_id, service_name, link, quantity, price_micros, per, charge_nanos
      from orders, generate_series(2, ${count}) where id = ${first.order.id} returning id
    )
    insert into forwards (order_id, state, due_at, supplier_id, external_id, external_order_id, cost_micros, rate_picos, cost_nanos,
      accepted_at, status_count, supplier_status, supplier_remains, supplier_charge_micros, status_due_at)
    select placed.id, 'accepted', null, f.supplier_id, f.external_id, ${first.externalOrderId} || '-' || placed.id, f.cost_micros,
      f.rate_picos, f.cost_nanos, f.accepted_at, 1, 'Pending', 1000, f.cost_micros, now()
    from placed, forwards f where f.id = ${first.id} returning external_order_id as id`);
  for (const { id } of copies) if (sample) server.orders.set(id, { ...sample });
  await db.update(forwards).set({ statusDueAt: sql`now()` }).where(eq(forwards.id, first.id));
  return [first.externalOrderId, ...copies.map(({ id }) => id)];
}

const asked = (server: SupplierServer) =>
  server.callsOf('status').map(({ parameters }) => (parameters.orders ?? parameters.order ?? '').split(','));
const countDue = () => db.$count(forwards, sql`status_due_at <= now() + interval '20 seconds'`);

test('asks for 1,000 open orders in ten calls, and once each though two servers ask', async () => {
  const { server, supplier } = await serve({ callsPerMinute: 600 });
  const ids = await makeMany({ server, supplier }, 1_000);
  const first = startReader();
  await expect.poll(() => db.$count(forwards, sql`status_at is not null`)).toBe(1_000);
  await first.stop();
  const calls = asked(server);
  expect(calls.map((each) => each.length)).toEqual(Array(10).fill(100));
  expect(calls.flat().toSorted()).toEqual(ids.toSorted());
  // Without news they are noted in one statement a call.
  const [counts] = await db.execute(
    sql`select min(status_count)::int as least, max(status_count)::int as most from forwards`,
  );
  expect(counts).toEqual({ least: 1, most: 2 });

  await db.update(forwards).set({ statusDueAt: sql`now()`, statusAt: null });
  startReader();
  startReader();
  await expect.poll(() => db.$count(forwards, sql`status_at is not null`)).toBe(1_000);
  const again = asked(server).slice(calls.length);
  expect(again.flat().toSorted()).toEqual(ids.toSorted());
  expect(log.error).not.toHaveBeenCalled();
});

test('fills a call with older orders that are due soon', async () => {
  const { server, supplier } = await serve();
  const ids = await makeMany({ server, supplier }, 5);
  const at = (position: number) => eq(forwards.externalOrderId, ids[position] ?? '');
  const old = sql`now() - interval '1 hour'`;
  await db.update(forwards).set({ acceptedAt: old, statusDueAt: sql`now() + interval '4 minutes'` }).where(at(1));
  await db.update(forwards).set({ acceptedAt: old, statusDueAt: sql`now() + interval '6 minutes'` }).where(at(2));
  await db.update(forwards).set({ statusDueAt: sql`now() + interval '30 seconds'` }).where(at(3));
  // The interval of this one is six minutes, of which a third is two.
  const late = sql`now() + interval '10 minutes'`;
  await db
    .update(forwards)
    .set({ acceptedAt: old, statusDueAt: sql`now() + interval '4 minutes'`, statusLateAt: late })
    .where(at(4));
  startReader();
  await expect.poll(() => asked(server).length).toBeGreaterThan(0);
  expect(asked(server)[0]?.toSorted()).toEqual([ids[0], ids[1]].toSorted());
});

test('orders without news are asked for again by the usual time of their service, each by its own', async () => {
  const { server, supplier } = await serve();
  const [, slow = ''] = await makeMany({ server, supplier }, 2);
  const [, quick = ''] = await makeMany({ server, supplier }, 2);
  const [order] = await db.execute<{ serviceId: number }>(sql`
    select o.service_id as "serviceId" from orders o join forwards f on f.order_id = o.id where f.external_order_id = ${slow}`);
  const time = { deliveries: 9, medianMinutes: 0, p10Minutes: 1_000, p90Minutes: 2_000, p95Minutes: 0 };
  vi.spyOn(deliveryTimes, 'get').mockResolvedValue(new Map([[order?.serviceId ?? 0, time]]));
  const ids = [slow, quick];
  await db
    .update(forwards)
    .set({ acceptedAt: sql`now() - interval '200 minutes'` })
    .where(inArray(forwards.externalOrderId, ids));
  startReader();
  await expect
    .poll(() => db.$count(forwards, and(isNotNull(forwards.statusAt), inArray(forwards.externalOrderId, ids))))
    .toBe(2);
  const minutesOf = async (id: string) => {
    const [row] = await db.execute<{ minutes: number }>(sql`
      select round(extract(epoch from status_due_at - status_at) / 60)::int as minutes from forwards where external_order_id = ${id}`);
    return row?.minutes;
  };
  expect([await minutesOf(slow), await minutesOf(quick)]).toEqual([100, 17]);
});

test('a slow supplier delays no other', async () => {
  const slow = await serve();
  const quick = await serve();
  slow.server.answerAll('status', 'hung_before');
  await makeMany(slow, 1);
  startReader();
  await expect.poll(() => asked(slow.server).length).toBe(1);
  const [id] = await makeMany(quick, 1);
  quick.server.setStatus(id ?? '', { status: 'Completed' });
  const statusOf = async () => {
    const [row] = await db
      .select({ status: orders.status })
      .from(orders)
      .innerJoin(forwards, eq(forwards.orderId, orders.id))
      .where(eq(forwards.externalOrderId, id ?? ''));
    return row?.status;
  };
  await expect.poll(statusOf).toBe('completed');
  expect(published.mock.calls.map(([topic]) => topic)).toContain('orders');
  // The slow call has not ended yet.
  expect(asked(slow.server)).toHaveLength(1);
  expect(await db.$count(supplierCalls, eq(supplierCalls.supplierId, slow.supplier.id))).toBe(0);
  await slow.server.close();
});

test('makes no more calls than a supplier allows, on all servers together', async () => {
  const { server, supplier } = await serve({ callsPerMinute: 2 });
  await makeMany({ server, supplier }, 300);
  startReader();
  startReader();
  await expect.poll(() => asked(server).length).toBe(2);
  // The third call has been refused by the bucket.
  await expect.poll(countDue).toBe(100);
  await expect.poll(async () => (await takeCall(db, supplier)) > 0).toBe(true);
  expect(asked(server)).toHaveLength(2);
});

test('asks again later after a failed call, and nothing is lost', async () => {
  const { server, supplier } = await serve();
  await makeMany({ server, supplier }, 2);
  await db.update(forwards).set({ statusLateAt: new Date('2026-01-31') });
  server.answerNext('status', 'page_504_before');
  startReader();
  await expect.poll(() => asked(server).length).toBe(1);
  await expect
    .poll(() => db.$count(forwards, sql`status_due_at between now() and now() + interval '30 seconds'`))
    .toBe(2);
  // A retry is no answer: the supplier falls behind with these.
  expect(await db.$count(forwards, sql`status_due_at is not null and status_late_at = '2026-01-31'`)).toBe(2);
});

test.each([
  ['with calls left', false],
  ['without calls left', true],
])(
  'asks for what an ended process has taken at once, alone, so that a deadly answer is set aside: %s',
  async (_, isUsedUp) => {
    const { server, supplier } = await serve({ callsPerMinute: 1 });
    await makeMany({ server, supplier }, 2);
    await db.update(forwards).set({ statusDueAt: sql`now() + interval '170 seconds'` });
    if (isUsedUp) await takeCall(db, supplier);
    await db.insert(queueClaims).values({ kind: 'statuses', id: supplier.id, what: 'A supplier', lockOwner: 77 });
    const answered = Promise.withResolvers<void>();
    server.answerNext('status', { after: answered.promise });
    startReader();
    await expect.poll(() => asked(server).map((ids) => ids.length)).toEqual([2]);
    expect(await db.select().from(queueClaims)).toMatchObject([{ id: supplier.id, attempts: 2, alone: 1 }]);
    answered.resolve();
    await expect.poll(() => db.$count(queueClaims)).toBe(0);
  },
);

test('makes no call while everything outgoing is paused, and asks a stopped supplier for statuses', async () => {
  const { server, supplier } = await serve();
  await makeMany({ server, supplier }, 1);
  await pauseOutgoing(db, 'A test');
  await db
    .update(suppliers)
    .set({ stoppedAt: sql`now()`, stoppedReason: 'unknowns' })
    .where(eq(suppliers.id, supplier.id));
  const look = vi.spyOn(db, 'execute');
  startReader();
  await expect.poll(() => look.mock.calls.length).toBeGreaterThan(6);
  expect(asked(server)).toEqual([]);
  await db.execute(sql`update outgoing_hold set released_at = now()`);
  await expect.poll(() => asked(server).length).toBe(1);
});

test('goes on after an answer that can not be applied', async () => {
  const { server, supplier } = await serve();
  const ids = await makeMany({ server, supplier }, 2);
  for (const id of ids) server.setStatus(id, { status: 'Completed' });
  const [broken = '', whole = ''] = ids;
  await db.execute(sql`
    create function refuse_order() returns trigger language plpgsql as $$ begin raise exception 'No'; end $$`);
  const [row] = await db.select({ id: forwards.orderId }).from(forwards).where(eq(forwards.externalOrderId, broken));
  await db.execute(
    sql.raw(
      `create trigger refuse_one before update on orders for each row when (OLD.id = ${row?.id}) execute function refuse_order()`,
    ),
  );
  onTestFinished(async () => void (await db.execute(sql`drop function refuse_order() cascade`)));
  startReader();
  const statuses = () =>
    db
      .select({ id: forwards.externalOrderId, status: orders.status })
      .from(orders)
      .innerJoin(forwards, eq(forwards.orderId, orders.id))
      .where(inArray(forwards.externalOrderId, ids))
      .orderBy(orders.id);
  await expect.poll(statuses).toEqual([
    { id: broken, status: 'pending' },
    { id: whole, status: 'completed' },
  ]);
  await expect.poll(() => log.error.mock.calls.length).toBe(1);
  log.error.mockClear();
});
