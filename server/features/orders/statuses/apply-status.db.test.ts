import { and, eq, ne, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forwards } from '#db/schema/forwards.ts';
import { orderEvents, orders } from '#db/schema/orders.ts';
import { supplierEntries } from '#db/schema/suppliers.ts';
import { deliveryTimes } from '#server/base/lists/delivery-times.ts';
import { createOutbound } from '#server/base/outbound/outbound.ts';
import { checkLedger } from '#server/money/check-ledger.ts';
import { createSupplierClient } from '#server/suppliers/protocols/client.ts';
import { testApp } from '#server/testing/app.ts';
import { makeBought } from '#server/testing/bought-orders.ts';
import { balanceOf } from '#server/testing/bulk-runner.ts';
import { dollars } from '#server/testing/factories.ts';
import { makeCustomer, makeSignedInAdmin } from '#server/testing/people.ts';
import type { FaultName } from '#server/testing/supplier-faults.ts';
import { type SupplierOrder, startSupplierServer } from '#server/testing/supplier-server.ts';
import { makeSupplier } from '#server/testing/suppliers.ts';
import { decideOrder } from '../decide-order.ts';
import { askStatus } from './ask-status.ts';

const app = await testApp();
const { db } = app;
const server = await startSupplierServer();
const client = createSupplierClient({
  ...{ db, secrets: app.deps.secrets, log: { error: () => {} } },
  outbound: createOutbound({ policy: { allowLoopback: true } }),
});
let supplier: Awaited<ReturnType<typeof makeSupplier>>;
let admin: Awaited<ReturnType<typeof makeSignedInAdmin>>;

beforeAll(async () => {
  supplier = await makeSupplier(db, app.deps.secrets, server);
  admin = await makeSignedInAdmin(app);
});
afterAll(async () => {
  await server.close();
  expect((await checkLedger(db)).problems).toEqual([]);
});

const makeBoughtBy = (
  customer: Awaited<ReturnType<typeof makeCustomer>>,
  more: Parameters<typeof makeBought>[2] = {},
) => makeBought(db, { customer, server, supplier }, more);
type Bought = Awaited<ReturnType<typeof makeBoughtBy>>;
const ask = ({ id }: Pick<Bought, 'id'>) => askStatus({ ...app.deps, client }, supplier, id);

/** The supplier's status changes, a call is answered otherwise, or an admin decides the order by hand. */
type Step = Partial<SupplierOrder> | FaultName | { byHand: 'complete' | 'reject' };

async function take(bought: Bought, step: Step): Promise<void> {
  if (typeof step === 'object' && 'byHand' in step) {
    await decideOrder(app.deps, admin.actor, {
      ...{ id: bought.order.id, decision: step.byHand },
      confirmSupplierMayDeliver: true,
      confirmAtSupplier: true,
    });
    return;
  }
  if (typeof step === 'string') server.answerNext('status', step);
  else server.setStatus(bought.externalOrderId, step);
  await ask(bought);
}

async function stateOf({ id, order, customer }: Bought) {
  const [row] = await db
    .select({
      status: orders.status,
      remaining: orders.remaining,
      flag: forwards.flag,
      returned: forwards.returnedNanos,
    })
    .from(forwards)
    .innerJoin(orders, eq(orders.id, forwards.orderId))
    .where(eq(forwards.id, id));
  const entries = await db
    .select({ kind: supplierEntries.kind, amount: supplierEntries.amountExact })
    .from(supplierEntries)
    .where(and(eq(supplierEntries.forwardId, id), ne(supplierEntries.kind, 'purchase')))
    .orderBy(supplierEntries.seq);
  const events = await db
    .select({ to: orderEvents.to, decider: orderEvents.decider, actorId: orderEvents.actorId })
    .from(orderEvents)
    .where(eq(orderEvents.orderId, order.id));
  return {
    ...row,
    wallet: await balanceOf(db, customer),
    books: entries.map(({ kind, amount }) => `${kind} ${amount}`),
    decided: events.map(({ to, decider }) => `${to} ${decider ?? 'by hand'}`),
  };
}

const untouched = { status: 'pending', remaining: null, flag: null, wallet: 0, books: [], decided: [] };
const completed = { ...untouched, status: 'completed', decided: ['completed supplier'] };
const rejected = {
  ...untouched,
  ...{ status: 'rejected', wallet: dollars(1), books: ['return 900000'], decided: ['rejected supplier'] },
};
const partial = {
  ...untouched,
  ...{
    status: 'partial',
    remaining: 300,
    wallet: dollars(0.3),
    books: ['return 270000'],
    decided: ['partial supplier'],
  },
};

it.each<[string, Step[], object, ('package' | 'default')?]>([
  ['stays open while it waits', [{ status: 'Pending' }, { status: 'In progress', remains: 5 }], untouched],
  ['is completed', [{ status: 'Completed' }], completed],
  ['is completed by any spelling', [{ status: ' comPLETE_d', remains: 0 }], completed],
  ['is completed once', [{ status: 'Completed' }, { status: 'Completed' }, { status: 'Completed' }], completed],
  ['is completed with an over-delivery', [{ status: 'Completed', remains: -40 }], completed],
  ['is delivered in part', [{ status: 'Partial', remains: 300 }], partial],
  ['is refunded once', [{ status: 'Partial', remains: 300 }, 'backward', {}, {}], partial],
  ['is completed by a partial without remains', [{ status: 'Partial', remains: 0 }], completed],
  ['is rejected by a partial without a delivery', [{ status: 'Partial', remains: 1000, charge: 0 }], rejected],
  ['is rejected', [{ status: 'Canceled' }], rejected],
  ['is rejected and refunded once', [{ status: 'Canceled' }, { status: 'Refunded' }, { status: 'Fail' }], rejected],
  ['is left alone by an unknown word', ['unknown_word'], { ...untouched, flag: 'unknown_status' }],
  ['is free of a flag after a known word', ['unknown_word', {}], untouched],
  ['is left alone by negative remains', ['negative_remains'], { ...untouched, flag: 'remains_out_of_range' }],
  ['is left alone by endless remains', ['endless_remains'], { ...untouched, flag: 'remains_out_of_range' }],
  [
    'is never refunded by a partial out of range',
    [{ status: 'Partial', remains: 4_000, charge: 1 }],
    { ...untouched, flag: 'remains_out_of_range' },
  ],
  [
    'is never refunded by a cancel with a charge',
    [{ status: 'Canceled', charge: 1 }],
    { ...untouched, flag: 'charged_though_canceled' },
  ],
  ['is not known once', ['not_known'], untouched],
  ['is not known twice, and then known', ['not_known', 'not_known', {}, 'not_known', 'not_known'], untouched],
  ['is not known three times', ['not_known', 'not_known', 'not_known'], { ...untouched, flag: 'order_not_known' }],
  ['is known again', ['not_known', 'not_known', 'not_known', {}], untouched],
  ['is left alone by a list', ['as_list', 'as_list'], untouched],
  ['is not read three times', ['as_list', 'as_list', 'as_list'], { ...untouched, flag: 'unreadable_status' }],
  [
    'has no status three times',
    ['prototype', 'null_answer', 'text_answer'],
    { ...untouched, flag: 'unreadable_status' },
  ],
  ['is not read twice, and then read', ['null_answer', 'null_answer', {}, 'null_answer', 'null_answer'], untouched],
  ['is read again', ['text_answer', 'text_answer', 'text_answer', {}], untouched],
  ['is completed by a word with signs', [{ status: '✅ Completed!', remains: 0 }], completed],
  [
    'is completed with remains',
    [{ status: 'Completed', remains: 50 }],
    { ...completed, flag: 'completed_with_remains' },
  ],
  [
    'keeps the flag of its remains',
    [
      { status: 'Completed', remains: 50 },
      { status: 'Completed', remains: 0 },
    ],
    { ...completed, flag: 'completed_with_remains' },
  ],
  ['is left alone by a prototype', ['prototype'], untouched],
  [
    'is left alone by pages',
    ['page_504_before', 'html_before', 'empty_before', 'lost_before', 'error_503_funds'],
    untouched,
  ],
  [
    'is not charged again',
    [{ status: 'Canceled' }, { status: 'Completed' }],
    { ...rejected, flag: 'changed_after_end' },
  ],
  ['stays delivered', [{ status: 'Completed' }, 'backward', { status: 'In progress' }], completed],
  [
    'is for a person when money comes back',
    [{ status: 'Completed' }, { status: 'Canceled' }, { status: 'Canceled' }],
    { ...completed, flag: 'money_back', books: ['return 900000'] },
  ],
  [
    'is for a person when some money comes back',
    [{ status: 'Completed' }, { status: 'Partial', remains: 100 }],
    { ...completed, flag: 'money_back', books: ['return 90000'] },
  ],
  [
    'is for a person when more money comes back',
    [{ status: 'Partial', remains: 300 }, { status: 'Canceled' }],
    { ...partial, flag: 'money_back', returned: 270_000_000 },
  ],
  [
    'keeps its flag',
    [{ status: 'Completed' }, { status: 'Canceled' }, {}, 'unknown_word', 'not_known'],
    { flag: 'money_back' },
  ],
  [
    'is free by hand, and its cost comes back',
    [{ byHand: 'reject' }, { status: 'Canceled' }],
    { ...rejected, decided: ['rejected by hand'] },
  ],
  [
    'is delivered although it was rejected by hand',
    [{ byHand: 'reject' }, { status: 'Completed' }],
    { ...rejected, flag: 'changed_after_end', books: [], decided: ['rejected by hand'] },
  ],
  [
    'is completed by hand',
    [{ byHand: 'complete' }, { status: 'Completed' }],
    { ...completed, decided: ['completed by hand'] },
  ],
  [
    'package: is for a person',
    [{ status: 'Partial', remains: 1, charge: 0 }],
    { ...untouched, flag: 'partial_package' },
    'package',
  ],
  ['package: is completed', [{ status: 'Completed' }], completed, 'package'],
  ['package: is rejected', [{ status: 'Canceled' }], rejected, 'package'],
  [
    'costs what the first charge says',
    [{ status: 'In progress', charge: 800_000 }, { charge: 700_000 }],
    { ...untouched, books: ['correction 100000'] },
  ],
  ['costs 10 % more than was booked', [{ charge: 990_000 }], { ...untouched, books: ['correction -90000'] }],
  [
    'costs more than 10 % more',
    [{ charge: 990_001 }],
    { ...untouched, books: ['correction -90001'], flag: 'overcharged' },
  ],
  [
    'costs twice as much',
    [{ charge: 1_800_000 }],
    { ...untouched, books: ['correction -900000'], flag: 'overcharged' },
  ],
  ['costs more than twice as much', [{ charge: 1_800_001 }], { ...untouched, flag: 'overcharged' }],
  ['costs more with a later charge', [{}, { charge: 5_000_000_000 }], { ...untouched, flag: 'overcharged' }],
  [
    'costs more than twice as much, and has remains',
    [{ status: 'Completed', charge: 2_700_000, remains: 50 }, {}],
    { ...completed, flag: 'overcharged' },
  ],
  [
    'costs more after an unknown word',
    ['unknown_word_charged', { charge: 2_700_000 }],
    { ...untouched, flag: 'overcharged' },
  ],
  ['costs what was booked', [{}, { charge: 500_000 }], untouched],
  ['costs what was booked if the charge is 0', [{ charge: 0 }, { charge: 0 }], untouched],
  ['costs what was booked if the charge is endless', [{ charge: 9e14 }], { ...untouched, flag: 'overcharged' }],
  [
    'gives back what was booked, and costs nothing later',
    [{ status: 'Canceled' }, { status: 'Pending', charge: 1 }],
    rejected,
  ],
  [
    'gives back what it cost',
    [{ charge: 800_000 }, { status: 'Canceled' }],
    { ...rejected, books: ['correction 100000', 'return 800000'] },
  ],
])('an order %s', async (_, steps, expected, type = 'default') => {
  const customer = await makeCustomer(app, dollars(1));
  const bought = await makeBoughtBy(customer, { type });
  for (const step of steps) await take(bought, step);
  expect(await stateOf(bought)).toMatchObject(expected);
});

it('shows the start count and the remains to the customer, and who decided to admins only', async () => {
  const customer = await makeCustomer(app, dollars(1));
  const bought = await makeBoughtBy(customer);
  await take(bought, { status: 'In progress', startCount: 120, remains: 400 });
  const own = () => app.client(customer.accessToken).orders.get.query({ id: bought.order.id });
  expect(await own()).toMatchObject({ status: 'pending', startCount: 120, remains: 400 });
  await take(bought, { status: 'Completed', remains: 0 });
  const seen = await own();
  expect(seen).toMatchObject({ status: 'completed', startCount: 120, remains: 0 });
  expect(seen.events.at(-1)).toMatchObject({ status: 'completed', by: 'admin', byName: null });
  const byAdmin = await app.client(admin.accessToken).admin.orders.get.query({ id: bought.order.id });
  expect(byAdmin.events.at(-1)).toMatchObject({ status: 'completed', by: 'supplier', byName: null });
  const entries = await app
    .client(admin.accessToken)
    .admin.audit.list.query({ subject: 'order', subjectId: bought.order.id });
  expect(entries.items).toEqual([]);
});

it('keeps the cost and the rate, and stores the charge and what came back beside them', async () => {
  const customer = await makeCustomer(app, dollars(1));
  const bought = await makeBoughtBy(customer);
  await take(bought, { charge: 800_001 });
  await take(bought, { status: 'Partial', remains: 333 });
  const [row] = await db.select().from(forwards).where(eq(forwards.id, bought.id));
  expect(row).toMatchObject({
    ...{ costMicros: '900000', costNanos: 900_000_000, chargedMicros: '800001', chargedNanos: 800_001_000 },
    // 667 of 1000 were delivered, rounded up.
    ...{ returnedNanos: 800_001_000 - 533_600_667, supplierStatus: 'Partial', supplierRemains: 333 },
  });
  expect(await stateOf(bought)).toMatchObject({
    books: ['correction 99999', 'return 266400.333'],
    wallet: dollars(0.333),
  });
});

it('is asked for after 1, 3 and 10 minutes, daily after the end for a week, and then never', async () => {
  const customer = await makeCustomer(app, dollars(1));
  const bought = await makeBoughtBy(customer);
  const seconds = async (column: 'accepted_at' | 'now()', change: object) => {
    await db
      .update(forwards)
      .set({ ...change, statusDueAt: sql`now()` })
      .where(eq(forwards.id, bought.id));
    await ask(bought);
    const [row] = await db.execute<{ seconds: number | null }>(sql`
      select round(extract(epoch from status_due_at - ${sql.raw(column)}))::int as seconds from forwards where id = ${bought.id}`);
    return row?.seconds;
  };
  const ago = (length: string) => sql`now() - ${length}::interval`;
  expect(await seconds('accepted_at', {})).toBe(60);
  expect(await seconds('accepted_at', { acceptedAt: ago('61 seconds') })).toBe(180);
  expect(await seconds('accepted_at', { acceptedAt: ago('181 seconds') })).toBe(600);
  server.setStatus(bought.externalOrderId, { status: 'Completed' });
  expect(await seconds('now()', {})).toBe(86_400);
  expect(await seconds('now()', { endedAt: ago('6 days') })).toBe(86_400);
  expect(await seconds('now()', { endedAt: ago('8 days') })).toBe(null);
});

it.each<
  [name: string, usualMinutes: [soonest: number, latest: number] | undefined, [ageMinutes: number, interval: number][]]
>([
  // A twelfth of the age, from 5 to 30 minutes, for a day; then an eighth of the time since, up to 3 hours.
  [
    'is not measured',
    undefined,
    [
      [11, 5],
      [120, 10],
      [600, 30],
      [1_440, 30],
      [1_680, 30],
      [2_000, 70],
      [20_000, 180],
    ],
  ],
  [
    'takes half an hour',
    [20, 40],
    [
      [11, 5],
      [60, 5],
      [180, 17.5],
      [1_480, 180],
    ],
  ],
  [
    'takes days',
    [2_000, 4_000],
    [
      [11, 180],
      [1_200, 100],
      [1_800, 30],
      [3_000, 30],
      [4_000, 30],
      [4_800, 100],
    ],
  ],
])('is asked for by the usual time of its service: one that %s', async (_name, usual, expected) => {
  const customer = await makeCustomer(app, dollars(1));
  const bought = await makeBoughtBy(customer);
  if (usual) {
    const [soonest, latest] = usual;
    const outer = (latest - soonest) / 8;
    // Percentiles of five lie between the outer two at each end.
    for (const minutes of [
      soonest - outer,
      soonest + outer * 1.5,
      (soonest + latest) / 2,
      latest - outer * 1.5,
      latest + outer,
    ])
      await db.execute(sql`
        with done as (
          insert into orders (user_id, service_id, service_name, link, quantity, price_micros, per, charge_nanos, status, created_at)
          select user_id, service_id, service_name, link, quantity, 0, per, 0, 'completed',
            now() - make_interval(secs => ${minutes * 60}) from orders where id = ${bought.order.id} returning id
        )
        insert into order_events (order_id, seq, from_status, to_status, actor_id) select id, 1, 'pending', 'completed', ${admin.id} from done`);
  }
  deliveryTimes.forget(db);
  const seen: [number, number][] = [];
  for (const [minutes] of expected) {
    await db
      .update(forwards)
      .set({ acceptedAt: sql`now() - make_interval(secs => ${minutes * 60})`, statusDueAt: sql`now()` })
      .where(eq(forwards.id, bought.id));
    await ask(bought);
    const [row] = await db.execute<{ due: number; late: number }>(sql`
      select extract(epoch from status_due_at - status_at)::float8 / 60 as due,
        extract(epoch from status_late_at - status_at)::float8 / 60 as late from forwards where id = ${bought.id}`);
    seen.push([minutes, Math.round((row?.due ?? 0) * 2) / 2]);
    // The supplier is behind after twice the interval.
    expect(row?.late).toBeCloseTo(2 * (row?.due ?? 0), 3);
  }
  expect(seen).toEqual(expected);
});
