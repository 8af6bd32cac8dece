import type { PaisaPerDollar } from '#shared/money.ts';
import { decimalFromHundredths } from '../../lib/parse-typed.ts';

/** Taka for one dollar: `৳126`, `৳126.50`. */
export function formatRate(ratePaisa: PaisaPerDollar): string {
  return `৳${decimalFromHundredths(ratePaisa)}`;
}
