import { createI18n } from '@nanostores/i18n';
import { atom, type ReadableAtom } from 'nanostores';
import { type Language, languages } from '#shared/languages.ts';

/** Texts by area, and under `messages` the sentences of schemas and of the server. */
type Translations = Record<string, object>;

interface LanguageInfo {
  /** The language's own name, and a short form for narrow screens. */
  name: string;
  shortName: string;
  /** For dates and numbers of `Intl`. */
  locale: string;
  /** The face of its name in the language switch, which holds just those letters. */
  font?: string;
  /** Fetches the texts; English texts come with the code that shows them. */
  load?: () => Promise<Translations>;
}

export const languageInfo: Record<Language, LanguageInfo> = {
  en: { name: 'English', shortName: 'EN', locale: 'en-US' },
  bn: {
    name: 'বাংলা',
    shortName: 'বাং',
    locale: 'bn-BD',
    font: 'Bangla',
    async load() {
      const [{ bn }, { messages }] = await Promise.all([import('./bn.ts'), import('./bn/messages.ts')]);
      return { ...bn, messages };
    },
  },
};

const current = atom<Language>(languages[0]);

/** The language of the screens; `switchTo` changes it. */
export const $language: ReadableAtom<Language> = current;

/** The store of all texts; `switchTo` fills in those of a language. */
export const i18n = createI18n(current, {
  baseLocale: languages[0],
  // Asked only for areas that a language does not have; they stay English.
  get: (_language, areas) => Promise.resolve(Object.fromEntries(areas.map((area) => [area, {}]))),
});

let requested: Language = languages[0];

/**
 * Shows everything in a language once its texts are loaded. The latest of several calls wins.
 * @throws what the browser throws where the texts can't be fetched; the language stays the same then
 */
export async function switchTo(language: Language): Promise<void> {
  requested = language;
  const texts = await languageInfo[language].load?.();
  if (texts) i18n.cache[language] = { ...i18n.cache[language], ...texts } as (typeof i18n.cache)[Language];
  if (requested === language) current.set(language);
}

/** Waits for the texts of the requested language, for output that is written once. */
export async function textsOfReader(): Promise<void> {
  await switchTo(requested).catch(() => undefined);
}
