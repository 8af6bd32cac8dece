import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import type { ShopCategoryList } from '#shared/shop-categories.ts';
import type { Actor } from '#shared/users.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { readCategories } from '../../base/lists/categories.ts';

/** All categories in the order of the tabs, each top before its kinds; merged ones are left out. Admins only. */
export async function listCategories(db: Db, actor: Actor): Promise<ShopCategoryList> {
  assertAdmin(actor);
  const [{ inOrder, bySlug }, rows] = await Promise.all([
    readCategories(db),
    db.execute<{ category: string; count: number }>(
      sql`select category, count(*)::int as count from services where deleted_at is null group by 1`,
    ),
  ]);
  const own = new Map(rows.map(({ category, count }) => [category, count]));
  const countIn = (slug: string) =>
    inOrder.reduce(
      (sum, each) => (each.slug === slug || each.parent === slug ? sum + (own.get(each.slug) ?? 0) : sum),
      0,
    );
  return {
    items: inOrder.map(({ id, slug, parent, name, nameBn, hidden }) => {
      const parentId = parent === null ? null : (bySlug.get(parent)?.id ?? null);
      return { id, slug, parentId, name, nameBn, hidden, services: countIn(slug) };
    }),
  };
}
