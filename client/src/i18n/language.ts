import { createI18n } from '@nanostores/i18n';
import { atom, type ReadableAtom } from 'nanostores';
import type { Language } from '../../../shared/languages.ts';

const current = atom<Language>('en');

/** What the screens are read in now; `switchTo` changes it. */
export const $language: ReadableAtom<Language> = current;

/** English texts come with the code that shows them; those of another language are two chunks, fetched by `switchTo` and `startIn`. */
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
  if (language === 'bn') await Promise.all([loadBengali(), loadSentences()]);
  if (wanted === language) current.set(language);
}

/**
 * The same for the first page, which is not kept waiting for what schemas and the server say: `sentencesOfReader` is there before
 * any form is.
 * @throws what the browser throws where the texts can't be fetched
 */
export async function startIn(language: Language): Promise<void> {
  wanted = language;
  if (language === 'bn') await loadBengali();
  if (wanted === language) current.set(language);
}

/** Fetches what schemas and the server say in the reader's language; where that fails they say it in English. */
export async function sentencesOfReader(): Promise<void> {
  if (wanted === 'bn') await loadSentences().catch(() => undefined);
}

/** Waits for all that the reader's language has, for what is written down before anything is drawn, and not drawn anew afterwards. */
export async function textsOfReader(): Promise<void> {
  await switchTo(wanted).catch(() => undefined);
}

type Translations = Record<string, object>;

/** By areas, as `i18n` keeps them; its type knows the texts of one area only. */
function bengali(): Translations {
  i18n.cache.bn ??= {};
  return i18n.cache.bn as Translations;
}

async function loadBengali(): Promise<void> {
  const { bn } = await import('./bn.ts');
  Object.assign(bengali(), bn);
}

async function loadSentences(): Promise<void> {
  const { messages } = await import('./bn/messages.ts');
  Object.assign(bengali(), { messages });
}
