import { count } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders } from '#db/schema/orders.ts';
import { isOnOffer, services } from '#db/schema/services.ts';
import { categories } from '#shared/categories.ts';
import type { CategoryCount } from '#shared/services.ts';
import { cachedRead } from '../../cache/cached-read.ts';
import { type ServiceFilter, serviceFilter } from './search-services.ts';

/** The number of orders by service; services without orders are missing. One index-only scan. */
export const salesPerService = cachedRead(
  async (db) => {
    const rows = await db.select({ serviceId: orders.serviceId, sold: count() }).from(orders).groupBy(orders.serviceId);
    return new Map(rows.map(({ serviceId, sold }) => [serviceId, sold]));
  },
  { freshForMs: 5_000 },
);

/** The number of services on sale by category, in the order of the tabs, including empty ones. */
export const servicesPerCategory = cachedRead(
  async (db): Promise<CategoryCount[]> => {
    const rows = await db
      .select({ category: services.category, count: count() })
      .from(services)
      .where(isOnOffer)
      .groupBy(services.category);
    const counts = new Map(rows.map((row) => [row.category, row.count]));
    return categories.map((category) => ({ category, count: counts.get(category) ?? 0 }));
  },
  { freshForMs: 5_000 },
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
export function countMatches(db: Db, { category, search }: ServiceFilter): Promise<number> {
  return matches.get(db, JSON.stringify({ category, search }));
}

/** After a change of the catalogue, so that an admin sees the new counts at once. */
export function forgetServiceCounts(db: Db): void {
  servicesPerCategory.forget(db);
  matches.forget(db);
}
