import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import type { Language } from '#shared/languages.ts';
import { categoryTexts } from '../../i18n/en/common.ts';
import { $language } from '../../i18n/language.ts';
import { localName } from '../../lib/local-name.ts';
import { type Outputs, trpc } from '../../lib/trpc.ts';

/** A category as admins see it. */
export type ShopCategory = Outputs['admin']['categories']['list']['items'][number];

/** One of the shop's categories in a select, as its slug and "Instagram › Followers". */
export type CategoryOption = readonly [slug: string, words: string];

/** The shop's categories in the order of the tabs, for selects and columns. Empty until they have loaded. */
export function useShopCategories({ isFetched = true } = {}) {
  const language = useStore($language);
  const { data } = trpc.admin.categories.list.useQuery(undefined, { staleTime: 60_000, enabled: isFetched });
  const items = data?.items;
  const names = useMemo(() => wholeNames(items ?? [], language), [items, language]);
  return {
    items: items ?? [],
    isLoaded: items !== undefined,
    /** The slug of a category's top, which may be its own. */
    topOf(slug: string) {
      const parentId = items?.find((each) => each.slug === slug)?.parentId;
      return items?.find(({ id }) => id === parentId)?.slug ?? slug;
    },
    options: [...names] as readonly CategoryOption[],
    /** The name of a slug. One of a merged category is only known by its slug. */
    nameOf: (slug: string) => names.get(slug) ?? (categoryTexts.get() as Record<string, string>)[slug] ?? slug,
  };
}

function wholeNames(all: readonly ShopCategory[], language: Language): ReadonlyMap<string, string> {
  const ownName = ({ name, nameBn }: ShopCategory) => (language === 'bn' ? (nameBn ?? name) : name);
  const own = new Map(all.map((each) => [each.id, ownName(each)]));
  const topName = ({ parentId }: ShopCategory) => (parentId === null ? undefined : own.get(parentId));
  return new Map(all.map((each) => [each.slug, [topName(each), ownName(each)].filter(Boolean).join(' › ')]));
}

/** The name of a category after that of its top. */
export function wholeName(category: ShopCategory, all: readonly ShopCategory[]): string {
  const top = all.find(({ id }) => id === category.parentId);
  return top ? `${localName(top)} › ${localName(category)}` : localName(category);
}

/** The options with one that is stored and not in the list, so that a select never displays another one instead. */
export function withStored(options: readonly CategoryOption[], slug: string): readonly CategoryOption[] {
  return slug === '' || options.some(([each]) => each === slug) ? options : [[slug, slug], ...options];
}
