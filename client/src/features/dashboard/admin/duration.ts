const HOUR = 60;
const DAY = 24 * HOUR;

/** Minutes for admins, short and comparable: "45 min", "3.5 h", "4.2 d". */
export function duration(minutes: number): string {
  if (minutes < HOUR) return `${minutes} min`;
  if (minutes < 2 * DAY) return `${oneDecimal(minutes / HOUR)} h`;
  return `${oneDecimal(minutes / DAY)} d`;
}

function oneDecimal(value: number): string {
  return String(Math.round(value * 10) / 10);
}
