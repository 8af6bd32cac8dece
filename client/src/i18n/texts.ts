import { type TranslationJSON, transform } from '@nanostores/i18n';
import type { ReadableAtom } from 'nanostores';
import { grouped } from './grouped.ts';
import { i18n } from './language.ts';

/** Singular and plural for `count`. */
export type Plural = Readonly<Record<'one' | 'other', string>>;

/** The English texts of one area: one per key, with placeholders in braces. */
export type Catalogue = Readonly<Record<string, string | Plural>>;

/** The names in braces. */
type Names<Words> = Words extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

/** Numbers get thousands separators; an id is passed as text, without them. */
type Value = string | number;

type Shown<Words> = Words extends Plural
  ? (values: { count: number } & Record<Exclude<Names<Words['other']>, 'count'>, Value>) => string
  : [Names<Words>] extends [never]
    ? string
    : (values: Record<Names<Words>, Value>) => string;

/** An area's texts: `useStore(…)` of them in components, `.get()` elsewhere. */
export type Texts<English extends Catalogue> = ReadableAtom<{
  readonly [Key in keyof English]: Shown<English[Key]>;
}> & {
  readonly english: English;
};

/** The same texts in another language, without exception. A language without a singular form has only `other`. */
export type TranslationOf<Area> =
  Area extends Texts<infer English>
    ? { [Key in keyof English]: English[Key] extends Plural ? Partial<Plural> & Pick<Plural, 'other'> : string }
    : never;

/**
 * The texts of one area. Texts with placeholders in braces become functions, `t.left({ count: 3 })`; those with singular and
 * plural choose by `count`.
 * @param area the area's name in translations
 */
export function texts<const English extends Catalogue>(area: string, english: English): Texts<English> {
  const base = Object.entries(english).map(([key, words]) => [key, takesValues(words) ? filled(words) : words]);
  // The library's type does not know plurals; `Texts` types the functions.
  const store: object = i18n(area, Object.fromEntries(base));
  return Object.assign(store, { english }) as Texts<English>;
}

/** All values are inserted at once, so that braces in a value are not taken for a placeholder. */
const filled = transform((language: string, words: TranslationJSON, values: Record<string, Value>): string =>
  formFor(language, words as string | Plural, values.count).replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    shown(values[name] ?? whole),
  ),
);

function takesValues(words: string | Plural): boolean {
  return typeof words !== 'string' || words.includes('{');
}

function formFor(language: string, words: string | Plural, count: Value | undefined): string {
  if (typeof words === 'string') return words;
  return pluralRulesOf(language).select(Number(count)) === 'one' ? (words.one ?? words.other) : words.other;
}

/** Creating one takes far longer than using it. */
const made = new Map<string, Intl.PluralRules>();

function pluralRulesOf(language: string): Intl.PluralRules {
  const rules = made.get(language) ?? new Intl.PluralRules(language);
  made.set(language, rules);
  return rules;
}

function shown(value: Value): string {
  return typeof value === 'number' ? grouped(value) : value;
}
