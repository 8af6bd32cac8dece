import { count } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { services } from '#db/schema/services.ts';
import { cachedRead } from '../../base/cache/cached-read.ts';
import { bengaliNames } from '../../base/lists/bengali-names.ts';
import { shopCategories } from '../../base/lists/categories.ts';
import { servicesPerCategory } from '../../base/lists/services-per-category.ts';
import { forgetSimilar } from './find-similar.ts';
import { type ServiceFilter, serviceFilter } from './search-services.ts';

/**
 * The number of orders by service; services without orders are missing. One index-only scan of all orders, so lists don't wait for it and
 * have the count before it.
 */
export const salesPerService = cachedRead(
  async (db) => {
    const rows = await db.select({ serviceId: orders.serviceId, sold: count() }).from(orders).groupBy(orders.serviceId);
    return new Map(rows.map(({ serviceId, sold }) => [serviceId, sold]));
  },
  { freshForMs: 5_000, servesOld: true },
);

const matches = cachedRead(
  async (db, key) => {
    const filter = JSON.parse(key) as ServiceFilter;
    const [row] = await db.select({ total: count() }).from(services).where(serviceFilter(filter));
    return row?.total ?? 0;
  },
  { freshForMs: 5_000, maxKeys: 200 },
);

/** The number of matches of a search, counted once for all its pages. */
export function countMatches(db: Db, filter: ServiceFilter): Promise<number> {
  return matches.get(db, JSON.stringify(filter));
}

/** After a change of the catalogue, so that an admin sees the new counts at once. */
export function forgetServiceCounts(db: Db): void {
  shopCategories.forget(db);
  servicesPerCategory.forget(db);
  bengaliNames.forget(db);
  matches.forget(db);
  forgetSimilar(db);
}
