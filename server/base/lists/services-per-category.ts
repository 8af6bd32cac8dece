import { count } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { isOnOffer, services } from '#db/schema/services.ts';
import { type Category, categories } from '#shared/categories.ts';
import type { CategoryCount } from '#shared/services.ts';
import { cachedRead } from '../cache/cached-read.ts';

/** The number of services on offer by category, in the order of the tabs, empty ones included. */
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

/** Counts the services on offer, of one category or of all. */
export async function countOnOffer(db: Db, category?: Category): Promise<number> {
  const counts = await servicesPerCategory.get(db);
  return counts.reduce((sum, each) => (!category || each.category === category ? sum + each.count : sum), 0);
}
