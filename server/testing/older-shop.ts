import type { Sql } from 'postgres';
import { shopAccountIds } from '#db/schema/ledger.ts';

/** An order as a release without types of services stored it, and what the ledger paid back. */
export interface OlderOrder {
  id: number;
  userId: number;
  serviceName: string;
  link: string;
  quantity: number;
  priceMicros: number;
  chargeNanos: number;
  status: string;
  remaining: number | null;
  refundedNanos: number;
}

/** Coprime to the cycles of services and statuses, so that each customer has all of them. */
const CUSTOMERS = 211;
const GRANT_NANOS = 9_000_000_000_000;

/** Fills a database of the schema before the types of services: an admin, customers, services, and orders in every status. */
export async function fillOlderShop(sql: Sql, orders: number): Promise<void> {
  await sql`
    insert into users (user_name, name, email, phone, role, password_hash)
    select case n when 0 then 'boss' else 'customer' || n end, 'Some Body', 'u' || n || '@example.com', '01700000000',
      case n when 0 then 'admin' else 'user' end, '-'
    from generate_series(0, ${CUSTOMERS}::int) n order by n`;
  await sql`
    insert into services (name, description, category, price_micros, min, max, avg_time_hours, deleted_at, hidden)
    select name, 'As it was.', category, price, 10, 1000000, 1, deleted_at, hidden
    from (values ('Followers', 'instagram', 1000000, null::timestamptz, false), ('Likes', 'facebook', 6417, null, false),
      ('Free views', 'youtube', 0, null, false), ('Odd price', 'tiktok', 1, null, false), ('Gone', 'telegram', 12345678, now(), false),
      ('Hidden', 'twitter', 999999, null, true)) as old (name, category, price, deleted_at, hidden)`;
  await sql`
    insert into orders (user_id, service_id, service_name, link, quantity, price_micros, charge_nanos, status, remaining, request_id, created_at)
    select 2 + n % ${CUSTOMERS}::int, s.id, s.name, 'https://example.com/p/' || n, quantity, s.price_micros, quantity * s.price_micros,
      status, case status when 'partial' then 1 + quantity / 3 end, case n % 3 when 0 then uuidv7() end,
      now() - interval '30 days' + n * interval '1 second'
    from (
      select n, 10 + n % 4991 as quantity, 1 + n % 6 as service_id,
        (array['pending', 'pending', 'processing', 'completed', 'completed', 'completed', 'completed', 'completed', 'partial', 'rejected'])[1 + n / 7 % 10] as status
      from generate_series(1, ${orders}::int) n
    ) wanted join services s on s.id = service_id
    order by n`;
  await sql`
    insert into order_events (order_id, seq, from_status, to_status, actor_id, at)
    select id, 1, 'pending', status, 1, created_at + interval '1 hour' from orders where status <> 'pending'`;
  await sql`insert into grants (user_id, admin_id, amount_nanos, reason, created_at)
    select id, 1, ${GRANT_NANOS}, 'At the start', now() - interval '60 days' from users where role = 'user' order by id`;
  await sql`
    create temp table entries as
    select user_id, created_at as at, ${shopAccountIds.grants}::bigint as contra_id, amount_nanos, 'grant' as kind,
      null::bigint as order_id, id as grant_id from grants
    union all
    select user_id, created_at, ${shopAccountIds.sales}, -charge_nanos, 'order_charge', id, null from orders where charge_nanos > 0
    union all
    select user_id, created_at + interval '1 hour', ${shopAccountIds.sales}, charge_nanos, 'order_refund', id, null
    from orders where status = 'rejected' and charge_nanos > 0
    union all
    select user_id, created_at + interval '1 hour', ${shopAccountIds.sales}, remaining * price_micros, 'order_partial_refund', id, null
    from orders where status = 'partial' and price_micros > 0`;
  await sql`
    insert into accounts (user_id, kind, balance_nanos, version)
    select u.id, 'wallet', coalesce(sum(e.amount_nanos), 0), count(e.at)
    from users u left join entries e on e.user_id = u.id group by u.id order by u.id`;
  await sql`
    insert into ledger (account_id, seq, contra_id, amount_nanos, balance_after_nanos, kind, order_id, grant_id, at)
    select a.id, row_number() over history, contra_id, amount_nanos, sum(amount_nanos) over history, e.kind, order_id, grant_id, at
    from accounts a join entries e using (user_id)
    window history as (partition by a.id order by at, amount_nanos < 0, order_id rows unbounded preceding)`;
  await sql`analyze`;
}

/** Every order with its refund by the ledger, oldest first. */
export function readOlderOrders(sql: Sql): Promise<OlderOrder[]> {
  return sql<OlderOrder[]>`
    select o.id, o.user_id as "userId", service_name as "serviceName", link, quantity, price_micros as "priceMicros",
      charge_nanos as "chargeNanos", status, remaining, coalesce(refunded, 0)::bigint as "refundedNanos"
    from orders o left join (
      select order_id, sum(amount_nanos) as refunded from ledger where kind in ('order_refund', 'order_partial_refund') group by order_id
    ) l on l.order_id = o.id
    order by o.id`;
}
