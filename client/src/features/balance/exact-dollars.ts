import { formatDollars, NANOS_PER_CENT } from '../../../../shared/money.ts';

/**
 * An amount as dollars and cents, and the digits that two decimals cut off.
 * @param nanos zero or more
 */
export function exactDollars(nanos: number): { dollars: string; beyondCents: string } {
  const rest = nanos % NANOS_PER_CENT;
  // Whole cents never need more than two decimals, so nothing is shown twice.
  return {
    dollars: formatDollars(nanos - rest),
    beyondCents: rest === 0 ? '' : String(rest).padStart(7, '0').replace(/0+$/, ''),
  };
}
