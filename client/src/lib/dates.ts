import dayjs from 'dayjs';
import advancedFormat from 'dayjs/plugin/advancedFormat.js';
import utc from 'dayjs/plugin/utc.js';
import { formatTexts } from '../i18n/en/common.ts';
import { inReadersDigits } from '../i18n/grouped.ts';
import { $language, languageInfo } from '../i18n/language.ts';
import { $timeZone } from './time-zone.ts';

for (const plugin of [utc, advancedFormat]) dayjs.extend(plugin);

/** A moment in tables: "November 21st 2025, 8:59:05 am", in the shop's time zone and the current language. */
export function formatMoment(at: string | Date): string {
  const moment = wallClock(at, $timeZone.get());
  const day = languageInfo[$language.get()].dayPeriods ? formatDay(at) : moment.format('MMMM Do YYYY');
  return `${day}, ${timeOfDay(moment, 'h:mm:ss')}`;
}

/** The weekday, the day and the time in a zone: "Monday, March 2, 3:04 pm". */
export function formatWeekdayTime(at: Date, timeZone: string): string {
  const { locale } = languageInfo[$language.get()];
  const weekday: Intl.DateTimeFormatOptions = { weekday: 'long', month: 'long', day: 'numeric', timeZone };
  return `${new Intl.DateTimeFormat(locale, weekday).format(at)}, ${timeOfDay(wallClock(at, timeZone), 'h:mm')}`;
}

/** "3:04 pm", in Bengali "বিকাল ৩:০৪". */
function timeOfDay(clock: dayjs.Dayjs, look: 'h:mm' | 'h:mm:ss'): string {
  const { dayPeriods } = languageInfo[$language.get()];
  const period = dayPeriods?.find(([fromHour]) => clock.hour() >= fromHour)?.[1];
  // On one line.
  return period ? `${period}\u00a0${inReadersDigits(clock.format(look))}` : clock.format(`${look} a`);
}

/** A day: "November 21st, 2025". @param timeZone the shop's by default; `UTC` for a calendar day such as `2025-11-21` */
export function formatDay(at: string | Date, timeZone = $timeZone.get()): string {
  const { locale } = languageInfo[$language.get()];
  // `Intl` does not have the ordinals of English.
  if (locale.startsWith('en')) return wallClock(at, timeZone).format('MMMM Do, YYYY');
  return formatterOf(locale, longDay, timeZone).format(new Date(at)).replace(',', '');
}

const longDay: Intl.DateTimeFormatOptions = { dateStyle: 'long' };

/** A moment as the clocks of a zone have it. */
function wallClock(at: string | Date, timeZone: string): dayjs.Dayjs {
  const moment = new Date(at);
  return dayjs.utc(moment).utcOffset(offsetMinutes(moment, timeZone));
}

/** A zone's offset from UTC at a moment. The library's own function creates a formatter for each date. */
function offsetMinutes(at: Date, timeZone: string): number {
  const parts = formatterOf('en-US', clock, timeZone).formatToParts(at);
  const read = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  const shownMs = Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'), read('second'));
  return Math.round((shownMs - at.getTime()) / MINUTE_MS);
}

const clock: Intl.DateTimeFormatOptions = {
  calendar: 'gregory',
  numberingSystem: 'latn',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
};

/** Creating one takes far longer than using it, and a list has a thousand dates. */
const made = new Map<Intl.DateTimeFormatOptions, { key: string; formatter: Intl.DateTimeFormat }>();

function formatterOf(locale: string, options: Intl.DateTimeFormatOptions, timeZone: string): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone}`;
  const known = made.get(options);
  if (known?.key === key) return known.formatter;
  const formatter = new Intl.DateTimeFormat(locale, { ...options, timeZone });
  made.set(options, { key, formatter });
  return formatter;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A short relative time: "5 min ago", "2 h ago", "40 d ago". */
export function formatAgo(at: string | Date, nowMs: number): string {
  const t = formatTexts.get();
  const pastMs = nowMs - new Date(at).getTime();
  const past = (unitMs: number) => ({ count: Math.floor(pastMs / unitMs) });
  if (pastMs < MINUTE_MS) return t.justNow;
  if (pastMs < HOUR_MS) return t.minutesAgo(past(MINUTE_MS));
  if (pastMs < 2 * DAY_MS) return t.hoursAgo(past(HOUR_MS));
  return t.daysAgo(past(DAY_MS));
}
