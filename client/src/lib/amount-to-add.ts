import { formatShortfall, NANOS_PER_DOLLAR, type Nanos } from '#shared/money.ts';

/** Navigation state with which Add Balance is opened when it is known how much is lacking. */
export interface AmountToAdd {
  amountToAdd: string;
}

const STEP_DOLLARS = 5;
/** Beyond it a request is refused, and nothing is rounded up. */
const MOST_DOLLARS = 10_000;

/**
 * What to add where an order lacks this much, as dollars to type: nobody sends twelve cents, so a dollar is the least, and more
 * than one goes up to the next five. "1", "5", "15".
 */
export function toAddAmount(shortfallNanos: Nanos): AmountToAdd {
  const dollars = Math.ceil(shortfallNanos / NANOS_PER_DOLLAR);
  if (dollars > MOST_DOLLARS) return { amountToAdd: formatShortfall(shortfallNanos).replace(/[$,]/g, '') };
  return { amountToAdd: String(dollars <= 1 ? 1 : Math.ceil(dollars / STEP_DOLLARS) * STEP_DOLLARS) };
}

/** @param state navigation state, which anything may have put there */
export function readAmountToAdd(state: unknown): string | undefined {
  const { amountToAdd } = (state ?? {}) as Partial<AmountToAdd>;
  return typeof amountToAdd === 'string' ? amountToAdd : undefined;
}
