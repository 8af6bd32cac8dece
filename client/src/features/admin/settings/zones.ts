export interface Zone {
  /** As IANA has it: `America/New_York`. */
  name: string;
  /** As people read it: "America/New York (GMT-5)". */
  label: string;
}

/**
 * Every zone that the browser knows, with how far it is from Greenwich now.
 * @param chosen is among them whatever it is, as a browser lists only one name of several for the same place
 */
export function zonesNow(chosen: string): readonly Zone[] {
  const now = new Date();
  const names = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', chosen]);
  return [...names].toSorted().map((name) => ({ name, label: `${name.replaceAll('_', ' ')} (${shiftOf(name, now)})` }));
}

function shiftOf(timeZone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(now);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
}
