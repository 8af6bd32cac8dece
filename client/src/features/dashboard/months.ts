import type { Language } from '../../../../shared/languages.ts';

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

function inLanguage(language: Language, date: string, style: Intl.DateTimeFormatOptions): string {
  const locale = language === 'bn' ? 'bn-BD' : 'en-US';
  return new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' }).format(new Date(date));
}
