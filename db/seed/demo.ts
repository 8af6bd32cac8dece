import type { TransactionSql } from 'postgres';
import type { Db } from '../client.ts';
import { withDeadline } from '../pool/deadline.ts';
import { addDemoCustomers } from './demo-customers.ts';
import { addDemoLedger } from './demo-ledger.ts';
import { countText, type DemoOptions } from './demo-options.ts';
import { addDemoOrders, planDemoOrders } from './demo-orders.ts';
import { addDemoRecharges, planDemoRecharges } from './demo-recharges.ts';
import { addDemoServices, addTypedServices } from './demo-services.ts';
import { seedCatalogue, seedEssentials } from './new-shop.ts';

export interface DemoResult {
  customers: number;
  orders: number;
  recharges: number;
  ledgerRows: number;
  /** Some customers' user names, for logging in. */
  userNames: string[];
}

/**
 * Adds customers with six months of recharges and orders, in one transaction. Existing rows are not changed. The data derives from
 * hashes of row numbers, so a new database gets the same customers and orders each time. Wallets never go below zero, because the
 * necessary recharges precede each order.
 * @throws Error with advice if there is no admin, payment method or affordable service.
 */
export function seedDemo(db: Db, options: DemoOptions): Promise<DemoResult> {
  return withDeadline(0, () => addDemo(db, options));
}

async function addDemo(db: Db, options: DemoOptions): Promise<DemoResult> {
  await seedEssentials(db);
  await seedCatalogue(db);
  const { report } = options;
  await addTypedServices(db);
  await addDemoServices(db, options.services, report);

  const result = await db.$client.begin(async (sql) => {
    await prepare(sql);
    const adminId = await firstAdmin(sql);
    const userNames = await addDemoCustomers(sql, options);
    report(`${countText(options.customers)} customers`);
    await planDemoOrders(sql, options.orders, await reserveIds(db, 'orders', options.orders));
    const recharges = await planDemoRecharges(sql);
    await addDemoRecharges(sql, { adminId, firstId: await reserveIds(db, 'recharges', recharges) });
    report(`${countText(recharges)} recharges`);
    await addDemoOrders(sql, { adminId, orders: options.orders, report });
    const ledgerRows = await addDemoLedger(sql, { adminId, report });
    await forgetMoneyTotals(sql);
    return { customers: options.customers, orders: options.orders, recharges, ledgerRows, userNames };
  });
  await tidy(db);
  return result;
}

/** A vacuum of millions of new rows takes longer than the panel's statement timeout. */
async function tidy(db: Db): Promise<void> {
  const connection = await db.$client.reserve();
  try {
    await connection`set statement_timeout = 0`;
    await connection.unsafe(
      'vacuum (analyze) users, accounts, services, orders, order_events, recharges, ledger, grants',
    );
  } finally {
    await connection`reset statement_timeout`.finally(() => connection.release());
  }
}

async function prepare(sql: TransactionSql): Promise<void> {
  await sql`set local statement_timeout = 0`;
  await sql`set local idle_in_transaction_session_timeout = 0`;
  await sql`set local work_mem = '64MB'`;
  // Text indexes build in large steps; with the default 4 MB a million links take several times as long.
  await sql`set local maintenance_work_mem = '256MB'`;
  await sql`set local gin_pending_list_limit = '128MB'`;
  // Evenly distributed between 0 and 1, and deterministic for a row and salt, whatever the query plan.
  await sql`
    create or replace function pg_temp.dice(n bigint, salt int) returns double precision immutable parallel safe language sql
    as $$ select (hashint8extended(n, salt) & 2147483647) / 2147483648.0::double precision $$`;
}

/** The new rows have dates before the end of the running totals, so the totals are cleared. The next use rebuilds them. */
async function forgetMoneyTotals(sql: TransactionSql): Promise<void> {
  await sql`update money_totals_state set until = null`;
}

async function firstAdmin(sql: TransactionSql): Promise<number> {
  const [admin] = await sql<{ id: number }[]>`select id from users where role = 'admin' order by id limit 1`;
  if (!admin)
    throw new Error('There is no admin who could have decided the orders. Make one first: npm run admin:create');
  return admin.id;
}

/**
 * Reserves a block of ids, so that the newest row has the highest one, and returns the first of them. Rows that a running panel adds
 * meanwhile get other ids: an insert that waits for this lock has not drawn its id yet.
 */
async function reserveIds(db: Db, table: 'orders' | 'recharges', amount: number): Promise<number> {
  return db.$client.begin(async (sql) => {
    await sql`lock table ${sql(table)} in share row exclusive mode`;
    const sequence = `${table}_id_seq`;
    const [last] = await sql<{ id: number }[]>`
      select setval(${sequence}, (case when is_called then last_value else 0 end) + greatest(${amount}::bigint, 1)) as id
      from ${sql(sequence)}`;
    if (!last) throw new Error(`The sequence ${sequence} returned no number`);
    return last.id - Math.max(amount, 1) + 1;
  });
}
