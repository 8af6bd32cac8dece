import type { PaisaPerDollar } from '#shared/money.ts';
import { inReadersDigits } from '../../i18n/grouped.ts';
import { decimalFromHundredths } from '../../lib/parse-typed.ts';

/** Taka for one dollar: `৳126`, `৳126.50`. */
export function formatRate(ratePaisa: PaisaPerDollar): string {
  return inReadersDigits(`৳${decimalFromHundredths(ratePaisa)}`);
}
