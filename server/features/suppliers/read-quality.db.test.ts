import { eq, sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { forwards, supplierRequests } from '#db/schema/forwards.ts';
import { servicePrices } from '#db/schema/supplier-catalogue.ts';
import { micros } from '#shared/money.ts';
import type { SourceQuality } from '#shared/supplier-quality.ts';
import { createOutbound } from '../../base/outbound/outbound.ts';
import { createSupplierClient } from '../../suppliers/protocols/client.ts';
import { testApp } from '../../testing/app.ts';
import { makeBought } from '../../testing/bought-orders.ts';
import { dollars, makeRequest, makeService } from '../../testing/factories.ts';
import { planOf } from '../../testing/lists.ts';
import { makeCustomer, makeSignedInAdmin } from '../../testing/people.ts';
import { codeOf } from '../../testing/refusal.ts';
import { type SupplierOrder, startSupplierServer } from '../../testing/supplier-server.ts';
import { makeSource, makeSupplier } from '../../testing/suppliers.ts';
import { decideRequestWithin } from '../orders/requests/decide-request.ts';
import { askStatus } from '../orders/statuses/ask-status.ts';
import { sourceQualities } from './read-quality.ts';

const app = await testApp();
const { db } = app;
const server = await startSupplierServer();
afterAll(() => server.close());
const client = createSupplierClient({
  ...{ db, secrets: app.deps.secrets, log: { error: () => {} } },
  outbound: createOutbound({ policy: { allowLoopback: true } }),
});
const customer = await makeCustomer(app, dollars(100));
const admin = app.client((await makeSignedInAdmin(app)).accessToken).admin;
const addSupplier = () => makeSupplier(db, app.deps.secrets, server, { callsPerMinute: 6_000 });

const DAY = 24 * 60;
/** How the supplier delivers, in minutes after it has accepted the order. */
interface Delivery {
  /** When the first units are there. */
  begins?: number;
  ends?: number;
  as?: Partial<SupplierOrder> | 'by hand';
  acceptedAgo?: number;
}
const completed = { status: 'Completed', remains: 0 };
const partial = { status: 'Partial', remains: 300 };
const canceled = { status: 'Canceled', charge: 0 };

type Source = { supplier: Awaited<ReturnType<typeof addSupplier>>; externalId: string };
type Service = Awaited<ReturnType<typeof makeService>>;

async function deliver(
  of: Service,
  { supplier, externalId }: Source,
  { begins, ends = DAY, as, acceptedAgo = ends }: Delivery,
) {
  const acceptedAt = sql`now() - make_interval(mins => ${acceptedAgo})`;
  const forward = { externalId, acceptedAt } as object;
  const bought = await makeBought(db, { customer, server, supplier }, { of, forward });
  const say = async (status: Partial<SupplierOrder>) => {
    server.setStatus(bought.externalOrderId, status);
    await askStatus({ ...app.deps, client }, supplier, bought.id);
  };
  if (begins !== undefined) {
    await say({ status: 'In progress', remains: 1000 });
    await say({ status: 'In progress', remains: 400 });
    await db.execute(sql`
      update forwards set started_at = accepted_at + make_interval(mins => ${begins}) where id = ${bought.id} and started_at is not null`);
  }
  if (as === 'by hand') {
    await admin.orders.decide.mutate({ id: bought.order.id, decision: 'complete', confirmAtSupplier: true });
    await say(completed);
  } else if (as) await say(as);
  return bought;
}

async function qualityOf(input: { supplierId: number } | { serviceId: number }) {
  sourceQualities.forget(db);
  return (await admin.suppliers.quality.query(input)).items;
}
/** All but the time of the reading. */
function figures(quality: Awaited<ReturnType<typeof qualityOf>>[number]) {
  const { since: _, ...rest } = quality;
  return rest;
}

const none = {
  ...{ completed: 0, partial: 0, canceled: 0, started: 0, medianStartMinutes: null, p90StartMinutes: null },
  ...{ medianFinishMinutes: null, p90FinishMinutes: null, refillsAsked: 0, refillsDone: 0 },
  ...{ servicePriceRises: 0, servicePriceFalls: 0 },
};

test.each<[string, Delivery[], Partial<SourceQuality>]>([
  [
    'accepted, and still open',
    [{}, { begins: 10 }],
    { accepted: 2, started: 1, medianStartMinutes: 10, p90StartMinutes: 10 },
  ],
  [
    'completed after 1, 2 and 3 hours',
    [
      { begins: 10, ends: 60, as: completed },
      { begins: 20, ends: 120, as: completed },
      { begins: 30, ends: 180, as: completed },
    ],
    {
      ...{ accepted: 3, completed: 3, started: 3, medianStartMinutes: 20, p90StartMinutes: 28 },
      ...{ medianFinishMinutes: 120, p90FinishMinutes: 168 },
    },
  ],
  [
    'completed by the first answer',
    [{ ends: 45, as: completed }],
    {
      ...{ accepted: 1, completed: 1, started: 1, medianStartMinutes: 45, p90StartMinutes: 45 },
      ...{ medianFinishMinutes: 45, p90FinishMinutes: 45 },
    },
  ],
  [
    'partial and canceled, which are no deliveries',
    [
      { begins: 5, ends: 40, as: partial },
      { ends: 15, as: canceled },
    ],
    { accepted: 2, partial: 1, canceled: 1, started: 1, medianStartMinutes: 5, p90StartMinutes: 5 },
  ],
  ['ended by a person before the supplier says so', [{ as: 'by hand' }], { accepted: 1 }],
])('purchases that are %s', async (_, deliveries, expected) => {
  const [supplier, service] = [await addSupplier(), await makeService(db)];
  const source = { supplier, externalId: '7' };
  for (const each of deliveries) await deliver(service, source, each);
  const [only, ...more] = await qualityOf({ supplierId: supplier.id });
  expect(more).toEqual([]);
  const ids = { supplierId: supplier.id, serviceId: service.id, serviceName: service.name, externalId: '7' };
  expect(only && figures(only)).toEqual({ ...ids, ...none, ...expected });
});

test('a service has the figures of its sources, and a deleted one is among those of its suppliers', async () => {
  const service = await makeService(db, { refillDays: 30 });
  const [one, two] = [await addSupplier(), await addSupplier()];
  const first = { supplier: one, externalId: '101' };
  const second = { supplier: two, externalId: '202' };
  await deliver(service, first, { ends: 60, as: completed });
  await deliver(service, first, { ends: 15, as: canceled });
  await deliver(service, second, { ends: 30, as: completed });
  // Not a source of the service now, and another service of the supplier.
  await deliver(service, { supplier: two, externalId: '303' }, { ends: 30, as: completed });
  await deliver(await makeService(db), second, { ends: 30, as: completed });
  // With a source before, the orders would be bought again.
  for (const { supplier, externalId } of [first, second]) await makeSource(db, service, supplier, { externalId });

  const ofService = await qualityOf({ serviceId: service.id });
  expect(ofService).toMatchObject([
    { supplierId: one.id, externalId: '101', accepted: 2, completed: 1, canceled: 1, medianFinishMinutes: 60 },
    { supplierId: two.id, externalId: '202', accepted: 1, completed: 1, canceled: 0, medianFinishMinutes: 30 },
  ]);
  await admin.services.delete.mutate({ id: service.id });
  const ofSupplier = await qualityOf({ supplierId: one.id });
  expect(ofSupplier.map(figures)).toEqual(ofService.slice(0, 1).map(figures));
  expect((await qualityOf({ supplierId: two.id })).map(({ externalId }) => externalId).toSorted()).toEqual([
    '202',
    '202',
    '303',
  ]);
  expect((await qualityOf({ serviceId: service.id })).map(figures)).toEqual(ofService.map(figures));
});

test('what was accepted more than 30 days ago does not count, but a refill of it does', async () => {
  const [supplier, service] = [await addSupplier(), await makeService(db, { refillDays: 30 })];
  const source = { supplier, externalId: '101' };
  const old = { as: completed, acceptedAgo: 30 * DAY + 1 };
  const done = await deliver(service, source, { as: completed });
  const byHand = await deliver(service, source, old);
  const notSent = await deliver(service, source, old);
  const oldRefill = await deliver(service, source, old);
  const ask = async ({ order: { id } }: typeof done) => (await makeRequest(db, customer, { id, kind: 'refill' })).id;
  const decidedIds = [await ask(done), await ask(byHand)] as const;
  await db.update(supplierRequests).set({ attempts: 1 });
  await ask(notSent);
  await db.transaction((tx) =>
    decideRequestWithin(tx, { decider: 'supplier' }, { id: decidedIds[0], decision: 'done' }),
  );
  await admin.requests.decide.mutate({ id: decidedIds[1], decision: 'done' });
  await db.execute(sql`
    with asked as (
      insert into order_requests (order_id, user_id, asked_by, kind, status, created_at, closed_at)
      values (${oldRefill.order.id}, ${customer.id}, ${customer.id}, 'refill', 'done', now() - interval '31 days', now()) returning id
    ), sent as (
      insert into supplier_requests (order_request_id, forward_id, state, attempts, due_at) select id, ${oldRefill.id}, 'ended', 1, null from asked
    )
    insert into order_request_events (order_request_id, seq, from_status, to_status, decider) select id, 1, 'pending', 'done', 'supplier' from asked`);
  const [item] = await qualityOf({ supplierId: supplier.id });
  expect(item).toMatchObject({ accepted: 1, completed: 1, refillsAsked: 2, refillsDone: 1 });
  const daysAgo = (Date.now() - Date.parse(item?.since ?? '')) / (DAY * 60_000);
  expect(Math.round(daysAgo)).toBe(30);
});

test('a delivery that had begun before its start was stored has none', async () => {
  const [supplier, service] = [await addSupplier(), await makeService(db)];
  const { id } = await deliver(service, { supplier, externalId: '101' }, { begins: 10 });
  await db.execute(sql`update forwards set started_at = null where id = ${id}`);
  const [row] = await db
    .select({ externalOrderId: forwards.externalOrderId })
    .from(forwards)
    .where(eq(forwards.id, id));
  for (const status of [{ status: 'In progress', remains: 300 }, completed]) {
    server.setStatus(row?.externalOrderId ?? '', status);
    await askStatus({ ...app.deps, client }, supplier, id);
  }
  expect(await qualityOf({ supplierId: supplier.id })).toMatchObject([{ completed: 1, started: 0 }]);
});

test('rises and falls of the price of the service are those of 30 days', async () => {
  const [supplier, service] = [await addSupplier(), await makeService(db)];
  await deliver(service, { supplier, externalId: '101' }, {});
  const before = { serviceId: service.id, byRule: false, at: new Date(Date.now() - 31 * DAY * 60_000) };
  await db.insert(servicePrices).values([
    { ...before, priceMicros: micros(900) },
    { ...before, priceMicros: micros(800) },
  ]);
  for (const price of [1_000, 1_200, 700])
    await db.execute(sql`update services set price_micros = ${price} where id = ${service.id}`);
  expect(await qualityOf({ supplierId: supplier.id })).toMatchObject([{ servicePriceRises: 2, servicePriceFalls: 1 }]);
});

test('it is asked for one supplier, or one service, that is there', async () => {
  expect(await qualityOf({ supplierId: (await addSupplier()).id })).toEqual([]);
  expect(await qualityOf({ serviceId: (await makeService(db)).id })).toEqual([]);
  expect(await codeOf(qualityOf({ supplierId: 999_999 }))).toBe('not_found');
  expect(await codeOf(qualityOf({ serviceId: 999_999 }))).toBe('service_not_found');
  for (const input of [{}, { supplierId: 1, serviceId: 1 }])
    expect(await codeOf(admin.suppliers.quality.query(input))).toBe('bad_input');
});

test('purchases are read from the index of acceptances', async () => {
  const plan = planOf(
    db,
    `select order_id, external_id, accepted_at, started_at from forwards
     where supplier_id = 1 and accepted_at >= now() - interval '30 days' order by accepted_at desc limit 50000`,
  );
  expect(await plan).toContain('Index Scan Backward using forwards_accepted_idx');
});
