const long = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const short = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** `2026-07` as "July 2026". */
export function monthName(month: string): string {
  return long.format(new Date(`${month}-01`));
}

/** `2026-07` as "Jul". */
export function shortMonth(month: string): string {
  return short.format(new Date(`${month}-01`));
}

/** `2026-07-31` as "Jul 31". */
export function dayName(date: string): string {
  return day.format(new Date(date));
}
