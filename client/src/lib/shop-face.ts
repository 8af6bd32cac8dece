import type { PublicSettings } from '#shared/settings.ts';
import { publicSettingsKey } from './public-settings.ts';
import { deviceStorage } from './storage.ts';
import { queryClient } from './trpc.ts';

/** The shop's name, look and settings of the last visit; the script in index.html reads it before the first paint. */
const KEY = 'shop';
const STYLE_ID = 'shop-style';
const SETTINGS_ID = 'shop-settings';

interface KeptFace {
  name: string;
  style: string;
  settings: PublicSettings;
}

/**
 * Takes the settings that came with the page into the query cache, so that its first render has the shop's name. A page from the cache
 * of the service worker has none; the last known ones take their place and are read again as soon as the server answers.
 */
export function putInSettings(): void {
  const sent = document.getElementById(SETTINGS_ID)?.textContent;
  if (sent) {
    queryClient.setQueryData(publicSettingsKey, JSON.parse(sent) as PublicSettings);
    return;
  }
  const kept = deviceStorage.readJson(KEY) as Partial<KeptFace> | null;
  if (kept?.settings) queryClient.setQueryData(publicSettingsKey, kept.settings, { updatedAt: 0 });
}

/** Keeps the face of a page that came from the server, for the next one without a network. */
export function keepFace(): void {
  if (!('shop' in document.documentElement.dataset)) return;
  const settings = queryClient.getQueryData<PublicSettings>(publicSettingsKey);
  if (!settings) return;
  const style = document.getElementById(STYLE_ID)?.textContent ?? '';
  deviceStorage.keep(KEY, JSON.stringify({ name: settings.shopName, style, settings } satisfies KeptFace));
}

/** Gives this document the style of another colour. */
export function wearStyle(text: string): void {
  const known = document.getElementById(STYLE_ID);
  const style = known ?? document.createElement('style');
  style.id = STYLE_ID;
  style.textContent = text;
  if (!known) document.head.append(style);
  keepFace();
}
