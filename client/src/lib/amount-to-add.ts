import { z } from 'zod';
import { formatShortfall, type Nanos } from '../../../shared/money.ts';

/** Navigation state with which Add Balance is opened when it is known how much is lacking. */
const amountToAdd = z.object({ amountToAdd: z.string() });
export type AmountToAdd = z.output<typeof amountToAdd>;

/** What is lacking as dollars to type, up to the next cent so that paying it suffices: "12.35". */
export function toAddAmount(shortfallNanos: Nanos): AmountToAdd {
  return { amountToAdd: formatShortfall(shortfallNanos).replace(/[$,]/g, '') };
}

/** @param state navigation state, which anything may have put there */
export function readAmountToAdd(state: unknown): string | undefined {
  return amountToAdd.safeParse(state).data?.amountToAdd;
}
