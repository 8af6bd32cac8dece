import type { ServiceShelf } from '#shared/admin-services.ts';
import type { Category } from '#shared/categories.ts';
import type { ServiceSort } from '#shared/services.ts';
import { shownCategories } from '../../../components/category-icon.tsx';
import { adminServiceShelfTexts, adminServiceSortTexts } from '../../../i18n/en/admin/admin-services.ts';
import { oneOf, useSearchText, useUrlParam } from '../../../lib/url-state.ts';

/** The sort orders of the list, in the order of the menu; the first is the default. */
export const sorts = Object.keys(adminServiceSortTexts.english) as ServiceSort[];

/** The services to list; the first is the default. */
export const shelves = Object.keys(adminServiceShelfTexts.english) as ServiceShelf[];

export interface ServiceFilter {
  search?: string | undefined;
  category?: Category | undefined;
  sort?: ServiceSort | undefined;
  shelf?: ServiceShelf | undefined;
}

/** The list's filter from the URL: `?q=&category=&sort=&shelf=`. Unknown values are ignored. */
export function useServiceFilter(): ServiceFilter {
  const [search] = useSearchText();
  const [category] = useUrlParam('category');
  const [sort] = useUrlParam('sort');
  const [shelf] = useUrlParam('shelf');
  return {
    search: search.trim() || undefined,
    category: oneOf(category, shownCategories),
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
