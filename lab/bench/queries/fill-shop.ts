import type { Sql } from 'postgres';
import { closeDb, connect, type Db } from '#db/client.ts';
import { seedDemo } from '#db/seed/demo.ts';
import { addDemoPurchases } from '#db/seed/demo-purchases.ts';
import { updateMoneyTotals } from '#server/features/stats/update-money-totals.ts';
import type { Lab, LabDatabase } from '../../lab.ts';
import { fillOrders } from '../fill-orders.ts';
import { openSessions } from '../prepare.ts';
import type { Customer } from '../task.ts';

const SERVICES = 5_000;
/** A customer for so many orders. */
const ORDERS_PER_CUSTOMER = 5;
/** One customer is another shop, and has one order of so many. */
const SHARE_OF_RESELLER = 10;
const GRANT_NANOS = 9_000_000_000_000;

/** A filled shop, with who calls it. */
export interface FilledShop extends LabDatabase {
  admin: Customer;
  /** The customer with a tenth of all orders. */
  reseller: Customer;
}

/**
 * Fills a new database with the orders of six months, as a shop of that size has them: customers, recharges, ledger, events, purchases,
 * requests, tickets, the audit log and deliveries. Rows are written by `INSERT … SELECT` without foreign keys, triggers and indexes;
 * indexes are made afterwards.
 */
export async function fillShop(lab: Lab, orders: number): Promise<FilledShop> {
  const database = await lab.newDatabase(`queries_${orders}`);
  const { db } = database;
  const sql = db.$client;
  const indexes = await dropIndexes(sql);
  // It writes a column that a unique index needs.
  await sql`alter table users enable always trigger users_email_folded_first`;
  await sql.unsafe(`alter database queries_${orders} set session_replication_role = replica`);
  const filling = connect(database.url, { statementTimeoutMs: 0, idleInTransactionTimeoutMs: 0 });
  const ids = await fillRows(filling, orders);
  await closeDb(filling);
  await sql.unsafe(`alter database queries_${orders} reset session_replication_role`);
  await Promise.all([makeIndexes(sql, indexes), makeIndexes(sql, indexes)]);
  await updateMoneyTotals(db);
  await sql`vacuum analyze`;
  await sql`checkpoint`;
  const [admin, reseller] = await (await openSessions(db, lab.jwtSecret, [ids.adminId, ids.resellerId]))();
  if (!admin || !reseller) throw new Error('A session was opened and not returned');
  return { ...database, admin, reseller };
}

/** @returns the statements that make them again */
async function dropIndexes(sql: Sql): Promise<string[]> {
  const found = await sql<{ name: string; made: string }[]>`
    select i.indexrelid::regclass as name, pg_get_indexdef(i.indexrelid) as made
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = i.indexrelid)`;
  await sql.unsafe(`drop index ${found.map(({ name }) => name).join(', ')}`);
  return found.map(({ made }) => made);
}

/** Several may work off the same list. */
async function makeIndexes(sql: Sql, left: string[]): Promise<void> {
  const connection = await sql.reserve();
  await connection`set maintenance_work_mem = '512MB'`;
  for (let next = left.pop(); next !== undefined; next = left.pop()) await connection.unsafe(next);
  await connection`reset maintenance_work_mem`;
  connection.release();
}

async function fillRows(db: Db, orders: number): Promise<{ adminId: number; resellerId: number }> {
  const sql = db.$client;
  const [adminId, resellerId] = [await addUser(sql, 'admin'), await addUser(sql, 'user')];
  const ofReseller = Math.floor(orders / SHARE_OF_RESELLER);
  await fillReseller(db, ofReseller);
  await seedDemo(db, {
    customers: Math.floor(orders / ORDERS_PER_CUSTOMER),
    orders: orders - ofReseller,
    services: SERVICES,
    passwordHash: '-',
    report: () => undefined,
  });
  await fillPurchases(db, adminId);
  await fillOthers(sql, adminId, resellerId);
  return { adminId, resellerId };
}

async function addUser(sql: Sql, role: 'admin' | 'user'): Promise<number> {
  const [added] = await sql<{ id: number }[]>`
    insert into users (user_name, name, email, phone, role, password_hash)
    values (${`bench-${role}`}, 'Bench', ${`bench-${role}@example.com`}, '01700000000', ${role}, '-') returning id`;
  if (!added) throw new Error('A user was written and not returned');
  await sql`insert into accounts (user_id, kind) values (${added.id}, 'wallet')`;
  return added.id;
}

/** Orders over the last six months, all completed but the newest twenty. */
async function fillReseller(db: Db, each: number): Promise<void> {
  const sql = db.$client;
  const [service] = await sql<{ id: number }[]>`
    insert into services (name, description, category, price_micros, min, max, avg_time_hours)
    values ('Benchmark followers', 'For the benchmark.', 'instagram', 1000, 10, 1000000, 1) returning id`;
  await fillOrders(db, { serviceId: service?.id ?? 0, users: 1, each, grantNanos: GRANT_NANOS });
  await sql`
    with granted as (
      insert into grants (user_id, admin_id, amount_nanos, reason)
      select u.id, a.id, ${GRANT_NANOS}, 'benchmark' from users u, users a where u.role = 'user' and a.role = 'admin' returning *
    )
    insert into ledger (account_id, seq, contra_id, amount_nanos, balance_after_nanos, kind, grant_id, at)
    select a.id, 1, 3, amount_nanos, amount_nanos, 'grant', g.id, now() - interval '181 days'
    from granted g join accounts a using (user_id)`;
  await sql`
    update accounts a set balance_nanos = l.balance_after_nanos, version = l.seq
    from (select * from ledger order by seq desc limit 1) l where l.account_id = a.id`;
  await sql`
    update orders set created_at = now() - interval '180 days' * (1 - id / ${each}::float8),
      status = case when id > ${each - 20} then 'pending' else 'completed' end`;
  await sql`update ledger set at = o.created_at from orders o where o.id = ledger.order_id`;
  await sql`
    insert into order_events (order_id, seq, from_status, to_status, actor_id, at)
    select id, 1, 'pending', 'completed', (select min(id) from users), created_at + interval '1 hour'
    from orders where status = 'completed'`;
}

/** A third of the services is bought at a supplier. */
async function fillPurchases(db: Db, adminId: number): Promise<void> {
  const sql = db.$client;
  const [supplier] = await sql<{ id: number }[]>`
    insert into suppliers (name, url, sealed_key, currency, rate_picos, created_by)
    values ('Wholesale', 'https://supplier.example/api/v2', '-', 'USD', 1000000000000, ${adminId}) returning id`;
  const supplierId = supplier?.id ?? 0;
  await sql`
    insert into supplier_services (supplier_id, external_id, name, category, description, trade_type, type, cost_exact, cost_micros, min,
      max, refill, cancel)
    select ${supplierId}, id::text, name, category, description, 'Default', type, price_micros / 2, price_micros / 2, min, max, false,
      false
    from services where id % 3 = 0`;
  await addDemoPurchases(db, { supplierId, adminId, lastExternalId: 100_000_000 });
}

async function fillOthers(sql: Sql, adminId: number, resellerId: number): Promise<void> {
  await sql`
    insert into order_requests (order_id, user_id, kind, status, asked_by, created_at, closed_at)
    select id, user_id, 'refill', case when id % 400 = 0 then 'pending' else 'done' end, user_id, created_at + interval '1 day',
      case when id % 400 = 0 then null else created_at + interval '2 days' end
    from orders where id % 20 = 0 order by id`;
  await sql`
    insert into order_request_events (order_request_id, seq, from_status, to_status, actor_id, at)
    select id, 1, 'pending', 'done', ${adminId}, closed_at from order_requests where closed_at is not null`;
  await sql`
    insert into tickets (user_id, subject, order_id, status, message_count, answered_by, last_message_at, created_at)
    select user_id, 'Order ' || id || ' is late', id, case when id % 5000 = 0 then 'open' else 'closed' end, 2, ${adminId},
      created_at + interval '3 hours', created_at + interval '2 hours'
    from orders where id % 100 = 0 order by id`;
  await sql`
    insert into ticket_messages (ticket_id, seq, author_id, by_admin, message, at)
    select id, seq, case seq when 1 then user_id else ${adminId} end, seq = 2, 'When does it arrive?', created_at + interval '1 hour' * seq
    from tickets, generate_series(1, 2) seq order by id, seq`;
  await sql`
    insert into audit_entries (at, admin_id, action, subject, subject_id, subject_name, user_id, before, after)
    select created_at + interval '1 hour', ${adminId}, 'order.decide', 'order', id, service_name, user_id, '{"status": "pending"}',
      jsonb_build_object('status', status)
    from orders where id % 4 = 0 and status <> 'pending' order by id`;
  const [webhook] = await sql<{ id: number }[]>`
    insert into webhooks (user_id, url, events, sealed_secret, enabled, disabled_at, disabled_reason)
    values (${resellerId}, 'https://reseller.example/hook', '{order.changed}', '-', false, now(), 'failing') returning id`;
  await sql`
    insert into webhook_deliveries (webhook_id, event, subject_id, status, attempts, created_at, delivered_at, http_status)
    select ${webhook?.id ?? 0}, 'order.changed', id, 'delivered', 1, created_at, created_at, 200
    from orders where user_id = ${resellerId} order by id`;
  await sql`
    insert into notices (title, body, kind, level, dismissible)
    select 'Notice ' || n, 'Slow today.', 'banner', 'info', true from generate_series(1, 20) n`;
}
