import { formatShortfall, NANOS_PER_DOLLAR, type Nanos } from '#shared/money.ts';

/** Navigation state for opening Add Balance with a known missing amount. */
export interface AmountToAdd {
  amountToAdd: string;
}

const STEP_DOLLARS = 5;
/** A larger request is refused, so it is not rounded up. */
const MOST_DOLLARS = 10_000;

/**
 * The amount to add for a shortfall, as typed dollars: at least one dollar, and above that the next multiple of five. "1", "5",
 * "15".
 */
export function toAddAmount(shortfallNanos: Nanos): AmountToAdd {
  const dollars = Math.ceil(shortfallNanos / NANOS_PER_DOLLAR);
  if (dollars > MOST_DOLLARS) return { amountToAdd: formatShortfall(shortfallNanos).replace(/[$,]/g, '') };
  return { amountToAdd: String(dollars <= 1 ? 1 : Math.ceil(dollars / STEP_DOLLARS) * STEP_DOLLARS) };
}

/** @param state navigation state, which may contain anything */
export function readAmountToAdd(state: unknown): string | undefined {
  const { amountToAdd } = (state ?? {}) as Partial<AmountToAdd>;
  return typeof amountToAdd === 'string' ? amountToAdd : undefined;
}
