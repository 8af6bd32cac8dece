import { useStore } from '@nanostores/react';
import { homeTexts } from '../../i18n/en/home.ts';
import { $shopName, useShopText } from '../../lib/public-settings.ts';

/** The shop's own words on its home page; those of a new shop until the settings have loaded. */
export function useShopTexts() {
  const { hero, heroText } = useStore(homeTexts);
  return {
    name: useStore($shopName),
    hero: useShopText('heroTitle') || hero,
    heroText: useShopText('heroText') || heroText,
  };
}
