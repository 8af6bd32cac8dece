import { useStore } from '@nanostores/react';
import type { PublicSettings } from '#shared/settings.ts';
import { initialShopName } from '#shared/shop-name.ts';
import { $language } from '../i18n/language.ts';
import { queryClient, trpc } from './trpc.ts';

const HOUR_MS = 3_600_000;
const KEY = [['settings', 'public'], { type: 'query' }] as const;

/** The shop's public settings; undefined until they have loaded. */
export function usePublicSettings() {
  return trpc.settings.public.useQuery(undefined, { staleTime: HOUR_MS }).data;
}

/** The shop's name as it is now. Documents come with it, so it is known before the first render. */
export function shopName(): string {
  // Settings of an older version have no name.
  return queryClient.getQueryData<Partial<PublicSettings>>(KEY)?.shopName ?? initialShopName;
}

/** A text of the shop in the reader's language; empty where the shop has none. */
export function useShopText(name: 'heroTitle' | 'heroText' | 'contact' | 'footerText'): string {
  const language = useStore($language);
  const settings: Partial<PublicSettings> | undefined = usePublicSettings();
  return settings?.[name]?.[language] ?? '';
}
