import type { TransactionSql } from 'postgres';
import { shopAccountIds } from '../schema/ledger.ts';
import { countText, type DemoOptions } from './demo-options.ts';

const CUSTOMERS_PER_INSERT = 5_000;

/**
 * Gives some customers a welcome bonus, and writes the wallets and their history: all movements in chronological order, numbered
 * without gaps, each row with the balance after it.
 * @returns how many ledger rows were written
 */
export async function addDemoLedger(
  sql: TransactionSql,
  { adminId, report }: { adminId: number } & Pick<DemoOptions, 'report'>,
): Promise<number> {
  await sql`
    insert into grants (user_id, admin_id, amount_nanos, reason, created_at)
    select user_id, ${adminId}::bigint, 1000000000, 'Welcome bonus', joined_at + interval '30 minutes'
    from demo_customers where pg_temp.dice(user_id, 41) < 0.1 order by n`;
  await sql`
    create temp table demo_entries on commit drop as
    select user_id, at, contra_id, amount_nanos, kind, order_id, recharge_id, grant_id from (
      select user_id, created_at as at, ${shopAccountIds.sales}::bigint as contra_id, -charge_nanos as amount_nanos,
        'order_charge' as kind, id as order_id, null::bigint as recharge_id, null::bigint as grant_id
      from demo_orders
      union all
      select user_id, ended_at, ${shopAccountIds.sales}::bigint, charge_nanos, 'order_refund', id, null, null
      from demo_orders where status = 'rejected'
      union all
      select user_id, ended_at, ${shopAccountIds.sales}::bigint, remaining * price_micros * (1000 / per), 'order_partial_refund', id, null, null
      from demo_orders where status = 'partial'
      union all
      select user_id, decided_at, ${shopAccountIds.recharges}::bigint, amount_nanos, 'recharge', null, id, null
      from demo_recharges where status = 'approved'
      union all
      select g.user_id, g.created_at, ${shopAccountIds.grants}::bigint, g.amount_nanos, 'grant', null, null, g.id
      from grants g join demo_customers c using (user_id)
    ) entries`;
  await sql`
    insert into accounts (user_id, kind, balance_nanos, version)
    select c.user_id, 'wallet', coalesce(sum(e.amount_nanos), 0), count(e.at)
    from demo_customers c left join demo_entries e using (user_id) group by c.user_id order by c.user_id`;
  await sql`create index on demo_entries (user_id)`;
  await sql`analyze demo_entries`;
  return writeHistories(sql, report);
}

async function writeHistories(sql: TransactionSql, report: DemoOptions['report']): Promise<number> {
  const [total] = await sql<{ customers: number; entries: number }[]>`
    select (select count(*)::int from demo_customers) as customers, (select count(*)::int from demo_entries) as entries`;
  const { customers = 0, entries = 0 } = total ?? {};
  let written = 0;
  for (let first = 1; first <= customers; first += CUSTOMERS_PER_INSERT) {
    const { count: rows } = await sql`
      insert into ledger (account_id, seq, contra_id, amount_nanos, balance_after_nanos, kind, order_id, recharge_id, grant_id, at)
      select a.id, row_number() over history, contra_id, amount_nanos, sum(amount_nanos) over history, e.kind, order_id,
        recharge_id, grant_id, at
      from demo_customers c join accounts a using (user_id) join demo_entries e using (user_id)
      where c.n between ${first} and ${first + CUSTOMERS_PER_INSERT - 1}
      window history as (
        partition by a.id order by at, amount_nanos < 0, coalesce(order_id, recharge_id, grant_id), e.kind
        rows unbounded preceding
      )`;
    written += rows;
    report(`${countText(written)} of ${countText(entries)} ledger rows`);
  }
  return written;
}
