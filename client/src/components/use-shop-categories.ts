import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { categoryTexts } from '../i18n/en/common.ts';
import { localName } from '../lib/local-name.ts';
import { trpc } from '../lib/trpc.ts';
import { shownCategories } from './category-icon.tsx';

export interface ShopKind {
  slug: string;
  /** In the language of the screens. */
  name: string;
  /** Services on offer; undefined until they are counted. */
  count: number | undefined;
}

/** A category of the first level; its kinds are those with services. */
export interface ShopTop extends ShopKind {
  kinds: readonly ShopKind[];
}

/**
 * The shop's categories in their order; the first ten until they have loaded, with the same names.
 * @param options.enabled whether they are loaded
 */
export function useShopCategories({ enabled = true } = {}) {
  const names = useStore(categoryTexts);
  const { data, isSuccess } = trpc.services.categories.useQuery(undefined, { enabled, staleTime: 60_000 });
  return useMemo(() => {
    const named = (data ?? []).map((row) => ({ ...row, slug: row.category, name: localName(row) }));
    const loaded: ShopTop[] = named
      .filter(({ parent }) => parent === null)
      .map((top) => ({ ...top, kinds: named.filter(({ parent, count }) => parent === top.slug && count > 0) }));
    const first = shownCategories.map((slug) => ({ slug, name: names[slug], count: undefined, kinds: [] }));
    return {
      isSuccess,
      tops: loaded.length > 0 ? loaded : first,
      /** Of all services. */
      count: data && loaded.reduce((sum, { count = 0 }) => sum + count, 0),
    };
  }, [data, isSuccess, names]);
}

/** The names of tops by their slugs; one without services is named by its slug. */
export function useTopNames(): (slug: string) => string {
  const { tops } = useShopCategories();
  const first: Partial<Record<string, string>> = useStore(categoryTexts);
  return (slug) => tops.find((top) => top.slug === slug)?.name ?? first[slug] ?? slug;
}
