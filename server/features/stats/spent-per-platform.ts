import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { services } from '#db/schema/services.ts';
import { type Category, categories } from '#shared/categories.ts';
import { moneySum } from '#shared/money-sum.ts';
import type { OwnStats } from '#shared/stats.ts';
import { shopTimeZone } from '../../base/lists/shop-days.ts';
import { EARNED } from './orders-per-day.ts';

interface PlatformRow extends Record<string, unknown> {
  platform: Category;
  spent: string;
}

/** The platforms in services' names; the leftmost match is the first one in a name. */
const NAMED = categories.filter((category) => category !== 'feature').join('|');

/**
 * A customer's spending since a day by platform, the largest first. A feature service counts under the platform in its name, as its
 * image does.
 */
export async function spentPerPlatform(db: Db, userId: number, first: string): Promise<OwnStats['spentByPlatform']> {
  const rows = await db.execute<PlatformRow>(sql`
    with spent as (
      select ${orders.serviceId} as service_id, sum(${EARNED}) as nanos
      from ${orders}
      where ${orders.userId} = ${userId} and ${orders.createdAt} >= (${first}::timestamp at time zone ${shopTimeZone})
      group by 1
    )
    select coalesce(nullif(s.category, 'feature'), substring(lower(s.name) from ${NAMED}), 'feature') as platform,
      sum(nanos)::text as spent
    from spent join ${services} s on s.id = spent.service_id
    group by 1 having sum(nanos) > 0 order by sum(nanos) desc, 1`);
  return Array.from(rows, ({ platform, spent }) => ({ platform, spent: moneySum(spent) }));
}
