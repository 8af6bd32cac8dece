import { createI18n } from '@nanostores/i18n';
import { atom, type ReadableAtom } from 'nanostores';
import { type Language, languages } from '#shared/languages.ts';

/** Texts by area; messages of schemas and of the server under `messages`, and its errors under `errorsByCode`. */
type Translations = Record<string, object>;

/** Loads texts that only some screens need, in each language but English. */
export type TextSet = Partial<Record<Language, () => Promise<Translations>>>;

interface LanguageInfo {
  /** The language's own name, and a short form for narrow screens. */
  name: string;
  shortName: string;
  /** The locale for `Intl`. */
  locale: string;
  /** Digits of numbers that are only read, and the positions of their separators; without it as in English. */
  numerals?: { digits: string; groups: RegExp };
  /** The parts of a day by their first hour, instead of "am" and "pm". */
  dayPeriods?: readonly (readonly [fromHour: number, name: string])[];
  /** The font for its name in the language switch, with just those letters. */
  font?: string;
  /** Loads the texts; English texts are part of the code. */
  load?: () => Promise<Translations>;
}

export const languageInfo: Record<Language, LanguageInfo> = {
  en: { name: 'English', shortName: 'EN', locale: 'en-US' },
  bn: {
    name: 'বাংলা',
    shortName: 'বাং',
    locale: 'bn-BD',
    // Thousands, then lakhs and crores.
    numerals: { digits: '০১২৩৪৫৬৭৮৯', groups: /\B(?=(\d{2})*\d{3}$)/g },
    dayPeriods: [
      [20, 'রাত'],
      [18, 'সন্ধ্যা'],
      [15, 'বিকাল'],
      [12, 'দুপুর'],
      [6, 'সকাল'],
      [4, 'ভোর'],
      [0, 'রাত'],
    ],
    font: 'Bangla',
    async load() {
      const [bn, { messages, errorsByMessage, errorsByCode }] = await Promise.all([
        import('./bn.ts'),
        import('./bn/messages.ts'),
      ]);
      return { ...bn, messages: { ...messages, ...errorsByMessage }, errorsByCode };
    },
  },
};

const current = atom<Language>(languages[0]);

/** The language of the screens; `switchTo` changes it. */
export const $language: ReadableAtom<Language> = current;

/** The store of all texts; `switchTo` adds those of a language. */
export const i18n = createI18n(current, {
  baseLocale: languages[0],
  // Called only for areas that a language does not have; they stay English.
  get: (_language, areas) => Promise.resolve(Object.fromEntries(areas.map((area) => [area, {}]))),
});

let requested: Language = languages[0];
const neededSets = new Set<TextSet>();

const adminTexts: TextSet = {
  bn: () => import('./bn-admin.ts'),
};

/**
 * Switches all texts to a language once they are loaded. The latest of several calls wins.
 * @throws the browser's error if the texts can't be loaded; the language stays the same then
 */
export async function switchTo(language: Language): Promise<void> {
  requested = language;
  const loads = [languageInfo[language].load, ...[...neededSets].map((set) => set[language])];
  const loaded = await Promise.all(loads.map(async (load) => load?.()));
  for (const texts of loaded) if (texts) addTexts(language, texts);
  if (requested === language) current.set(language);
}

/**
 * Loads the code of a screen together with a further set of texts, in the chosen language and in each that is chosen later.
 * @throws the browser's error if one of them can't be loaded
 */
export async function withTexts<Module>(set: TextSet, code: Promise<Module>): Promise<Module> {
  neededSets.add(set);
  const language = requested;
  const [module, texts] = await Promise.all([code, set[language]?.()]);
  if (texts) addTexts(language, texts);
  return module;
}

/** The same for a screen of admins. */
export function withAdminTexts<Module>(code: Promise<Module>): Promise<Module> {
  return withTexts(adminTexts, code);
}

function addTexts(language: Language, texts: Translations): void {
  i18n.cache[language] = { ...i18n.cache[language], ...texts } as (typeof i18n.cache)[Language];
}

/** Waits for the texts of the chosen language, for output that does not update later. */
export async function textsOfReader(): Promise<void> {
  await switchTo(requested).catch(() => undefined);
}
