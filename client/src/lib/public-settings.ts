import { useStore } from '@nanostores/react';
import { hashKey } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { atom, onMount, type ReadableAtom } from 'nanostores';
import { textIn, withShopName } from '#shared/localized.ts';
import type { PublicSettings } from '#shared/settings.ts';
import { initialShopName } from '#shared/shop-name.ts';
import { $language } from '../i18n/language.ts';
import { queryClient, trpc } from './trpc.ts';

const HOUR_MS = 3_600_000;

/** The shop's public settings; undefined until they have loaded. */
export function usePublicSettings() {
  return trpc.settings.public.useQuery(undefined, { staleTime: HOUR_MS }).data;
}

export const publicSettingsKey = getQueryKey(trpc.settings.public, undefined, 'query');

const current = atom(initialShopName);

/** The shop's name. The frame of every page loads the settings; pages without it need no query of their own. */
export const $shopName: ReadableAtom<string> = current;

onMount(current, () => {
  const hash = hashKey(publicSettingsKey);
  const follow = () => {
    // Some other server's settings, in a test or of an older version, have no name.
    const known = queryClient.getQueryData<Partial<PublicSettings>>(publicSettingsKey)?.shopName;
    if (known) current.set(known);
  };
  follow();
  return queryClient.getQueryCache().subscribe(({ type, query }) => {
    if ((type === 'updated' || type === 'added') && query.queryHash === hash) follow();
  });
});

/** A text of the shop in the reader's language; empty where the shop has none. */
export function useShopText(name: 'heroTitle' | 'heroText' | 'contact' | 'footerText'): string {
  const language = useStore($language);
  const settings: Partial<PublicSettings> | undefined = usePublicSettings();
  const text = settings?.[name];
  return text ? withShopName(textIn(text, language), settings?.shopName ?? '') : '';
}
