import { type Language, languages } from './languages.ts';

/** A text that the shop writes once per language. */
export type Localized = Record<Language, string>;

/** The text in a language; without one, that of the first language that has it. Empty if none has. */
export function textIn(text: Localized, language: Language): string {
  return text[language] || (languages.map((each) => text[each]).find(Boolean) ?? '');
}

/** A text of the shop with its name in the place of `{shop}`. */
export function withShopName(text: string, shopName: string): string {
  return text.replaceAll('{shop}', () => shopName);
}
