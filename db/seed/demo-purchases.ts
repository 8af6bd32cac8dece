import type { TransactionSql } from 'postgres';
import type { Db } from '../client.ts';
import { withDeadline } from '../pool/deadline.ts';

interface DemoPurchases {
  /** A supplier with a list and without entries, at one dollar a unit of its currency. */
  supplierId: number;
  adminId: number;
  /** The number of the newest order there; the older ones count down. */
  lastExternalId: number;
}

/**
 * Lets a supplier be the source of the services that have the name of a line of its list, and writes the past of it: the purchases of
 * their ended orders, and its books with a payment before each month. What is written is what a shop that buys each order has.
 * @returns the balance of its books, in nano-dollars
 */
export function addDemoPurchases(db: Db, options: DemoPurchases): Promise<number> {
  return withDeadline(0, () => db.$client.begin((sql) => write(sql, options)));
}

async function write(sql: TransactionSql, options: DemoPurchases): Promise<number> {
  const { supplierId, adminId, lastExternalId } = options;
  await sql`
    insert into service_sources (service_id, position, supplier_id, external_id, accepted_cost_exact, accepted_cost_micros, accepted_by)
    select distinct on (s.id) s.id, 1, l.supplier_id, l.external_id, l.cost_exact, ceil(l.cost_exact)::bigint, ${adminId}::bigint
    from supplier_services l join services s on s.name = l.name and s.type = l.type
    where l.supplier_id = ${supplierId} and s.deleted_at is null and l.cost_exact < s.price_micros
      and not exists (select from service_sources known where known.service_id = s.id)
    order by s.id, l.external_id`;
  await sql`
    update services set forwarded = true where id in (select service_id from service_sources where supplier_id = ${supplierId})`;
  await sql`
    create temp table demo_purchases on commit drop as
    select row_number() over (order by o.created_at, o.id) as n, o.id as order_id, o.status, o.quantity, src.external_id,
      o.created_at + interval '2 seconds' as bought_at, ended.at as ended_at, coalesce(o.remaining, 0) as remaining,
      l.cost_exact * o.quantity / o.per as cost, l.cost_exact * coalesce(o.remaining, 0) / o.per as returned
    from orders o
    join service_sources src on src.service_id = o.service_id and src.supplier_id = ${supplierId}
    join supplier_services l on l.supplier_id = src.supplier_id and l.external_id = src.external_id
    join lateral (select max(at) as at from order_events e where e.order_id = o.id) ended on true
    where o.status in ('completed', 'partial') and not exists (select from forwards f where f.order_id = o.id)`;
  await sql`
    insert into forwards (order_id, state, due_at, supplier_id, external_id, external_order_id, cost_exact, cost_micros, rate_picos, cost_nanos,
      returned_nanos, attempts, sent_at, accepted_at, supplier_status, supplier_remains, status_at, status_count, created_at, ended_at)
    select order_id, 'accepted', null, ${supplierId}, external_id, ${lastExternalId}::bigint - (max(n) over ()) + n, cost, ceil(cost)::bigint,
      1000000000000, ceil(cost * 1000)::bigint, nullif(floor(returned * 1000)::bigint, 0), 1, bought_at, bought_at,
      case status when 'partial' then 'Partial' else 'Completed' end, remaining, ended_at, 6, bought_at - interval '2 seconds', ended_at
    from demo_purchases order by n`;
  await writeBooks(sql, supplierId, adminId);
  const [books] = await sql<{ nanos: number }[]>`
    update suppliers s set created_at = first.at, books_exact = last.balance_after_exact, books_micros = last.balance_after_micros,
      books_version = last.seq
    from (select * from supplier_entries where supplier_id = ${supplierId} order by seq desc limit 1) last,
      (select min(at) - interval '1 hour' as at from supplier_entries where supplier_id = ${supplierId}) first
    where s.id = ${supplierId} returning floor(s.books_exact * 1000)::bigint as nanos`;
  return books?.nanos ?? 0;
}

/** Payments, purchases and returns in the order of time, each with the balance after it. */
async function writeBooks(sql: TransactionSql, supplierId: number, adminId: number): Promise<void> {
  await sql`
    insert into supplier_entries (supplier_id, seq, kind, amount_exact, balance_after_exact, amount_micros, balance_after_micros, forward_id,
      reason, admin_id, at)
    select ${supplierId}, row_number() over book, kind, amount, sum(amount) over book, sign(amount) * ceil(abs(amount)),
      sum(sign(amount) * ceil(abs(amount))) over book, forward_id, reason, case when forward_id is null then ${adminId}::bigint end, at
    from (
      select 'purchase' as kind, -p.cost as amount, f.id as forward_id, null as reason, p.bought_at as at
      from demo_purchases p join forwards f using (order_id)
      union all
      select 'return', p.returned, f.id, 'Partial', p.ended_at
      from demo_purchases p join forwards f using (order_id) where p.returned > 0
      union all
      select 'payment', 25000000 * (ceil(sum(cost) / 25000000) + case min(n) when 1 then 2 else 0 end), null, 'bKash to the supplier',
        min(bought_at) - interval '20 minutes'
      from demo_purchases group by date_trunc('month', bought_at)
    ) entries
    window book as (order by at, amount desc, forward_id rows unbounded preceding)`;
}
