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
