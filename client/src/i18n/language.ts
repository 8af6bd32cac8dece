import { createI18n } from '@nanostores/i18n';
import { atom, type ReadableAtom } from 'nanostores';
import { type Language, languages } from '#shared/languages.ts';

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
  },
};

const current = atom<Language>(languages[0]);

/** The language of the screens. */
export const $language: ReadableAtom<Language> = current;

/** For `switchTo`, which loads the texts first. */
export function setLanguage(language: Language): void {
  current.set(language);
}

/** The store of all texts; `switchTo` adds those of a language. */
export const i18n = createI18n(current, {
  baseLocale: languages[0],
  // Called only for areas that a language does not have; they stay English.
  get: (_language, areas) => Promise.resolve(Object.fromEntries(areas.map((area) => [area, {}]))),
});
