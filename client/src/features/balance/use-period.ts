import { isDay, monthOf, shopDay } from '../../../../shared/shop-days.ts';
import { $timeZone } from '../../lib/time-zone.ts';
import { useUrlParam } from '../../lib/url-state.ts';

/** Days of the shop, the first and the last one that count. */
export interface Period {
  from?: string;
  to?: string;
}

/** The period in the URL; a day typed there by hand that is none is passed over. */
export function usePeriod(): Period {
  const [from] = useUrlParam('from');
  const [to] = useUrlParam('to');
  return { ...(isDay(from) && { from }), ...(isDay(to) && { to }) };
}

/** The months that are one click away, as of today. */
export function presetPeriods(now = new Date()): Record<'thisMonth' | 'lastMonth', Period> {
  const today = shopDay(now, $timeZone.get());
  return { thisMonth: monthOf(today), lastMonth: monthOf(today, 1) };
}
