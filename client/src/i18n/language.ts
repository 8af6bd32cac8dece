import { createI18n } from '@nanostores/i18n';
import { atom, type ReadableAtom } from 'nanostores';
import type { Language } from '../../../shared/languages.ts';

const current = atom<Language>('en');

/** What the screens are read in now; `switchTo` changes it. */
export const $language: ReadableAtom<Language> = current;

/** English texts come with the code that shows them; those of another language are one chunk, fetched by `switchTo`. */
export const i18n = createI18n(current, {
  baseLocale: 'en',
  // Asked only for areas that a language has nothing of, which stay English.
  get: (_language, areas) => Promise.resolve(Object.fromEntries(areas.map((area) => [area, {}]))),
});

/** How a language calls itself, and in short where there is no room for more. */
export const ownNames: Record<Language, { whole: string; short: string }> = {
  en: { whole: 'English', short: 'EN' },
  bn: { whole: 'বাংলা', short: 'বাং' },
};

let wanted: Language = 'en';

/**
 * Shows everything in a language, as soon as its texts are here. Of two that are asked for at a time the later one holds.
 * @throws what the browser throws where the texts can't be fetched; the language stays as it was then
 */
export async function switchTo(language: Language): Promise<void> {
  wanted = language;
  if (language === 'bn') i18n.cache.bn ??= await loadBengali();
  if (wanted !== language) return;
  current.set(language);
}

/** By areas, as `i18n` keeps them; its type knows the texts of one area only. */
async function loadBengali() {
  const { bn } = await import('./bn.ts');
  return bn as unknown as (typeof i18n.cache)['bn'];
}
