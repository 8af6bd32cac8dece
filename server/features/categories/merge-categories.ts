import { eq, or, sql } from 'drizzle-orm';
import { categories } from '#db/schema/categories.ts';
import { services } from '#db/schema/services.ts';
import { categoryWords } from '#db/schema/supplier-catalogue.ts';
import type { MergeCategoriesInput, ShopCategory } from '#shared/shop-categories.ts';
import type { Actor } from '#shared/users.ts';
import type { WriteDeps } from '../../base/deps.ts';
import { fieldError } from '../../base/errors.ts';
import { changeCategories, existing, recorded } from './change-categories.ts';

/**
 * Makes a category a part of another one: its services, its kinds and the words that mean it move, and its slug leads on. Admins only.
 * @returns the one that is left
 * @throws DomainError `not_found`, `bad_input` beside `from` or `into`
 */
export async function mergeCategories(
  deps: WriteDeps,
  actor: Actor,
  input: MergeCategoriesInput,
): Promise<ShopCategory> {
  const { changed } = await changeCategories(deps, actor, async (tx, locked) => {
    const [from, into] = [existing(locked, input.from), existing(locked, input.into)];
    if (from.slug === 'feature') throw fieldError('bad_input', 'from', 'Feature can not be merged');
    const hasKinds = locked.inOrder.some(({ parent }) => parent === from.slug);
    if (hasKinds && into.parent !== null)
      throw fieldError('bad_input', 'into', `${from.name} has kinds, and ${into.name} is one. Choose a top`);
    if (hasKinds && into.slug === 'feature') throw fieldError('bad_input', 'into', 'Feature has no kinds');
    await tx.update(categories).set({ parent: into.slug }).where(eq(categories.parent, from.slug));
    await tx
      .update(categories)
      .set({ mergedInto: into.slug, parent: null, hidden: false })
      .where(or(eq(categories.slug, from.slug), eq(categories.mergedInto, from.slug)));
    const moved = await tx
      .update(services)
      .set({ category: into.slug, shelfRank: 0, updatedAt: sql`now()` })
      .where(eq(services.category, from.slug))
      .returning({ id: services.id });
    await tx.update(categoryWords).set({ category: into.slug }).where(eq(categoryWords.category, from.slug));
    return recorded('category.merge', into, { slug: from.slug }, { slug: into.slug, services: moved.length });
  });
  return changed;
}
