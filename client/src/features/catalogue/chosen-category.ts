import { firstTopOf } from '../../components/category-icon.tsx';
import type { ShopTop } from '../../components/use-shop-categories.ts';
import type { Service } from './use-service-list.ts';

interface Chosen {
  /** The slug of the top whose tab is selected; undefined for all services. */
  top?: string | undefined;
  /** The slug of the kind whose chip is selected. */
  kind?: string | undefined;
}

/**
 * The top and the kind of a slug in the URL. Until the shop's categories have loaded, and for a category that was merged, its services say
 * where they are.
 */
export function chosenCategory(
  slug: string | undefined,
  tops: readonly ShopTop[],
  services: readonly Pick<Service, 'category' | 'top'>[],
): Chosen {
  if (slug === undefined) return {};
  if (tops.some((top) => top.slug === slug)) return { top: slug };
  const parent = tops.find(({ kinds }) => kinds.some((kind) => kind.slug === slug));
  if (parent) return { top: parent.slug, kind: slug };
  const [first] = services;
  if (!first) return { top: firstTopOf(slug) };
  const isOneKind = first.category !== first.top && services.every(({ category }) => category === first.category);
  return { top: first.top, kind: isOneKind ? first.category : undefined };
}
