import { z } from 'zod';
import { createKeyInput } from '#shared/keys.ts';
import { daysBefore, isDay } from '#shared/shop-days.ts';
import { momentOfWall } from '#shared/time-zone.ts';
import type { Inputs } from '../../../lib/trpc.ts';

/** How long a key may be valid, in days; `never` and `custom` have none. */
export const expiryChoices = ['never', '30', '90', '365', 'custom'] as const;

const DAY_MS = 86_400_000;
const { name, scopes, addresses } = createKeyInput.shape;

export const emptyKey: z.input<ReturnType<typeof keyForm>> = {
  name: '',
  scopes: ['read', 'order'],
  expiry: 'never',
  lastDay: '',
  addresses: '',
};

/**
 * The form of a new key, parsed into the procedure's input.
 * @param timeZone in which its last day ends
 */
export function keyForm(timeZone: string) {
  return z
    .object({ name, scopes, expiry: z.enum(expiryChoices), lastDay: z.string(), addresses: z.string() })
    .transform((typed, context): Inputs['keys']['create'] => {
      const lines = addresses.safeParse(typed.addresses.split(/[\s,]+/).filter(Boolean));
      if (!lines.success)
        context.addIssue({ code: 'custom', path: ['addresses'], message: lines.error.issues[0]?.message ?? '' });
      const end = endOf(typed, timeZone);
      if (end && !(end.getTime() > Date.now()))
        context.addIssue({ code: 'custom', path: ['lastDay'], message: 'Choose a day that has not ended' });
      if (context.issues.length > 0) return z.NEVER;
      return {
        name: typed.name,
        scopes: typed.scopes,
        ...(end && { expiresAt: end.toISOString() }),
        ...(lines.data?.length && { addresses: lines.data }),
      };
    });
}

/** When the key expires; an invalid date for a day that is none. */
function endOf({ expiry, lastDay }: { expiry: string; lastDay: string }, timeZone: string): Date | undefined {
  if (expiry === 'never') return undefined;
  if (expiry !== 'custom') return new Date(Date.now() + Number(expiry) * DAY_MS);
  if (!isDay(lastDay)) return new Date(Number.NaN);
  return momentOfWall(`${daysBefore(lastDay, -1)}T00:00`, timeZone);
}
