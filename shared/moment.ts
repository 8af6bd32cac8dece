import { z } from 'zod';
import { isDay } from './shop-days.ts';
import { text } from './text.ts';

const FIRST_YEAR = 2000;
const LAST_YEAR = 2100;
const isoMoment = z.iso.datetime({ offset: true });

/** A point in time as ISO 8601 with time zone, `2026-01-31T14:30:00+06:00`. @param label the field's name in its message */
export function moment(label: string) {
  return text({
    max: [40, `${label} must be a date and time`],
    form: [isMoment, `${label} must be a date and time with its zone, such as 2026-01-31T08:30:00Z`],
  }).transform((iso) => new Date(iso));
}

/** A day in the shop's time zone, `2026-01-31`. @param label the field's name in its message */
export function shopDayIn(label: string) {
  const message = `${label} must be a day such as 2026-01-31`;
  return text({ max: [10, message], form: [isDay, message] });
}

function isMoment(iso: string): boolean {
  if (!isoMoment.safeParse(iso).success) return false;
  const year = new Date(iso).getUTCFullYear();
  return year >= FIRST_YEAR && year < LAST_YEAR;
}
