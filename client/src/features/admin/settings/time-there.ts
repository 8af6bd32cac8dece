import { settingsTexts } from '../../../i18n/en/admin/settings.ts';
import { formatWeekdayTime } from '../../../lib/dates.ts';

/** "Now there: Thursday, November 26, 4:03 am", in the reader's language. */
export function timeThere(timeZone: string): string {
  return settingsTexts.get().nowThere({ time: formatWeekdayTime(new Date(), timeZone) });
}
