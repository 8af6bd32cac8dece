import { eq } from 'drizzle-orm';
import { categories } from '#db/schema/categories.ts';
import { categories as firstTops } from '#shared/categories.ts';
import type {
  ReorderCategoriesInput,
  SetCategoryHiddenInput,
  ShopCategory,
  ShopCategoryList,
} from '#shared/shop-categories.ts';
import type { Actor } from '#shared/users.ts';
import type { WriteDeps } from '../../base/deps.ts';
import { fieldError } from '../../base/errors.ts';
import { changeCategories, existing, recorded } from './change-categories.ts';

/**
 * Puts categories of one level in an order; others of it follow. The first ten tops always stand before all other tops. Admins only.
 * @returns all categories
 * @throws DomainError `not_found`, `bad_input` for categories of different tops
 */
export async function reorderCategories(
  deps: WriteDeps,
  actor: Actor,
  { ids }: ReorderCategoriesInput,
): Promise<ShopCategoryList> {
  const { items } = await changeCategories(deps, actor, async (tx, locked) => {
    const chosen = ids.map((id) => existing(locked, id));
    const [first] = chosen;
    if (!first) throw fieldError('bad_input', 'ids', 'Choose categories');
    if (chosen.some(({ parent }) => parent !== first.parent))
      throw fieldError('bad_input', 'ids', 'Only categories of one top have an order among them');
    const others = locked.inOrder.filter((each) => each.parent === first.parent && !ids.includes(each.id));
    const isFirst = ({ slug }: { slug: string }) => firstTops.some((each) => each === slug);
    const before = locked.inOrder.filter((each) => each.parent === first.parent);
    const after = [...chosen, ...others].toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one)));
    for (const [rank, { id }] of after.entries())
      await tx.update(categories).set({ rank }).where(eq(categories.id, id));
    const namesOf = (all: readonly { slug: string }[]) => ({ order: all.map(({ slug }) => slug).join(', ') });
    return recorded('category.reorder', first, namesOf(before), namesOf(after));
  });
  return { items };
}

/**
 * Hides a category, so that its services and those of its kinds leave lists and search and are not for sale, or shows it again. Admins
 * only.
 * @throws DomainError `not_found`, `bad_input` beside `id` for the featured one
 */
export async function setCategoryHidden(
  deps: WriteDeps,
  actor: Actor,
  { id, hidden }: SetCategoryHiddenInput,
): Promise<ShopCategory> {
  const { changed } = await changeCategories(deps, actor, async (tx, locked) => {
    const before = existing(locked, id);
    if (before.slug === 'feature') throw fieldError('bad_input', 'id', 'Feature can not be hidden');
    await tx.update(categories).set({ hidden }).where(eq(categories.id, id));
    return recorded(hidden ? 'category.hide' : 'category.show', before, { hidden: before.hidden }, { hidden });
  });
  return changed;
}
