import { firstTopOf } from '../../../components/category-icon.tsx';
import type { ShopCategory } from '../shop-categories.ts';

export type Direction = 'up' | 'down';

/** Whether a category is one of the ten of a new shop, which stand before all others. */
function isFirstTop({ slug }: ShopCategory): boolean {
  return firstTopOf(slug) === slug;
}

/** Whether the shop has no category but the ten that every release knows. */
export function hasNoOwn(all: readonly ShopCategory[]): boolean {
  return all.every(isFirstTop);
}

/** The tops that can have kinds. */
export function topsOf(all: readonly ShopCategory[]): ShopCategory[] {
  return all.filter(({ parentId, slug }) => parentId === null && slug !== 'feature');
}

export function hasKinds({ id }: ShopCategory, all: readonly ShopCategory[]): boolean {
  return all.some(({ parentId }) => parentId === id);
}

/** The categories that another one can become a part of: with kinds of its own only a top. */
export function mergeTargets(from: ShopCategory, all: readonly ShopCategory[]): ShopCategory[] {
  const targets = hasKinds(from, all) ? topsOf(all) : all;
  return targets.filter(({ id }) => id !== from.id);
}

/** The ids of a category's level after one step; undefined where there is no step. */
export function movedIds(
  category: ShopCategory,
  direction: Direction,
  all: readonly ShopCategory[],
): number[] | undefined {
  const level = all.filter(({ parentId }) => parentId === category.parentId);
  const at = level.findIndex(({ id }) => id === category.id);
  const other = level[direction === 'up' ? at - 1 : at + 1];
  if (at < 0 || !other || isFirstTop(other) !== isFirstTop(category)) return undefined;
  return level.map(({ id }) => (id === other.id ? category.id : id === category.id ? other.id : id));
}
