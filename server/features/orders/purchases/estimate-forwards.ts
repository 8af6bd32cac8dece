import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { assertAdmin } from '#server/base/identity/assert-admin.ts';
import { idsFound } from '#server/base/lists/search-arms.ts';
import { idIn } from '#server/base/lists/search-text.ts';
import { type EstimateForwardsInput, type ForwardEstimate, MAX_ESTIMATED_ORDERS } from '#shared/forward-estimates.ts';
import { MAX_NANOS, nanos } from '#shared/money.ts';
import type { AdminOrderFilter } from '#shared/orders.ts';
import type { Actor } from '#shared/users.ts';
import { orderFilter, waysToFindOrders } from '../order-filter.ts';

/**
 * Estimates how many of some orders can be forwarded, and the cost at the first source of each that is not paused. It changes nothing.
 * Admins only.
 */
export async function estimateForwards(
  db: Db,
  actor: Actor,
  { orderIds, filter }: EstimateForwardsInput,
): Promise<ForwardEstimate> {
  assertAdmin(actor);
  const chosen = orderIds
    ? sql`select id from orders where ${inArray(orders.id, orderIds)}`
    : await matching(db, filter ?? {});
  const [row] = await db.execute<{ read: number; count: number; costNanos: number }>(sql`
    with chosen as materialized (${chosen}), startable as (
      select o.id, o.quantity, source.cost_exact, source.rate_picos, o.per
      from chosen join orders o on o.id = chosen.id join services on services.id = o.service_id and services.forwarded
      left join lateral (
        select listed.cost_exact, supplier.rate_picos from service_sources s
        join supplier_services listed on listed.supplier_id = s.supplier_id and listed.external_id = s.external_id
        join suppliers supplier on supplier.id = s.supplier_id
        where s.service_id = o.service_id
        order by s.paused_at is not null, s.position limit 1
      ) as source on true
      where o.status in ('pending', 'processing') and not exists (
        select from forwards f where f.order_id = o.id and f.state not in ('refused', 'withdrawn'))
    )
    select (select count(*) from chosen) as read, count(*) as count,
      least(coalesce(sum(ceil(quantity::numeric * cost_exact * rate_picos / (per::numeric * 1000000000))), 0), ${MAX_NANOS}::bigint)::bigint
        as "costNanos"
    from startable`);
  const { read = 0, count = 0, costNanos = 0 } = row ?? {};
  // A given id without an order is skipped, too.
  const wanted = orderIds ? new Set(orderIds).size : Math.min(read, MAX_ESTIMATED_ORDERS);
  return { count, costNanos: nanos(costNanos), skipped: wanted - count, isMore: read > MAX_ESTIMATED_ORDERS };
}

/** The ids of a filter's newest orders, as a statement; one more than are estimated shows that there are more. */
async function matching(db: Db, { search, ...filter }: AdminOrderFilter): Promise<SQL> {
  const condition = orderFilter(filter);
  const newest = MAX_ESTIMATED_ORDERS + 1;
  if (!search)
    return sql`select ${orders.id} from ${orders} where ${condition ?? sql`true`} order by ${orders.id} desc limit ${newest}`;
  const number = idIn(search);
  const ways = await waysToFindOrders(db, search);
  const all = number === undefined ? ways : [...ways, sql`${orders.id} = ${number}`];
  return sql`select id from ${idsFound(orders.id, { ways: all, filter: condition, newest })} as found`;
}
