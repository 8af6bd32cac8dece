import type { $brand } from 'zod';
import { groupedDigits } from './grouped-digits.ts';
import { NANOS_PER_CENT, NANOS_PER_DOLLAR, type Nanos } from './money.ts';

/** A sum of many amounts in nano-dollars, as decimal digits: it may exceed what a number holds exactly. */
export type MoneySum = string & $brand<'MoneySum'>;

/** @param nanos as PostgreSQL writes a sum, or as a bigint */
export function moneySum(nanos: bigint | string): MoneySum {
  return String(BigInt(nanos)) as MoneySum;
}

/** The sum of all, 0 for an empty list. */
export function addSums(sums: readonly (MoneySum | Nanos)[]): MoneySum {
  return moneySum(sums.reduce((total, each) => total + BigInt(each), 0n));
}

/**
 * For display: `$` and 2 decimals, half a cent rounded up. A sum that is not zero but would show as 0.00 gets more digits (`$0.0004`).
 */
export function formatSum(sum: MoneySum): string {
  const nanos = BigInt(sum);
  const absolute = nanos < 0n ? -nanos : nanos;
  const sign = nanos < 0n ? '-' : '';
  const cents = (absolute + BigInt(NANOS_PER_CENT) / 2n) / BigInt(NANOS_PER_CENT);
  if (cents === 0n && absolute > 0n) return `${sign}$0.${String(absolute).padStart(9, '0').replace(/0+$/, '')}`;
  const digits = String(cents).padStart(3, '0');
  return `${sign}$${groupedDigits(digits.slice(0, -2))}.${digits.slice(-2)}`;
}

/** For display, with all digits, at least 2 decimals, like `formatAmount`. */
export function formatExactSum(sum: MoneySum): string {
  const nanos = BigInt(sum);
  const sign = nanos < 0n ? '-' : '';
  const digits = String(nanos < 0n ? -nanos : nanos).padStart(10, '0');
  const fraction = digits.slice(-9);
  return `${sign}$${groupedDigits(digits.slice(0, -9))}.${fraction.slice(0, 2)}${fraction.slice(2).replace(/0+$/, '')}`;
}

/** As plain decimal text, without needless zeros: `-12.5`. For files. */
export function decimalOfSum(sum: MoneySum): string {
  const nanos = BigInt(sum);
  const digits = String(nanos < 0n ? -nanos : nanos).padStart(10, '0');
  const fraction = digits.slice(-9).replace(/0+$/, '');
  return `${nanos < 0n ? '-' : ''}${digits.slice(0, -9)}${fraction && '.'}${fraction}`;
}

/** In dollars, approximately, for the length of a bar in a chart. */
export function drawnDollars(sum: MoneySum): number {
  return Number(BigInt(sum)) / NANOS_PER_DOLLAR;
}
