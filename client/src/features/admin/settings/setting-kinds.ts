import type { ComponentProps } from 'react';
import { z } from 'zod';
import { type Localized, textIn } from '#shared/localized.ts';
import { decimalFromNanos, nanos } from '#shared/money.ts';
import type { LinkFit } from '#shared/paste/fit.ts';
import {
  type LinkSetting,
  type LocalizedSetting,
  type NumberSetting,
  type Setting,
  type SettingName,
  type SettingSection,
  type Settings,
  settingEntries,
  type UrlsSetting,
} from '#shared/settings.ts';
import type { TextField } from '../../../components/fields.tsx';
import { linkFitWords, settingLabels, settingsTexts } from '../../../i18n/en/admin/settings.ts';
import { $language } from '../../../i18n/language.ts';
import { formatCount } from '../../../lib/format.ts';
import { formatDollars } from '../../../lib/money.ts';
import { decimalFromHundredths, parseCount, parseHundredths, parseTypedDollars } from '../../../lib/parse-typed.ts';
import { typedNumber } from '../../../lib/typed-numbers.ts';
import { type Difference, differences } from './conflict.tsx';
import { emptyOr, within } from './typed-rules.ts';

/** A setting as it is typed. */
export type Typed = string | string[] | boolean | Localized;
/** Settings as they are typed, by the procedure's names, so that its refusals find their way back beside them. */
export type TypedSettings = Record<string, Typed>;

type Value = Settings[keyof Settings];

interface Kind {
  input?: Partial<ComponentProps<typeof TextField>>;
  /** Parses the typed value, and judges it by the setting's rule. */
  schema(setting: Setting): z.ZodType<unknown, Typed>;
  typed(value: Value, setting: Setting): Typed;
  words(value: Value): string;
}

function numberKind(
  inputMode: 'numeric' | 'decimal',
  parse: (text: string) => number | null,
  typed: (value: number) => string,
  words = typed,
): Kind {
  return {
    input: { inputMode, fontVariantNumeric: 'tabular-nums' },
    schema: ({ rule, malformed, outOfRange = malformed }: NumberSetting) =>
      typedNumber(parse, malformed).pipe(within(rule, outOfRange)),
    typed,
    words,
  };
}

const none = () => settingsTexts.get().none;

const text = {
  schema: ({ rule }: LinkSetting) => emptyOr(rule),
  typed: (value: string | null) => value ?? '',
  words: (value: string | null) => value ?? none(),
};
/** A text that is never missing. */
const plain = { ...text, schema: ({ rule }: Extract<Setting, { kind: 'text' | 'choice' }>) => rule };

/** A long text is recognized by its beginning. */
const LONGEST_WORDS = 300;
const localizedText: Kind = {
  schema: ({ rule }: LocalizedSetting) => rule,
  typed: (value: Localized) => value,
  words: (value: Localized) => textIn(value, $language.get()).slice(0, LONGEST_WORDS) || none(),
};

export const settingKinds: Record<Setting['kind'], Kind> = {
  count: numberKind('numeric', parseCount, String, formatCount),
  dollars: numberKind(
    'decimal',
    (typed) => parseTypedDollars(typed, 2),
    (value) => decimalFromNanos(nanos(value)),
    (value) => formatDollars(nanos(value)),
  ),
  hundredths: numberKind('decimal', parseHundredths, decimalFromHundredths),
  url: { ...text, input: { optional: true, type: 'url' } },
  email: { ...text, input: { optional: true, type: 'email' } },
  urls: {
    input: { optional: true, inputMode: 'url' },
    schema: ({ rule }: UrlsSetting) =>
      z.array(emptyOr(rule.element.nullable())).transform((urls) => rule.parse(urls.filter((url) => url !== null))),
    typed: (urls: string[], { count }: UrlsSetting) => Array.from({ length: count }, (_, index) => urls[index] ?? ''),
    words: (urls: string[]) => urls.join(', ') || none(),
  },
  switch: {
    schema: ({ rule }: Extract<Setting, { kind: 'switch' }>) => rule,
    typed: (value: boolean) => value,
    words: (value: boolean) => (value ? settingsTexts.get().yes : settingsTexts.get().no),
  },
  choice: { ...plain, words: (value: LinkFit) => linkFitWords.get()[value] },
  text: plain,
  color: plain,
  timeZone: plain,
  image: text,
  localizedText,
  localizedMarkdown: localizedText,
};

export function settingsIn(section: SettingSection) {
  return settingEntries.filter(([, setting]) => setting.section === section);
}

export function sectionForm(section: SettingSection) {
  const fields = settingsIn(section).map(
    ([name, setting]) => [name, settingKinds[setting.kind].schema(setting)] as const,
  );
  return z.object(Object.fromEntries(fields)) as z.ZodType<Partial<Settings>, TypedSettings>;
}

/** The form values of a section. */
export function typedSettings(section: SettingSection, settings: Settings): TypedSettings {
  const values = settingsIn(section).map(
    ([name, setting]) => [name, settingKinds[setting.kind].typed(settings[name], setting)] as const,
  );
  return Object.fromEntries(values);
}

/** The label of a setting; of one with several fields, without their numbers. */
export function labelOf(name: SettingName, number?: number): string {
  const label = settingLabels.get()[name];
  if (typeof label === 'string') return label;
  return label({ number: number ?? '' }).trim();
}

export function settingDifferences(changes: Partial<Settings>, stored: Settings): Difference[] {
  const lines = settingEntries.map(([name, { kind }]) => ({
    label: labelOf(name),
    text: (settings: Settings) => settingKinds[kind].words(settings[name]),
    isSame: (one: Settings, other: Settings) => JSON.stringify(one[name]) === JSON.stringify(other[name]),
  }));
  return differences(lines, { ...stored, ...changes }, stored);
}
