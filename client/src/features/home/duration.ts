import { homeMoreTexts } from '../../i18n/en/home-more.ts';
import { formatHours } from '../../lib/format.ts';

/** A measured time: "42 minutes", or whole hours from an hour and a half on. */
export function formatDuration(minutes: number): string {
  return minutes < 90
    ? homeMoreTexts.get().minutes({ count: Math.max(1, minutes) })
    : formatHours(Math.round(minutes / 60));
}
