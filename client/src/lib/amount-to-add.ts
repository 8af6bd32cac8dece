import { formatShortfall, NANOS_PER_DOLLAR, type Nanos } from '#shared/money.ts';

/** Navigation state for opening Add Balance with a known missing amount. */
export interface AmountToAdd {
  amountToAdd: string;
}

/** Round sums that people pay: up to the first number of dollars, amounts are multiples of the second. */
const STEPS = [
  [2, 1],
  [50, 5],
  [100, 10],
  [1_000, 50],
  [10_000, 100],
] as const;

/**
 * The amount to add for a shortfall, as typed dollars: the next round sum, so that a customer who lacks $0.37 pays $1 and one who lacks
 * $23 pays $25. "1", "2", "5", then multiples of 5 up to 50, of 10 up to 100, of 50 up to 1000, of 100 above. An amount that one request
 * can't add is not rounded up, only written to the cent.
 */
export function toAddAmount(shortfallNanos: Nanos): AmountToAdd {
  const dollars = Math.max(1, Math.ceil(shortfallNanos / NANOS_PER_DOLLAR));
  const [, step] = STEPS.find(([upTo]) => dollars <= upTo) ?? [];
  if (step === undefined) return { amountToAdd: formatShortfall(shortfallNanos).replace(/[$,]/g, '') };
  return { amountToAdd: String(Math.ceil(dollars / step) * step) };
}

/** @param state navigation state, which may contain anything */
export function readAmountToAdd(state: unknown): string | undefined {
  const { amountToAdd } = (state ?? {}) as Partial<AmountToAdd>;
  return typeof amountToAdd === 'string' ? amountToAdd : undefined;
}
