/** The time zone of a new shop: its days begin at midnight there and dates are displayed in it, until an admin sets another. */
export const DEFAULT_TIME_ZONE = 'Asia/Dhaka';

const FORM = /^[A-Za-z][\w+-]*(\/[\w+-]+)*$/;
/** Characters of a zone's name. */
export const MAX_ZONE_LENGTH = 64;

/** Whether a time zone of this name is known. Offsets such as `+06:00` are not accepted, because they have no summer time. */
export function isTimeZone(name: string): boolean {
  if (name.length > MAX_ZONE_LENGTH || !FORM.test(name)) return false;
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Local time to the minute for a browser's date and time field: `2026-03-20T12:00`. */
export function wallTime(at: Date, zone: string): string {
  const parts = Object.fromEntries(
    wallClock(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`;
}

/**
 * The moment of a local time. In the hour that summer time skips, the time moves forward by the skipped hour.
 * @param wall from {@link wallTime}
 * @returns an invalid date for any other text
 */
export function momentOfWall(wall: string, zone: string): Date {
  const asUtc = Date.parse(`${wall}Z`);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(wall) || Number.isNaN(asUtc)) return new Date(Number.NaN);
  const shiftAt = (ms: number) => Date.parse(`${wallTime(new Date(ms), zone)}Z`) - Math.floor(ms / 60_000) * 60_000;
  const first = asUtc - shiftAt(asUtc);
  return new Date(asUtc - shiftAt(first));
}

function wallClock(zone: string): Intl.DateTimeFormat {
  const twoDigits = { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat('en', { timeZone: zone, hourCycle: 'h23', year: 'numeric', ...twoDigits });
}
