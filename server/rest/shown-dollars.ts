import type { Nanos } from '../../shared/money.ts';

/** A dollar amount as somebody saw it, with only some of its decimals. */
export interface ShownDollars {
  nanos: Nanos;
  /** How many decimals were shown, 0 to 9. */
  decimals: number;
}

/** Whether an exact amount is shown so with that many decimals; some screens cut what follows, others round it half up. */
export function isShownAs(exactNanos: Nanos, shown: ShownDollars): boolean {
  const step = 10 ** (9 - shown.decimals);
  const rest = exactNanos % step;
  const cut = exactNanos - rest;
  return shown.nanos === cut || (rest * 2 >= step && shown.nanos === cut + step);
}
