import type { Language } from '#shared/languages.ts';
import { languageInfo } from '../../i18n/language.ts';

const monthStyle = { month: 'long', year: 'numeric' } as const;
const shortMonthStyle = { month: 'short' } as const;
const dayStyle = { month: 'short', day: 'numeric' } as const;

/** `2026-07` as "July 2026". */
export function monthName(month: string, language: Language): string {
  return inLanguage(language, `${month}-01`, monthStyle);
}

/** `2026-07` as "Jul". */
export function shortMonth(month: string, language: Language): string {
  return inLanguage(language, `${month}-01`, shortMonthStyle);
}

/** `2026-07-31` as "Jul 31". */
export function dayName(date: string, language: Language): string {
  return inLanguage(language, date, dayStyle);
}

/** Creating one takes far longer than using it, and a chart has thirty days. */
const made = new Map<string, Intl.DateTimeFormat>();

function inLanguage(language: Language, date: string, style: Intl.DateTimeFormatOptions): string {
  const { locale } = languageInfo[language];
  const key = locale + JSON.stringify(style);
  const formatter = made.get(key) ?? new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' });
  made.set(key, formatter);
  return formatter.format(new Date(date));
}
