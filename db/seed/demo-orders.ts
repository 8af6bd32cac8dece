import type { TransactionSql } from 'postgres';
import { countText, type DemoOptions } from './demo-options.ts';

const ROWS_PER_INSERT = 100_000;

/**
 * Generates the orders into `demo_orders`, numbered by time: customer, service, time, charge and outcome. A few customers and services
 * have most of them, as in a real shop. An order costs about $0.20 to $20.
 */
export async function planDemoOrders(sql: TransactionSql, orders: number, firstId: number): Promise<void> {
  await dayAndNight(sql);
  await planServices(sql);
  await sql`
    create temp table demo_orders on commit drop as
    with drawn as (
      select i,
        1 + floor((select count(*) from demo_customers) * power(pg_temp.dice(i, 11), 1.5))::bigint as customer,
        1 + floor((select count(*) from demo_services) * power(pg_temp.dice(i, 12), 1.5))::bigint as service,
        (200000000 * exp(pg_temp.dice(i, 13) * ln(100)))::bigint as wanted_nanos
      from generate_series(${firstId}::bigint, ${firstId}::bigint + ${orders}::bigint - 1) i
    ), placed as (
      select i, c.user_id, c.topup_nanos, s.service_id, s.name, s.type, s.price_micros, s.per, s.avg_time_hours,
        s.link || to_hex((hashint8extended(i, 14) & 281474976710655)) as link,
        greatest(s.min, least(s.max, wanted_nanos / s.price_micros / 10 * 10))::int as quantity,
        pg_temp.waking_time(i, c.joined_at + interval '1 day' + (now() - c.joined_at - interval '1 day') * pg_temp.dice(i, 15)) as created_at
      from drawn join demo_customers c on c.n = customer join demo_services s on s.n = service
    ), timed as (
      select *, created_at + (interval '20 minutes' + interval '1 hour' * avg_time_hours * pg_temp.dice(i, 16)) as ends_at,
        pg_temp.dice(i, 17) as luck,
        pg_temp.dice(i, 18) < 0.7 as has_steps
      from placed
    ), decided as (
      select *,
        ends_at > now() or (created_at > now() - interval '3 days' and pg_temp.dice(i, 19) < 0.25) as open,
        has_steps and created_at + (ends_at - created_at) / 6 < now() as started
      from timed
    )
    select row_number() over (order by created_at, i) as n,
      ${firstId}::bigint - 1 + row_number() over (order by created_at, i) as id,
      user_id, topup_nanos, service_id, name, type, link, quantity, price_micros, per,
      quantity * price_micros * (1000 / per) as charge_nanos, created_at,
      case when started then date_trunc('milliseconds', created_at + (ends_at - created_at) / 6) end as started_at,
      case when not open then date_trunc('milliseconds', ends_at) end as ended_at,
      case when open and started then 'processing' when open then 'pending'
        when luck < 0.05 then 'rejected' when luck < 0.09 and quantity >= 20 then 'partial' else 'completed' end as status,
      case when not open and luck >= 0.05 and luck < 0.09 and quantity >= 20
        then greatest(1, floor(quantity * (0.1 + 0.5 * pg_temp.dice(i, 20))))::int end as remaining
    from decided`;
  await sql`create index on demo_orders (n)`;
  await sql`analyze demo_orders`;
}

/**
 * Moves a time within its day to when people in Bangladesh order: hardly at night, mostly in the evening, and on Fridays half as often.
 * A time in the last two days stays, so that none is to come.
 */
async function dayAndNight(sql: TransactionSql): Promise<void> {
  await sql`
    create or replace function pg_temp.waking_time(n bigint, at timestamptz) returns timestamptz stable language sql as $$
      select date_trunc('milliseconds', case when at > now() - interval '2 days' then at else
        date_trunc('day', at at time zone 'Asia/Dhaka') at time zone 'Asia/Dhaka'
          + case when extract(dow from at at time zone 'Asia/Dhaka') = 5 and pg_temp.dice(n, 51) < 0.5 then interval '1 day' else interval '0' end
          + interval '1 hour' * (24 - 16.5 * power(pg_temp.dice(n, 52), 1.6)) end)
    $$`;
}

/** A package has a few comments, any other order one for each unit. */
async function addComments(sql: TransactionSql, first: number, last: number): Promise<void> {
  await sql`
    insert into order_comments (order_id, comments)
    select id, (
      select string_agg((string_to_array(${comments.join('|')}, '|'))[1 + mod(id + nth, ${comments.length}::bigint)::int], chr(10))
      from generate_series(1, case per when 1 then 5 else quantity end) as nth
    )
    from demo_orders where n between ${first} and ${last} and type in ('custom_comments', 'custom_comments_package')`;
}

const comments = [
  'Great work!',
  'Love this one',
  'দারুণ হয়েছে',
  'So helpful, thank you',
  'More of this, please',
  'খুব সুন্দর',
];

/** Orders in work show where they started and what remains. */
async function addProgress(sql: TransactionSql, first: number, last: number): Promise<void> {
  await sql`
    insert into order_progress (order_id, start_count, remains, updated_at)
    select id, floor(10000 * pg_temp.dice(id, 21)), floor(quantity * pg_temp.dice(id, 22)), started_at
    from demo_orders where n between ${first} and ${last} and status = 'processing' and type = 'default'`;
}

/** Services whose smallest order is affordable, mostly a few cents. */
async function planServices(sql: TransactionSql): Promise<void> {
  await sql`
    create temp table demo_services on commit drop as
    select row_number() over (order by type = 'default' and refill_days is null, id) as n, id as service_id, name, type,
      price_micros, per, min, avg_time_hours,
      case type when 'custom_comments' then greatest(min, least(max, 40)) else max end as max,
      case
        when lower(name || category) like '%facebook%' then 'https://www.facebook.com/posts/'
        when lower(name || category) like '%instagram%' then 'https://www.instagram.com/p/'
        when lower(name || category) like '%youtube%' then 'https://www.youtube.com/watch?v='
        when lower(name || category) like '%tiktok%' then 'https://www.tiktok.com/@demo/video/'
        when lower(name || category) like '%telegram%' then 'https://t.me/demo_'
        when lower(name || category) like '%linkedin%' then 'https://www.linkedin.com/posts/'
        when lower(name || category) like '%twitter%' then 'https://x.com/demo/status/'
        when lower(name || category) like '%whatsapp%' then 'https://whatsapp.com/channel/'
        when lower(name || category) like '%snapchat%' then 'https://www.snapchat.com/add/'
        else 'https://example.com/' end as link
    from services
    where deleted_at is null and price_micros > 0 and min * price_micros * (1000 / per) <= 100000000000`;
  await sql`analyze demo_services`;
  const [some] = await sql`select 1 from demo_services limit 1`;
  if (!some) throw new Error('No service costs less than $100 for its smallest order. Add one first.');
}

/** Writes the generated orders, oldest first, and the admins' decisions. */
export async function addDemoOrders(
  sql: TransactionSql,
  { adminId, orders, report }: { adminId: number } & Pick<DemoOptions, 'orders' | 'report'>,
): Promise<void> {
  for (let first = 1; first <= orders; first += ROWS_PER_INSERT) {
    const last = Math.min(first + ROWS_PER_INSERT - 1, orders);
    await sql`
      insert into orders (id, user_id, service_id, service_name, link, quantity, price_micros, per, charge_nanos, status,
        remaining, created_at)
      overriding system value
      select id, user_id, service_id, name, link, quantity, price_micros, per, charge_nanos, status, remaining, created_at
      from demo_orders where n between ${first} and ${last} order by n`;
    await addComments(sql, first, last);
    await addProgress(sql, first, last);
    await sql`
      insert into order_events (order_id, seq, from_status, to_status, actor_id, reason, at)
      select id, 1, 'pending', 'processing', ${adminId}::bigint, null, started_at
      from demo_orders where n between ${first} and ${last} and started_at is not null
      union all
      select id, case when started_at is null then 1 else 2 end,
        case when started_at is null then 'pending' else 'processing' end, status, ${adminId}::bigint,
        case status when 'rejected' then 'The link is private or does not exist.'
          when 'partial' then 'The account became private before everything was delivered.' end,
        ended_at
      from demo_orders where n between ${first} and ${last} and ended_at is not null`;
    report(`${countText(last)} of ${countText(orders)} orders`);
  }
}
