import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { moneySum } from '#shared/money-sum.ts';
import type { ProfitFigures, ProfitGroup, ProfitInput, ProfitPage } from '#shared/reports.ts';
import type { Actor } from '#shared/users.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { cutPage, lostPage } from '../../base/lists/keyset.ts';
import { beginOfDay, endOfDay, shopTimeZone } from '../../base/lists/shop-days.ts';

interface FiguresRow {
  orders: number;
  earned: string;
  cost: string;
  unknownOrders: number;
  unknownEarned: string;
}

interface GroupRow extends FiguresRow, Record<string, unknown> {
  /** Null for the row with the totals alone, on a page without groups. */
  rank: string | null;
  key: number | null;
  name: string | null;
  totals: FiguresRow;
}

/** The group of an order, and its name. Days are numbered, and their names are such as 2026-11-24. */
const groups: Record<ProfitGroup, { key: SQL; name: SQL }> = {
  service: { key: sql`o.service_id`, name: sql`(select name from services where id = page.key)` },
  supplier: { key: sql`f.supplier_id`, name: sql`(select name from suppliers where id = page.key)` },
  customer: { key: sql`o.user_id`, name: sql`(select user_name from users where id = page.key)` },
  day: {
    key: sql`((o.created_at at time zone ${shopTimeZone})::date - date '1970-01-01')`,
    name: sql`to_char(date '1970-01-01' + page.key::int, 'YYYY-MM-DD')`,
  },
};

const cursorForm = z.tuple([z.string().regex(/^-?\d{1,30}$/), z.int()]);

/**
 * The profit of the orders of some days: what they earned less what they cost. Orders without a known cost are counted apart. Read from
 * the orders themselves: some seconds for a million. Admins only.
 * @throws DomainError `bad_input` for an invalid cursor
 */
export async function reportProfit(db: Db, actor: Actor, input: ProfitInput): Promise<ProfitPage> {
  assertAdmin(actor);
  const { by, cursor, limit } = input;
  const after = cursor ? readCursor(cursor) : undefined;
  const { key, name } = groups[by];
  const isAfter = after ? sql`where (rank, coalesce(key, 0)) < (${after[0]}::numeric, ${after[1]}::bigint)` : sql``;
  // The totals come from the groups, so that the orders are read once.
  const rows = await db.execute<GroupRow>(sql`
    with priced as (${pricedOrders(input, key)}), grouped as (
      select key, count(cost)::int as orders, coalesce(sum(earned) filter (where cost is not null), 0) as earned,
        coalesce(sum(cost), 0) as cost, (count(*) - count(cost))::int as "unknownOrders",
        coalesce(sum(earned) filter (where cost is null), 0) as "unknownEarned",
        ${by === 'day' ? sql`0::numeric` : sql`sum(earned)`} as rank
      from priced group by key
    ), page as (
      select * from grouped ${isAfter} order by rank desc, coalesce(key, 0) desc limit ${limit + 1}
    )
    select page.key, ${name} as name, rank::text as rank, orders, earned::text as earned, cost::text as cost, "unknownOrders",
      "unknownEarned"::text as "unknownEarned", totals.figures as totals
    from (
      select json_build_object('orders', coalesce(sum(orders), 0), 'earned', coalesce(sum(earned), 0)::text,
        'cost', coalesce(sum(cost), 0)::text, 'unknownOrders', coalesce(sum("unknownOrders"), 0),
        'unknownEarned', coalesce(sum("unknownEarned"), 0)::text) as figures
      from grouped
    ) totals left join page on true
    order by page.rank desc, coalesce(page.key, 0) desc`);
  const [first] = rows;
  if (!first) throw new Error('A sum of all rows returned none');
  const found = Array.from(rows).filter(({ rank }) => rank !== null);
  const page = cutPage(found, limit, (row) => JSON.stringify([row.rank, row.key ?? 0]));
  return {
    items: page.items.map((row) => ({ id: by === 'day' ? null : row.key, name: row.name ?? '', ...figuresOf(row) })),
    nextCursor: page.nextCursor,
    totals: figuresOf(first.totals),
  };
}

/**
 * The orders of the days with what they earned and cost; an order is bought at most once. A rejected order that was not bought earned and
 * cost nothing, and is left out. One that is sent or unknown may have cost something.
 */
function pricedOrders({ from, to }: ProfitInput, key: SQL): SQL {
  return sql`
    select ${key} as key,
      case o.status when 'rejected' then 0
        when 'partial' then (o.quantity - o.remaining) * o.price_micros * (1000 / o.per) else o.charge_nanos end as earned,
      coalesce(f.charged_nanos, f.cost_nanos) - coalesce(f.returned_nanos, 0) as cost
    from orders o left join forwards f on f.order_id = o.id and f.state = 'accepted'
    where o.created_at >= ${beginOfDay(from)} and o.created_at < ${endOfDay(to)}
      and (o.status <> 'rejected' or f.id is not null
        or exists (select from forwards open where open.order_id = o.id and open.state in ('sending', 'unknown')))`;
}

function figuresOf({ orders, earned, cost, unknownOrders, unknownEarned }: FiguresRow): ProfitFigures {
  return {
    orders,
    earnedNanos: moneySum(earned),
    costNanos: moneySum(cost),
    profitNanos: moneySum(BigInt(earned) - BigInt(cost)),
    unknownOrders,
    unknownEarnedNanos: moneySum(unknownEarned),
  };
}

function readCursor(text: string): [rank: string, key: number] {
  try {
    return cursorForm.parse(JSON.parse(text));
  } catch {
    throw lostPage();
  }
}
