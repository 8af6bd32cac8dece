import { formatTexts } from '../i18n/en/common.ts';
import { $language, languageInfo } from '../i18n/language.ts';

/** A number that is only read, in the digits of the current language: "12,500". */
export { grouped as formatCount } from '../i18n/grouped.ts';

/** "1 hour", "24 hours", in the current language. */
export function formatHours(hours: number): string {
  return formatTexts.get().hours({ count: hours });
}

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/** A measured time in the unit that leaves two digits, in the current language: "45 min", "9 h", "3 days". */
export function formatMinutes(minutes: number): string {
  const t = formatTexts.get();
  if (minutes < 2 * HOUR_MINUTES) return t.minutes({ count: Math.max(1, minutes) });
  if (minutes < 3 * DAY_MINUTES) return t.shortHours({ count: Math.round(minutes / HOUR_MINUTES) });
  return t.days({ count: Math.round(minutes / DAY_MINUTES) });
}

/** A number of an axis that has no room for more: "1.2K". */
export function formatCompact(value: number): string {
  const { locale } = languageInfo[$language.get()];
  if (compact?.locale !== locale) {
    const formatter = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
    compact = { locale, formatter };
  }
  return compact.formatter.format(value);
}

/** Creating one takes far longer than using it. */
let compact: { locale: string; formatter: Intl.NumberFormat } | undefined;
