import type { CallableSupplier } from '../../suppliers/protocols/results.ts';
import type { Outcome } from '../../suppliers/purchases/judge.ts';

/** Purchases in flight at one supplier that takes `request_id`: at first, and at most, over all servers. */
export const FEWEST_AT_ONCE = 5;
export const MOST_AT_ONCE = 50;
/** A slower answer does not say that the supplier takes more at once. */
const IN_TIME_MS = 5_000;

/**
 * How many purchases one server may have in flight at a supplier: one more after each purchase in time, and half as many after no answer,
 * status 429 or 5xx. Without `request_id` it is one: a second purchase would spoil the evidence of the balance.
 */
export function createPace() {
  let atOnce = FEWEST_AT_ONCE;
  return {
    atOnce: (supplier: Pick<CallableSupplier, 'idempotent'> | undefined) => (supplier?.idempotent ? atOnce : 1),
    /** @param outcome undefined where nothing was sent or stored */
    note(outcome: Outcome | undefined, tookMs: number): void {
      const isUnclear = outcome?.kind === 'unknown' && outcome.words === undefined && outcome.reason === undefined;
      if (isUnclear || outcome?.reason === 'throttled' || outcome?.reason === 'not_connected')
        atOnce = Math.max(FEWEST_AT_ONCE, Math.floor(atOnce / 2));
      else if (outcome?.kind === 'accepted' && tookMs <= IN_TIME_MS) atOnce = Math.min(MOST_AT_ONCE, atOnce + 1);
    },
  };
}
