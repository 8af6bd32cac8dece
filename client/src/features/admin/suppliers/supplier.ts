import { supplierStopTexts, supplierTexts } from '../../../i18n/en/admin/suppliers.ts';
import { formatTexts } from '../../../i18n/en/common.ts';
import type { Outputs } from '../../../lib/trpc.ts';

/** A supplier with its figures. */
export type Supplier = Outputs['admin']['suppliers']['list']['items'][number];

/** The host of a supplier's address, as people know it. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** Whether a decimal text is 0. */
export function isZero(decimal: string): boolean {
  return !/[1-9]/.test(decimal);
}

/** Whether a decimal text is below 0. */
export function isNegative(decimal: string): boolean {
  return decimal.startsWith('-') && !isZero(decimal);
}

const HOUR_MINUTES = 60;
/** From here on, days are exact enough. */
const LONG_HOURS = 72;

/** How long a balance lasts: "3 h 20 min", "5 days". */
export function formatLasting(hours: number): string {
  const t = supplierTexts.get();
  if (hours >= LONG_HOURS) return formatTexts.get().days({ count: Math.floor(hours / 24) });
  const minutes = Math.max(0, Math.floor(hours * HOUR_MINUTES));
  if (minutes < HOUR_MINUTES) return t.lastsMinutes({ minutes });
  return t.lastsHours({ hours: Math.floor(minutes / HOUR_MINUTES), minutes: minutes % HOUR_MINUTES });
}

type Stop = Pick<Supplier, 'stoppedReason' | 'stoppedBy'>;

/** Why a supplier is stopped. */
export function stopWords({ stoppedReason, stoppedBy }: Stop): string {
  const reason = stoppedReason ?? 'person';
  if (reason === 'person' && stoppedBy !== null) return supplierTexts.get().stoppedBy({ name: stoppedBy });
  return supplierStopTexts.get()[reason];
}
