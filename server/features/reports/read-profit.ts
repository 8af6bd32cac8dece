import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { moneySum } from '#shared/money-sum.ts';
import type { ProfitFigures, ProfitGroup, ProfitInput, ProfitPage, ProfitRow } from '#shared/reports.ts';
import type { Actor } from '#shared/users.ts';
import { assertAdmin } from '../../identity/assert-admin.ts';
import { cutPage, lostPage } from '../../lists/keyset.ts';
import { beginOfDay, endOfDay, shopTimeZone } from '../../lists/shop-days.ts';

interface Group {
  /** What the orders of a row have in common, as text. */
  key: SQL;
  name: SQL;
  /** The name's table, joined with a group's key. */
  names: SQL;
}

const groups: Record<ProfitGroup, Group> = {
  service: {
    key: sql`service_id::text`,
    name: sql`services.name`,
    names: sql`left join services on services.id::text = key`,
  },
  supplier: {
    key: sql`supplier_id::text`,
    name: sql`suppliers.name`,
    names: sql`left join suppliers on suppliers.id::text = key`,
  },
  customer: {
    key: sql`user_id::text`,
    name: sql`users.user_name`,
    names: sql`left join users on users.id::text = key`,
  },
  day: { key: sql`(created_at at time zone ${shopTimeZone})::date::text`, name: sql`key`, names: sql`` },
};

/**
 * Revenue, cost and profit of the orders of some days, by service, supplier, customer or day. An order counts on the day when it was
 * placed, with its present refunds and returns. Its cost is known once a supplier has accepted it. Admins only.
 * @throws DomainError `bad_input` for an invalid cursor
 */
export async function readProfit(db: Db, actor: Actor, input: ProfitInput): Promise<ProfitPage> {
  assertAdmin(actor);
  const { from, to, by, limit } = input;
  const { key, name, names } = groups[by];
  const after = positionOf(input.cursor);
  const rows = await db.execute<Row>(sql`
    with placed as (
      select o.*, f.supplier_id, f.cost_nanos - coalesce(f.returned_nanos, 0) as cost,
        case o.status
          when 'rejected' then 0
          when 'partial' then o.charge_nanos - o.remaining::bigint * o.price_micros * (1000 / o.per)
          else o.charge_nanos
        end as revenue
      from orders o left join forwards f on f.order_id = o.id and f.state = 'accepted'
      where o.created_at >= ${beginOfDay(from)} and o.created_at < ${endOfDay(to)}
    ), grouped as (
      select ${key} as key, count(cost) as orders,
        coalesce(sum(revenue) filter (where cost is not null), 0) as revenue, coalesce(sum(cost), 0) as cost,
        count(*) filter (where cost is null and status <> 'rejected') as orders_without,
        coalesce(sum(revenue) filter (where cost is null), 0) as revenue_without
      from placed group by 1
    ), counted as (
      select *, revenue - cost as profit,
        row_number() over (order by ${by === 'day' ? sql`` : sql`revenue - cost desc, revenue_without desc, `} key) as nth
      from grouped where orders > 0 or orders_without > 0
    ), page as (
      select * from counted where nth > ${after} order by nth limit ${limit + 1}
    )
    select nth::integer, key, ${name} as name, orders::integer, revenue::text, cost::text, profit::text,
      orders_without::integer, revenue_without::text
    from page ${names}
    union all
    select null, null, null, coalesce(sum(orders), 0)::integer, coalesce(sum(revenue), 0)::text, coalesce(sum(cost), 0)::text,
      coalesce(sum(profit), 0)::text, coalesce(sum(orders_without), 0)::integer, coalesce(sum(revenue_without), 0)::text
    from counted
    order by 1 nulls last`);
  const found = Array.from(rows);
  const total = found.pop();
  const page = cutPage(found, limit, ({ nth }) => String(nth));
  return { ...page, items: page.items.map((row) => rowOf(row, by)), total: figuresOf(total) };
}

interface Row extends Record<string, unknown> {
  /** The row's position; null for the total. */
  nth: number | null;
  key: string | null;
  name: string | null;
  orders: number;
  revenue: string;
  cost: string;
  profit: string;
  orders_without: number;
  revenue_without: string;
}

function rowOf(row: Row, by: ProfitGroup): ProfitRow {
  return { id: by === 'day' || row.key === null ? null : Number(row.key), name: row.name, ...figuresOf(row) };
}

function figuresOf(row: Row | undefined): ProfitFigures {
  return {
    orders: row?.orders ?? 0,
    revenue: moneySum(row?.revenue ?? '0'),
    cost: moneySum(row?.cost ?? '0'),
    profit: moneySum(row?.profit ?? '0'),
    ordersWithoutCost: row?.orders_without ?? 0,
    revenueWithoutCost: moneySum(row?.revenue_without ?? '0'),
  };
}

/** A report is an aggregate: its rows have no place of their own, so a page begins after a number of rows. */
function positionOf(cursor: string | null | undefined): number {
  if (cursor === null || cursor === undefined) return 0;
  if (!/^[1-9]\d{0,8}$/.test(cursor)) throw lostPage();
  return Number(cursor);
}
