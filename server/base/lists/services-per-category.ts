import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { categories as firstTops } from '#shared/categories.ts';
import { platformSlugs } from '#shared/market/categories.ts';
import type { CategoryCount } from '#shared/shop-categories.ts';
import { cachedRead } from '../cache/cached-read.ts';
import { readCategories, type Within } from './categories.ts';

/**
 * The categories with their numbers of services on offer, in the order of the tabs. Hidden ones are left out, and tops without a service
 * that are none of the first ten.
 */
export const servicesPerCategory = cachedRead(
  async (db): Promise<CategoryCount[]> => {
    const rows = await db.execute<{ category: string; count: number }>(sql`
      select category, count(*)::int as count from services
      where deleted_at is null and not hidden and not category_hidden group by 1`);
    const { inOrder } = await readCategories(db);
    const own = new Map(rows.map(({ category, count }) => [category, count]));
    const countIn = (slug: string) =>
      inOrder.reduce((sum, each) => (each.top === slug ? sum + (own.get(each.slug) ?? 0) : sum), 0);
    const tops = new Map(
      inOrder
        .filter(({ parent, hidden }) => parent === null && !hidden)
        .map(({ slug }) => [slug, countIn(slug)] as const)
        .filter(([slug, count]) => count > 0 || firstTops.some((first) => first === slug)),
    );
    return inOrder
      .filter(({ top, hidden }) => tops.has(top) && !hidden)
      .map(({ slug, parent, top, name, nameBn }) => {
        const count = parent === null ? (tops.get(slug) ?? 0) : (own.get(slug) ?? 0);
        return { category: slug, count, parent, name, nameBn, platform: platformSlugs.has(top) ? top : null };
      });
  },
  { freshForMs: 5_000 },
);

/** Counts the services on offer, of one category or of all. */
export async function countOnOffer(db: Db, within?: Within): Promise<number> {
  const counts = await servicesPerCategory.get(db);
  const counted = within
    ? counts.filter(({ category }) => category === within.slug)
    : counts.filter(({ parent }) => parent === null);
  return counted.reduce((sum, { count }) => sum + count, 0);
}
