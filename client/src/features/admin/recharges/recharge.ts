import { type Nanos, nanosForPoisha } from '#shared/money.ts';
import type { Outputs } from '../../../lib/trpc.ts';

export type Recharge = Outputs['admin']['recharges']['list']['items'][number];

/** What its message says was paid, where that is another amount; undefined where nothing of it can be credited. */
export function paidInstead({ match, ratePaisa }: Pick<Recharge, 'match' | 'ratePaisa'>): Nanos | undefined {
  return match && !match.checks.amount ? nanosForPoisha(match.amountPoisha, ratePaisa) || undefined : undefined;
}

/** What an approval credits. */
export const creditOf = (recharge: Recharge) => paidInstead(recharge) ?? recharge.amountNanos;
