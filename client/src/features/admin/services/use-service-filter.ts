import type { ServiceShelf } from '#shared/admin-services.ts';
import type { ServiceSort } from '#shared/services.ts';
import { adminServiceShelfTexts, adminServiceSortTexts } from '../../../i18n/en/admin/admin-services.ts';
import { oneOf, useSearchText, useUrlParam } from '../../../lib/url-state.ts';
import { useShopCategories } from '../shop-categories.ts';

/** The sort orders of the list, in the order of the menu; the first is the default. */
export const sorts = Object.keys(adminServiceSortTexts.english) as ServiceSort[];

/** The services to list; the first is the default. */
export const shelves = Object.keys(adminServiceShelfTexts.english) as ServiceShelf[];

/** As long as the categories have not loaded. */
const SLUG = /^[a-z0-9-]{1,60}$/;

export interface ServiceFilter {
  search?: string | undefined;
  category?: string | undefined;
  sort?: ServiceSort | undefined;
  shelf?: ServiceShelf | undefined;
}

/** The list's filter from the URL: `?q=&category=&sort=&shelf=`. Unknown values are ignored. */
export function useServiceFilter(): ServiceFilter {
  const [search] = useSearchText();
  const [category] = useUrlParam('category');
  const [sort] = useUrlParam('sort');
  const [shelf] = useUrlParam('shelf');
  const { items, isLoaded } = useShopCategories();
  const isKnown = isLoaded ? items.some(({ slug }) => slug === category) : SLUG.test(category);
  return {
    search: search.trim() || undefined,
    category: isKnown ? category : undefined,
    sort: oneOf(sort, sorts),
    shelf: oneOf(shelf, shelves),
  };
}

/** The list's sort order, for the headers. */
export function useServiceSort() {
  const [param, choose] = useUrlParam('sort');
  const value = oneOf(param, sorts) ?? 'newest';
  return { value, onChange: (next: string) => choose(next === 'newest' ? '' : next) };
}
