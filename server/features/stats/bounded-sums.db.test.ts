import { type SQL, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { Db } from '#db/client.ts';
import { onlyPrimary } from '#db/reads/reads.ts';
import { testDatabase } from '#db/testing/database.ts';
import type { Actor } from '#shared/users.ts';
import { dollars, giveMoney, makeAdmin, makeOrder, makeUser } from '../../testing/factories.ts';
import { refusalOf } from '../../testing/refusal.ts';
import { comparePeriods } from './compare-periods.ts';
import { readAdminStats } from './read-admin-stats.ts';
import { readShopMoney } from './read-shop-money.ts';
import { updateMoneyTotals } from './update-money-totals.ts';

const { db } = await testDatabase();
const admin = await makeAdmin(db);
const customer = await makeUser(db, { balanceNanos: dollars(100) });
const { serviceId } = await makeOrder(db, customer);
/** More than a request sums. */
const OLD_ORDERS = 30_000;

/** A history of half a year, in the order of its dates, as of a shop that is restored: without stored totals. */
beforeAll(async () => {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`
      with old as (
        insert into orders (user_id, service_id, service_name, link, quantity, price_micros, charge_nanos, status, created_at)
        select ${customer.id}, ${serviceId}, 'x', '@shop', 10, 1, 10, 'completed',
          now() - interval '180 days' + n * (interval '179 days' / ${OLD_ORDERS}::int)
        from generate_series(1, ${OLD_ORDERS}::int) n order by n
        returning id, created_at
      )
      insert into ledger (account_id, seq, contra_id, amount_nanos, balance_after_nanos, kind, order_id, at)
      select a.id, 1000 + row_number() over (order by created_at), 1, -10, 0, 'order_charge', old.id, created_at
      from old, accounts a where a.user_id = ${customer.id} order by created_at`);
    await tx.execute(sql`update money_totals_state set until = null`);
  });
  await db.execute(sql`vacuum (analyze) ledger, orders`);
});

/** The database, and the statements that it was asked. */
function watched() {
  const asked: SQL[] = [];
  const watching = new Proxy(db, {
    get: (target, name) => {
      if (name !== 'execute') return Reflect.get(target, name) as unknown;
      return (query: SQL) => {
        asked.push(query);
        return target.execute(query);
      };
    },
  });
  return { watching, asked };
}

/** Different in each call, because results are cached for some seconds. */
let asks = 0;
const reads: [string, (of: Db, actor: Actor) => Promise<unknown>][] = [
  ['admin.money', (of, actor) => readShopMoney(of, actor, { to: `2090-01-${String((asks += 1)).padStart(2, '0')}` })],
  ['admin.stats', (of, actor) => readAdminStats(onlyPrimary(of), actor)],
  ['admin.comparison', (of, actor) => comparePeriods(onlyPrimary(of), actor, { days: 30 })],
];

test.each(reads)('%s leaves a long history to the housekeeping, and says so', async (_name, read) => {
  const { watching, asked } = watched();
  const refused = await refusalOf(read(watching, admin.actor));
  expect(refused).toMatchObject({ code: 'busy', message: expect.stringContaining('being counted') });
  expect((await rowsOf(asked)).read).toBeLessThan(1.5 * OLD_ORDERS);
  expect(await db.execute(sql`select until from money_totals_state`)).toMatchObject([{ until: null }]);
});

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Plan Rows': number;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

/** How many rows of the ledger and the orders these statements read, and how many PostgreSQL expects of a scan. */
async function rowsOf(statements: SQL[]): Promise<{ read: number; expected: number }> {
  const rows = { read: 0, expected: 0 };
  for (const statement of statements) {
    const [explained] = await db.execute<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      sql`explain (analyze, format json) ${statement}`,
    );
    if (explained) visit(explained['QUERY PLAN'][0].Plan);
  }
  return rows;

  function visit(plan: Plan): void {
    const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
    if (/^(ledger|orders)$/.test(plan['Relation Name'] ?? '')) {
      rows.read += plan['Actual Loops'] * (plan['Actual Rows'] + removed);
      rows.expected = Math.max(rows.expected, plan['Plan Rows']);
    }
    for (const inner of plan.Plans ?? []) visit(inner);
  }
}

test.each(reads)('%s reads only the rows after the stored totals, however long the history', async (_name, read) => {
  await updateMoneyTotals(db);
  await giveMoney(db, customer.id, dollars(1));
  await makeOrder(db, customer);
  const { watching, asked } = watched();
  await read(watching, admin.actor);
  expect(asked.length).toBeGreaterThan(0);
  const { read: rowsRead, expected } = await rowsOf(asked);
  // The last pages of the ledger that its index does not tell apart.
  expect(rowsRead).toBeLessThan(OLD_ORDERS / 5);
  // PostgreSQL decides by this whether to scan and sort a ledger of a million rows.
  expect(expected).toBeLessThan(OLD_ORDERS / 20);
});

test('the figures are those of all rows', async () => {
  const money = await readShopMoney(db, admin.actor, {});
  const [row] = await db.execute<{ charged: string; given: string }>(sql`
    select (-sum(amount_nanos) filter (where kind = 'order_charge'))::text as charged,
      (sum(amount_nanos) filter (where kind = 'grant'))::text as given from ledger`);
  expect(money.ever).toMatchObject({ charged: row?.charged, given: row?.given });
});
