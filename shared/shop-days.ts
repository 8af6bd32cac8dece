const FORM = /^20\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** The calendar day of a moment in the shop's time zone, as `2026-07-31`. */
export function shopDay(moment: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(moment);
}

/** The day `count` days before another one. */
export function daysBefore(day: string, count: number): string {
  const moment = new Date(`${day}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() - count);
  return moment.toISOString().slice(0, 10);
}

/** Whether a text is a valid day of this century, as `2026-07-31`. */
export function isDay(day: string): boolean {
  return FORM.test(day) && daysBefore(day, 0) === day;
}

/** The first and the last day of a month. @param back how many months before that of `day` */
export function monthOf(day: string, back = 0): { from: string; to: string } {
  const [year = 0, month = 0] = day.split('-').map(Number);
  const isoDay = (months: number, date: number) => new Date(Date.UTC(year, months, date)).toISOString().slice(0, 10);
  return { from: isoDay(month - 1 - back, 1), to: isoDay(month - back, 0) };
}
