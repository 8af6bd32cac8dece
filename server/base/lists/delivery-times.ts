import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import type { DeliveryTime } from '#shared/services.ts';
import { cachedRead } from '../cache/cached-read.ts';

/** Only the newest deliveries of all services count. */
const NEWEST = 50_000;
const OLDEST = sql.raw(`interval '90 days'`);
/** Fewer deliveries are not representative. */
const ENOUGH = 5;

/** Ten and 95 % of the deliveries took at most so long. */
export type MeasuredTime = DeliveryTime & { p10Minutes: number; p95Minutes: number };

/**
 * The delivery time of each service over the last 90 days. Orders that were rejected first or delivered partially do not count. At most
 * some minutes old.
 */
export const deliveryTimes = cachedRead(
  async (db: Db): Promise<ReadonlyMap<number, MeasuredTime>> => {
    const rows = await db.execute<MeasuredTime & { id: number }>(sql`
      select service_id as id, deliveries, round(minutes[1])::int as "p10Minutes", round(minutes[2])::int as "medianMinutes",
        round(minutes[3])::int as "p90Minutes", round(minutes[4])::int as "p95Minutes"
      from (
        select o.service_id, count(*)::int as deliveries,
          percentile_cont(array[0.1, 0.5, 0.9, 0.95]) within group (order by extract(epoch from e.at - o.created_at) / 60) as minutes
        from (
          select order_id, at from order_events
          where to_status = 'completed' and from_status <> 'rejected' and at >= now() - ${OLDEST}
          order by at desc limit ${NEWEST}
        ) e join orders o on o.id = e.order_id
        group by o.service_id
        having count(*) >= ${ENOUGH}
      ) measured`);
    return new Map(rows.map(({ id, ...time }) => [id, time]));
  },
  // Every list of services has them, and at a million orders the read takes a tenth of a second.
  { freshForMs: 5 * 60_000, servesOld: true },
);
