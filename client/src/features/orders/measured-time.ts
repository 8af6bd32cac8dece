import { orderDialogTexts } from '../../i18n/en/order-dialog.ts';

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/** A measured time in the unit that leaves two digits: "45 min", "9 h", "3 days". */
export function formatMeasured(minutes: number): string {
  const t = orderDialogTexts.get();
  if (minutes < 2 * HOUR_MINUTES) return t.minutes({ count: Math.max(1, minutes) });
  if (minutes < 3 * DAY_MINUTES) return t.hours({ count: Math.round(minutes / HOUR_MINUTES) });
  return t.days({ count: Math.round(minutes / DAY_MINUTES) });
}
