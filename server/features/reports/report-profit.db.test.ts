import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { micros } from '#shared/money.ts';
import type { ProfitGroup } from '#shared/reports.ts';
import { daysBefore } from '#shared/shop-days.ts';
import { testApp } from '../../testing/app.ts';
import { askForExport, readExport } from '../../testing/export-file.ts';
import { dollars, makeOrder, makeService, makeUser } from '../../testing/factories.ts';
import { allPages } from '../../testing/lists.ts';
import { makeSignedInAdmin } from '../../testing/people.ts';
import { codeOf, refusalOf } from '../../testing/refusal.ts';
import { makeSupplier, NO_SUPPLIER } from '../../testing/suppliers.ts';
import { decideOrder } from '../orders/decide-order.ts';

const app = await testApp();
const { db } = app;
const admin = await makeSignedInAdmin(app);
const { profit } = app.client(admin.accessToken).admin.reports;
const one = await makeUser(db, { balanceNanos: dollars(100) });
const other = await makeUser(db, { balanceNanos: dollars(100) });
const cheap = await makeService(db);
const dear = await makeService(db, { priceMicros: micros(2_000_000) });
const supplier = await makeSupplier(db, app.deps.secrets, NO_SUPPLIER);
const another = await makeSupplier(db, app.deps.secrets, NO_SUPPLIER);
const [shop] = await db.execute<{ today: string }>(
  sql`select to_char(now() at time zone time_zone, 'YYYY-MM-DD') as today from settings`,
);
const today = shop?.today ?? '';
const yesterday = daysBefore(today, 1);

/** An accepted purchase of an order; amounts in nano-dollars. */
async function buy(
  orderId: number,
  at: { id: number },
  costNanos: number,
  { charged = null as number | null, returned = null as number | null } = {},
) {
  await db.execute(sql`
    insert into forwards (order_id, state, due_at, supplier_id, external_id, external_order_id, cost_micros, rate_picos, cost_nanos,
      charged_micros, charged_nanos, returned_nanos, accepted_at)
    values (${orderId}, 'accepted', null, ${at.id}, '1', ${String(orderId)}, 1, 1, ${costNanos}, ${charged && 1}::bigint, ${charged}::bigint,
      ${returned}::bigint, now())`);
}
const order = async (customer: typeof one, service: typeof cheap) =>
  (await makeOrder(db, customer, { serviceId: service.id })).id;
const decide = (id: number, decision: { decision: 'partial'; remaining: number } | { decision: 'reject' }) =>
  decideOrder(app.deps, admin.actor, { id, ...decision, confirmSupplierMayDeliver: true });

const bought = await order(one, cheap);
await buy(bought, supplier, 600_000_000);
const corrected = await order(other, dear);
await buy(corrected, supplier, 1_500_000_000, { charged: 1_600_000_001 });
const partial = await order(one, dear);
await buy(partial, another, 1_000_000_000, { returned: 400_000_000 });
await decide(partial, { decision: 'partial', remaining: 400 });
const rejected = await order(one, cheap);
await buy(rejected, another, 500_000_000, { returned: 500_000_000 });
await decide(rejected, { decision: 'reject' });
// By hand.
await order(other, cheap);
const unknown = await order(other, cheap);
await db.execute(sql`
  insert into forwards (order_id, state, due_at, supplier_id, cost_nanos, unknown_since)
  values (${unknown}, 'unknown', null, ${supplier.id}, 1, now())`);
// Rejected before it was bought: it earned and cost nothing.
const unbought = await order(other, cheap);
await decide(unbought, { decision: 'reject' });
const withdrawn = await order(one, dear);
await db.execute(sql`
  insert into forwards (order_id, state, due_at, ended_at) values (${withdrawn}, 'withdrawn', null, now())`);
await decide(withdrawn, { decision: 'reject' });
// Rejected while the supplier may have it: it may have cost something.
const doubtful = await order(one, cheap);
await db.execute(sql`
  insert into forwards (order_id, state, due_at, supplier_id, cost_nanos, unknown_since)
  values (${doubtful}, 'unknown', null, ${supplier.id}, 1, now())`);
await decide(doubtful, { decision: 'reject' });
const earlier = await order(one, cheap);
await buy(earlier, supplier, 100_000_000);
await db.transaction(async (tx) => {
  await tx.execute(sql`set local session_replication_role = replica`);
  await tx.execute(sql`update orders set created_at = created_at - interval '1 day' where id = ${earlier}`);
});

const totals = {
  ...{ orders: 4, earnedNanos: '4200000000', costNanos: '2800000001', profitNanos: '1399999999' },
  ...{ unknownOrders: 3, unknownEarnedNanos: '2000000000' },
};
const rowOf = (
  id: number | null,
  name: string,
  sums: [orders: number, earned: number, cost: number],
  unknowns: [number, number],
) => ({
  ...{
    id,
    name,
    orders: sums[0],
    earnedNanos: String(sums[1]),
    costNanos: String(sums[2]),
    profitNanos: String(sums[1] - sums[2]),
  },
  ...{ unknownOrders: unknowns[0], unknownEarnedNanos: String(unknowns[1]) },
});
const NOTHING: [number, number] = [0, 0];
const byHand: [number, number] = [2, 2_000_000_000];
const withoutCost: [number, number] = [3, 2_000_000_000];

test.each<[by: ProfitGroup, rows: ReturnType<typeof rowOf>[]]>([
  [
    'service',
    [
      rowOf(dear.id, dear.name, [2, 3_200_000_000, 2_200_000_001], NOTHING),
      rowOf(cheap.id, cheap.name, [2, 1_000_000_000, 600_000_000], withoutCost),
    ],
  ],
  [
    'supplier',
    [
      rowOf(supplier.id, supplier.name, [2, 3_000_000_000, 2_200_000_001], NOTHING),
      rowOf(null, '', [0, 0, 0], withoutCost),
      rowOf(another.id, another.name, [2, 1_200_000_000, 600_000_000], NOTHING),
    ],
  ],
  [
    'customer',
    [
      rowOf(other.id, other.userName, [1, 2_000_000_000, 1_600_000_001], byHand),
      rowOf(one.id, one.userName, [3, 2_200_000_000, 1_200_000_000], [1, 0]),
    ],
  ],
  ['day', [rowOf(null, today, [4, 4_200_000_000, 2_800_000_001], withoutCost)]],
])('profit by %s is what orders earned less what they cost, and unknown costs stand apart', async (by, rows) => {
  expect(await profit.query({ from: today, to: today, by })).toEqual({ items: rows, nextCursor: null, totals });
});

test('days are the newest first, page by page; a file has the same rows', async () => {
  const both = { from: yesterday, to: today } as const;
  const pages = await allPages((cursor) => profit.query({ ...both, by: 'day', cursor, limit: 1 }));
  expect(pages.map((page) => page.map(({ name }) => name))).toEqual([[today], [yesterday]]);
  const services = await allPages((cursor) => profit.query({ ...both, by: 'service', cursor, limit: 1 }));
  expect(services.flat()).toEqual((await profit.query({ ...both, by: 'service' })).items);
  const rows = await readExport(await askForExport(app, admin, 'profit', { ...both, by: 'day' }));
  expect(rows).toEqual([
    {
      ...{ ID: '', Name: today, Orders: '4', 'Earned (USD)': '4.2', 'Cost (USD)': '2.800000001' },
      ...{
        'Profit (USD)': '1.399999999',
        'Orders without a known cost': '3',
        'Earned without a known cost (USD)': '2',
      },
    },
    expect.objectContaining({ Name: yesterday, Orders: '1', 'Profit (USD)': '0.9' }),
  ]);
});

test('refuses days that are none, too many, or in the wrong order, and other cursors', async () => {
  const by = 'day' as const;
  expect(await refusalOf(profit.query({ from: today, to: yesterday, by }))).toMatchObject({
    code: 'bad_input',
    fieldErrors: { to: [/./] },
  });
  expect(await codeOf(profit.query({ from: '2025-01-01', to: '2026-01-02', by }))).toBe('bad_input');
  expect((await profit.query({ from: '2025-01-01', to: '2026-01-01', by })).items).toEqual([]);
  expect(await codeOf(profit.query({ from: '2026-02-30', to: '2026-03-01', by }))).toBe('bad_input');
  for (const cursor of ['x', '[]', '["1"]', '["1e5",1]', '{"__proto__":1}'])
    expect(await codeOf(profit.query({ from: today, to: today, by, cursor }))).toBe('bad_input');
});
