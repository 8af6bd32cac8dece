import { formatDollars, NANOS_PER_CENT, type Nanos, nanos } from '../../../../shared/money.ts';

/**
 * An amount as dollars and cents, and the digits that two decimals cut off.
 * @param amountNanos zero or more
 */
export function exactDollars(amountNanos: Nanos): { dollars: string; beyondCents: string } {
  const rest = amountNanos % NANOS_PER_CENT;
  // Whole cents never need more than two decimals, so nothing is shown twice.
  return {
    dollars: formatDollars(nanos(amountNanos - rest)),
    beyondCents: rest === 0 ? '' : String(rest).padStart(7, '0').replace(/0+$/, ''),
  };
}
