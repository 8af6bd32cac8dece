import dayjs from 'dayjs';
import advancedFormat from 'dayjs/plugin/advancedFormat.js';

dayjs.extend(advancedFormat);

/** A moment in tables: "November 21st 2025, 8:59:05 am", in the reader's own time zone. */
export function formatMoment(at: string | Date): string {
  return dayjs(at).format('MMMM Do YYYY, h:mm:ss a');
}

/** A day: "November 21st, 2025". */
export function formatDay(at: string | Date): string {
  return dayjs(at).format('MMMM Do, YYYY');
}
