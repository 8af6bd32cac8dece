import type { ComponentProps } from 'react';
import { z } from 'zod';
import { decimalFromNanos, nanos } from '#shared/money.ts';
import {
  type NumberSetting,
  type Setting,
  type Settings,
  settingEntries,
  type TextSetting,
  type UrlsSetting,
} from '#shared/settings.ts';
import type { TextField } from '../../../components/fields.tsx';
import { formatCount } from '../../../lib/format.ts';
import { decimalFromHundredths, parseHundredths, parseInteger, parseTypedDollars } from '../../../lib/parse-typed.ts';
import { typedNumber } from '../../../lib/typed-numbers.ts';
import { type Difference, differences } from './conflict.tsx';
import { emptyOr, within } from './typed-rules.ts';

/** Settings as they are typed, by the procedure's names, so that its refusals find their way back beside them. */
export type TypedSettings = Record<string, string | string[]>;

type Value = Settings[keyof Settings];

interface Kind {
  input?: Partial<ComponentProps<typeof TextField>>;
  /** Parses the typed value, and judges it by the setting's rule. */
  schema(setting: Setting): z.ZodType<unknown, string | string[]>;
  typed(value: Value, setting: Setting): string | string[];
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

const text = {
  schema: ({ rule }: TextSetting) => emptyOr(rule),
  typed: (value: string | null) => value ?? '',
  words: (value: string | null) => value ?? 'none',
};

export const settingKinds: Record<Setting['kind'], Kind> = {
  count: numberKind('numeric', parseInteger, String, formatCount),
  dollars: numberKind('decimal', parseTypedDollars, (value) => decimalFromNanos(nanos(value))),
  hundredths: numberKind('decimal', parseHundredths, decimalFromHundredths),
  url: { ...text, input: { optional: true, type: 'url' } },
  email: { ...text, input: { optional: true, type: 'email' } },
  urls: {
    input: { optional: true, type: 'url' },
    schema: ({ rule }: UrlsSetting) =>
      z.array(emptyOr(rule.element.nullable())).transform((urls) => rule.parse(urls.filter((url) => url !== null))),
    typed: (urls: string[], { fields }: UrlsSetting) => fields.map((_, index) => urls[index] ?? ''),
    words: (urls: string[]) => urls.join(', ') || 'none',
  },
  timeZone: { ...text, schema: ({ rule }: Extract<Setting, { kind: 'timeZone' }>) => rule },
};

export function settingsIn(section: Setting['section']) {
  return settingEntries.filter(([, setting]) => setting.section === section);
}

export function sectionForm(section: Setting['section']) {
  const fields = settingsIn(section).map(
    ([name, setting]) => [name, settingKinds[setting.kind].schema(setting)] as const,
  );
  return z.object(Object.fromEntries(fields)) as z.ZodType<Partial<Settings>, TypedSettings>;
}

/** The form values of a section. */
export function typedSettings(section: Setting['section'], settings: Settings): TypedSettings {
  const values = settingsIn(section).map(
    ([name, setting]) => [name, settingKinds[setting.kind].typed(settings[name], setting)] as const,
  );
  return Object.fromEntries(values);
}

export function settingDifferences(changes: Partial<Settings>, stored: Settings): Difference[] {
  const lines = settingEntries.map(([name, { label, kind }]) => ({
    label,
    text: (settings: Settings) => settingKinds[kind].words(settings[name]),
  }));
  return differences(lines, { ...stored, ...changes }, stored);
}
