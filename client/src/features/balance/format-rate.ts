import { decimalFromHundredths } from '../../lib/typed-numbers.ts';

/** Taka for one dollar: `৳126`, `৳126.50`. @param ratePaisa paisa (1/100 taka) per dollar */
export function formatRate(ratePaisa: number): string {
  return `৳${decimalFromHundredths(ratePaisa)}`;
}
