import { eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import type { ShopStats } from '#shared/stats.ts';
import { cachedRead } from '../../base/cache/cached-read.ts';
import { countOnOffer } from '../../base/lists/services-per-category.ts';

/** Below this a figure says more about a shop's youth than about its work, so it is hidden. */
const ENOUGH_ORDERS = 100;
const ENOUGH_DELIVERIES = 50;
/** Only the newest deliveries count. */
const NEWEST = 5_000;

/**
 * A shop's own measured figures for visitors: orders completed, and the median delivery time of the last 90 days. Each is null below 100
 * completed orders, or below 50 deliveries. Both are some minutes old at most, because all visitors share one count.
 */
export async function readShopStats(db: Db): Promise<ShopStats> {
  const [{ completed, deliveries, medianMinutes }, services] = await Promise.all([delivered.get(db), countOnOffer(db)]);
  return {
    services,
    completedOrders: completed < ENOUGH_ORDERS ? null : roundedDown(completed),
    medianMinutes: deliveries < ENOUGH_DELIVERIES ? null : medianMinutes,
  };
}

/** Down to two digits, "1,900" for 1,943: a page with it is rendered again only when it changes visibly. */
function roundedDown(count: number): number {
  const unit = 10 ** Math.max(0, String(count).length - 2);
  return Math.floor(count / unit) * unit;
}

export const delivered = cachedRead(
  async (db: Db) => {
    const [completed, [measured]] = await Promise.all([
      db.$count(orders, eq(orders.status, 'completed')),
      // Orders that were rejected first do not count.
      db.execute<{ deliveries: number; median: number | null }>(sql`
        select count(*)::int as deliveries,
          round(percentile_cont(0.5) within group (order by extract(epoch from e.at - o.created_at) / 60))::int as median
        from (
          select order_id, at from order_events
          where to_status = 'completed' and from_status <> 'rejected' and at >= now() - interval '90 days'
          order by at desc limit ${NEWEST}
        ) e join orders o on o.id = e.order_id`),
    ]);
    return { completed, deliveries: measured?.deliveries ?? 0, medianMinutes: measured?.median ?? null };
  },
  { freshForMs: 5 * 60_000 },
);
