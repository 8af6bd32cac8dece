import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { deliveryTimes } from '../../base/lists/delivery-times.ts';

/**
 * A statement that selects bought orders (`order_id`, `supplier_id`, `accepted_at`, `p95_minutes`) which take longer than 95 % of the
 * deliveries of their service. A service with few deliveries has none.
 */
export async function stuckOrders(db: Db): Promise<SQL> {
  const measured = [...(await deliveryTimes.get(db))];
  const ids = sql.param(measured.map(([id]) => id));
  const minutes = sql.param(measured.map(([, { p95Minutes }]) => p95Minutes));
  return sql`
    select o.id as order_id, f.supplier_id, f.accepted_at, usual.p95_minutes
    from unnest(${ids}::bigint[], ${minutes}::integer[]) as usual (service_id, p95_minutes)
    join orders o on o.service_id = usual.service_id and o.status in ('pending', 'processing')
    join forwards f on f.order_id = o.id and f.state = 'accepted'
    where f.accepted_at < now() - make_interval(mins => usual.p95_minutes)`;
}
