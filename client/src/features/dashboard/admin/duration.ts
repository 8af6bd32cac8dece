import { shopTexts } from '../../../i18n/en/admin/shop.ts';
import { formatCount } from '../../../lib/format.ts';

const HOUR = 60;
const DAY = 24 * HOUR;

/** Minutes for admins, short and comparable: "45 min", "3.5 h", "4.2 d". */
export function duration(minutes: number): string {
  const t = shopTexts.get();
  if (minutes < HOUR) return t.minutes({ number: formatCount(minutes) });
  if (minutes < 2 * DAY) return t.hours({ number: oneDecimal(minutes / HOUR) });
  return t.daysLong({ number: oneDecimal(minutes / DAY) });
}

function oneDecimal(value: number): string {
  return formatCount(Math.round(value * 10) / 10);
}
