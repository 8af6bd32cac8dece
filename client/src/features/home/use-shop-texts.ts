import { useStore } from '@nanostores/react';
import { homeTexts } from '../../i18n/en/home.ts';
import { productName } from '../../lib/page-meta.ts';

/** The shop's own words on its home page, in one place. */
export function useShopTexts() {
  const t = useStore(homeTexts);
  return { name: productName, hero: t.hero, heroText: t.heroText };
}
