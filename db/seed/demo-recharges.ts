import type { TransactionSql } from 'postgres';

/**
 * Generates the recharges into `demo_recharges`, numbered by time. A customer always tops up by the same amount, just before an order
 * that the wallet could not pay otherwise; refunds are ignored. Some customers also have a rejected or a pending request.
 * @returns how many there are
 */
export async function planDemoRecharges(sql: TransactionSql): Promise<number> {
  await sql`
    create temp table demo_recharges on commit drop as
    with needs as (
      select id, user_id, topup_nanos, created_at,
        ceil(sum(charge_nanos) over (partition by user_id order by n) / topup_nanos)::bigint as topups
      from demo_orders
    ), steps as (
      select *, lag(topups, 1, 0::bigint) over (partition by user_id order by id) as topups_before from needs
    ), requests as (
      select user_id, topup_nanos as amount_nanos, 'approved' as status, id * 100 + topup as draw,
        created_at - interval '5 minutes' * (1 + pg_temp.dice(id, 31)) as decided_at
      from steps, generate_series(topups_before + 1, topups) topup where topups > topups_before
      union all
      select user_id, topup_nanos, 'rejected', user_id,
        joined_at + interval '12 hours' + (now() - joined_at - interval '12 hours') * pg_temp.dice(user_id, 32)
      from demo_customers where pg_temp.dice(user_id, 33) < 0.2
      union all
      select user_id, topup_nanos, 'pending', user_id, null from demo_customers where pg_temp.dice(user_id, 34) < 0.15
    ), dated as (
      select *, date_trunc('milliseconds', case
        when status = 'pending' then now() - interval '1 day' * pg_temp.dice(draw, 35)
        else decided_at - interval '5 minutes' - interval '2 hours' * pg_temp.dice(draw, 36) end) as created_at
      from requests
    )
    select row_number() over (order by created_at, user_id, draw) as n, user_id, amount_nanos, status, draw, created_at,
      date_trunc('milliseconds', decided_at) as decided_at
    from dated`;
  const [row] = await sql<{ total: number }[]>`select count(*)::int as total from demo_recharges`;
  return row?.total ?? 0;
}

/** Writes the generated recharges, oldest first, at today's rate. */
export async function addDemoRecharges(
  sql: TransactionSql,
  { adminId, firstId }: { adminId: number; firstId: number },
): Promise<void> {
  const [method] = await sql`select 1 from payment_methods limit 1`;
  if (!method) throw new Error('There is no payment method to recharge with. Add one first.');
  await sql`alter table demo_recharges add column id bigint`;
  await sql`update demo_recharges set id = n - 1 + ${firstId}::bigint`;
  await sql`analyze demo_recharges`;
  // No reference repeats: multiplying by an odd factor permutes the numbers below 2^40.
  await sql`
    with methods as (select row_number() over (order by position, id) as n, count(*) over () as methods, id, name from payment_methods)
    insert into recharges (id, user_id, method_id, method_name, amount_nanos, rate_paisa, paid_taka, reference, status, reason,
      decided_by, decided_at, created_at)
    overriding system value
    select r.id, user_id, m.id, m.name, amount_nanos, rate_paisa,
      div(amount_nanos::numeric * rate_paisa * 2 + 100000000000, 200000000000)::bigint,
      'D' || lpad(upper(to_hex(r.id * 2654435761 % 1099511627776)), 10, '0'), status,
      case status when 'rejected' then 'No payment with this transaction ID has arrived.' end,
      case when status <> 'pending' then ${adminId}::bigint end, decided_at, created_at
    from demo_recharges r
    join methods m on m.n = 1 + floor(m.methods * power(pg_temp.dice(r.id, 37), 2))::bigint, settings
    order by r.id`;
}
