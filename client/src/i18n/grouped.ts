import { groupedDigits } from '#shared/grouped-digits.ts';

let decimals: Intl.NumberFormat | undefined;

/**
 * A number with thousands separators, in Latin digits in every language, because it is compared with typed ones: "12,500". `Intl` is
 * used for fractions only, which are rare: on a slow phone the first formatter takes 120 ms.
 */
export function grouped(value: number): string {
  if (Number.isSafeInteger(value)) return groupedDigits(String(value));
  decimals ??= new Intl.NumberFormat('en-US');
  return decimals.format(value);
}
