import { formatTexts } from '../i18n/en/common.ts';

const grouped = new Intl.NumberFormat('en-US');

/** A whole number with thousands parted: "12,500". */
export function formatCount(value: number): string {
  return grouped.format(value);
}

/** "1 hour", "24 hours", in the reader's language. */
export function formatHours(hours: number): string {
  return formatTexts.get().hours({ count: hours });
}
