import { formatTexts } from '../i18n/en/common.ts';

/** A whole number with thousands separators: "12,500". */
export { grouped as formatCount } from '../i18n/grouped.ts';

/** "1 hour", "24 hours", in the current language. */
export function formatHours(hours: number): string {
  return formatTexts.get().hours({ count: hours });
}
