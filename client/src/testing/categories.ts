import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#server/api/router.ts';

type ShopCategory = inferRouterOutputs<AppRouter>['admin']['categories']['list']['items'][number];

/** A top of the shop. */
export function aCategory(overrides: Partial<ShopCategory> = {}): ShopCategory {
  return {
    ...{ id: 3, slug: 'instagram', parentId: null, name: 'Instagram', nameBn: 'ইনস্টাগ্রাম' },
    ...{ hidden: false, services: 0 },
    ...overrides,
  };
}

/** Some of the ten tops of a new shop, without kinds. */
export const someCategories: ShopCategory[] = [
  aCategory({ id: 1, slug: 'feature', name: 'Feature', nameBn: 'ফিচার' }),
  aCategory({ id: 2, slug: 'facebook', name: 'Facebook', nameBn: 'ফেসবুক' }),
  aCategory(),
  aCategory({ id: 4, slug: 'youtube', name: 'YouTube', nameBn: 'ইউটিউব' }),
  aCategory({ id: 5, slug: 'tiktok', name: 'TikTok', nameBn: 'টিকটক' }),
];
