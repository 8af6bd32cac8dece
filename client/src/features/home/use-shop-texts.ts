import { shopName, useShopText } from '../../lib/public-settings.ts';

/** The shop's own words on its home page, in one place. */
export function useShopTexts() {
  const name = shopName();
  return { name, hero: useShopText('heroTitle') || name, heroText: useShopText('heroText') };
}
