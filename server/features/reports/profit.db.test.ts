import { expect, test } from 'vitest';
import { micros } from '#shared/money.ts';
import { addSums, moneySum } from '#shared/money-sum.ts';
import { profitGroups } from '#shared/reports.ts';
import { ratePicos, supplierMicros } from '#shared/supplier-money.ts';
import { testApp } from '../../testing/app.ts';
import { askForExport, readExport } from '../../testing/export-file.ts';
import { dollars, makeOrder, makeService } from '../../testing/factories.ts';
import { allPages } from '../../testing/lists.ts';
import { makeCustomer, makeSignedInAdmin } from '../../testing/people.ts';
import { codeOf } from '../../testing/refusal.ts';
import { makeSupplier } from '../../testing/suppliers.ts';
import { decideOrder } from '../orders/decide-order.ts';

const app = await testApp();
const admin = await makeSignedInAdmin(app);
const [anna, bela] = [await makeCustomer(app, dollars(1_000)), await makeCustomer(app, dollars(1_000))];
const [likes, views] = [
  await makeService(app.db, { name: 'Likes', priceMicros: micros(1_234_567) }),
  await makeService(app.db, { name: 'Views', priceMicros: micros(2_000_000) }),
];
const upstream = { url: 'https://upstream.example/api/v2', key: 'a key', currency: 'USD' };
const supplierId = (await makeSupplier(app.db, app.deps.secrets, upstream, { name: 'Upstream' })).id;
const period = { from: '2026-03-01', to: '2026-03-31' } as const;
let bought = 0;

/** An order of a day at noon in Dhaka, which is bought for a cost unless that is null. */
async function orderOn(day: string, customer: typeof anna, serviceId: number, costNanos: number | null, returned = 0) {
  const order = await makeOrder(app.db, customer, { serviceId });
  await app.db.$client.begin(async (sql) => {
    // The date of an order is fixed; only a test may go back in time.
    await sql`set local session_replication_role = replica`;
    await sql`update orders set created_at = ${`${day}T06:00:00Z`} where id = ${order.id}`;
    if (costNanos === null) return;
    await sql`insert into forwards (order_id, state, due_at, supplier_id, external_id, external_order_id, accepted_at,
        cost_micros, rate_picos, cost_nanos, returned_nanos)
      values (${order.id}, 'accepted', null, ${supplierId}, '1', ${String(++bought)}, now(),
        ${supplierMicros(1)}, ${ratePicos(1)}, ${costNanos}, ${returned})`;
  });
  return order;
}

await orderOn('2026-03-01', anna, likes.id, 1_000_000_001);
await orderOn('2026-03-01', bela, views.id, null);
const partial = await orderOn('2026-03-02', bela, likes.id, 1_000_000_000, 400_000_000);
await decideOrder(app.deps, admin.actor, { id: partial.id, decision: 'partial', remaining: 400 });
const failed = await orderOn('2026-03-31', anna, views.id, 500_000_000);
const rejectedByHand = await orderOn('2026-03-31', anna, views.id, null);
// A person may reject what was bought; the cost stays.
await app.db.$client`update orders set status = 'rejected' where id in (${failed.id}, ${rejectedByHand.id})`;
await orderOn('2026-04-01', anna, likes.id, 7);

const profitOf = (input: object) =>
  app.client(admin.accessToken).admin.reports.profit.query({ ...period, by: 'day', ...input });

test('an order counts on its day, with its refunds and returns; one without a known cost has no profit', async () => {
  const { items, total } = await profitOf({});
  expect(items).toEqual([
    row('2026-03-01', [1, 1_234_567_000, 1_000_000_001], [1, 2_000_000_000]),
    row('2026-03-02', [1, 740_740_200, 600_000_000], [0, 0]),
    row('2026-03-31', [1, 0, 500_000_000], [0, 0]),
  ]);
  expect(total).toEqual(figures([3, 1_975_307_200, 2_100_000_001], [1, 2_000_000_000]));
});

test.each([
  ['service', [likes.id, views.id], ['Likes', 'Views']],
  ['customer', [anna.id, bela.id], [anna.userName, bela.userName]],
  ['supplier', [supplierId, null], ['Upstream', null]],
] as const)('by %s every row has its name, and all of them add up to the total', async (by, ids, names) => {
  const { items, total } = await profitOf({ by });
  expect(items.map(({ id }) => id).toSorted()).toEqual([...ids].toSorted());
  expect(items.map(({ name }) => name).toSorted()).toEqual([...names].toSorted());
  for (const field of ['revenue', 'cost', 'profit', 'revenueWithoutCost'] as const) {
    expect(addSums(items.map((item) => item[field]))).toBe(total[field]);
  }
  const profits = items.map(({ profit }) => Number(profit));
  expect(profits).toEqual(profits.toSorted((a, b) => b - a));
});

test('pages and the file have the same rows', async () => {
  const { items } = await profitOf({});
  expect((await allPages((cursor) => profitOf({ cursor, limit: 1 }))).flat()).toEqual(items);
  const rows = await readExport(await askForExport(app, admin, 'profit', { ...period, by: 'day' }));
  expect(rows[1]).toEqual({
    ID: '',
    'Name or day': '2026-03-02',
    'Orders with a known cost': '1',
    'Revenue (USD)': '0.7407402',
    'Cost (USD)': '0.6',
    'Profit (USD)': '0.1407402',
    'Orders without a known cost': '0',
    'Revenue without a known cost (USD)': '0',
  });
  expect(rows).toHaveLength(items.length);
});

test.each([
  { from: '2026-03-02', to: '2026-03-01' },
  { from: '2025-01-01' },
  { to: '2026-02-30' },
  { cursor: 'x' },
  { by: 'link' },
])('%o is refused', async (input) => {
  expect(await codeOf(profitOf(input))).toBe('bad_input');
});

test('a year at once is read, and an empty period has zeros', async () => {
  expect((await profitOf({ from: '2025-03-31', to: '2026-03-31' })).items).toHaveLength(3);
  for (const by of profitGroups) {
    expect(await profitOf({ by, from: '2020-01-01', to: '2020-12-31' })).toEqual({
      items: [],
      nextCursor: null,
      total: figures([0, 0, 0], [0, 0]),
    });
  }
});

type Known = [orders: number, revenue: number, cost: number];
type Unknown = [orders: number, revenue: number];

function figures([orders, revenue, cost]: Known, [ordersWithoutCost, without]: Unknown) {
  const sum = (value: number) => moneySum(String(value));
  const profit = sum(revenue - cost);
  const revenueWithoutCost = sum(without);
  return { orders, revenue: sum(revenue), cost: sum(cost), profit, ordersWithoutCost, revenueWithoutCost };
}

function row(day: string, known: Known, unknown: Unknown) {
  return { id: null, name: day, ...figures(known, unknown) };
}
