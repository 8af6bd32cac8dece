import dayjs from 'dayjs';
import advancedFormat from 'dayjs/plugin/advancedFormat.js';
import { $language } from '../i18n/language.ts';

dayjs.extend(advancedFormat);

const bengaliMoment = new Intl.DateTimeFormat('bn-BD', { dateStyle: 'long', timeStyle: 'medium' });
const bengaliDay = new Intl.DateTimeFormat('bn-BD', { dateStyle: 'long' });

/** A moment in tables: "November 21st 2025, 8:59:05 am", in the reader's own time zone and language. */
export function formatMoment(at: string | Date): string {
  if ($language.get() === 'bn') return bengaliMoment.format(new Date(at));
  return dayjs(at).format('MMMM Do YYYY, h:mm:ss a');
}

/** A day: "November 21st, 2025". */
export function formatDay(at: string | Date): string {
  if ($language.get() === 'bn') return bengaliDay.format(new Date(at));
  return dayjs(at).format('MMMM Do, YYYY');
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long ago a moment was, as short as it goes: "5 min ago", "2 h ago", "40 d ago". Admins read it, in English. */
export function formatAgo(at: string | Date, nowMs: number): string {
  const pastMs = nowMs - new Date(at).getTime();
  const ago = (unitMs: number, unit: string) => `${Math.floor(pastMs / unitMs)} ${unit} ago`;
  if (pastMs < MINUTE_MS) return 'just now';
  if (pastMs < HOUR_MS) return ago(MINUTE_MS, 'min');
  if (pastMs < 2 * DAY_MS) return ago(HOUR_MS, 'h');
  return ago(DAY_MS, 'd');
}
