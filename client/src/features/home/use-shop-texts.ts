import { useStore } from '@nanostores/react';
import { homeTexts } from '../../i18n/en/home.ts';
import { productName } from '../../lib/page-meta.ts';

/** The shop's own words on its home page, in one place. */
export function useShopTexts() {
  const { hero, heroText } = useStore(homeTexts);
  return { name: productName, hero, heroText };
}
