import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { secondFactors } from '#db/schema/second-factors.ts';

/**
 * Deletes the secret of a second factor that was begun and not confirmed. It belongs to a change of the password: a thief who knew the
 * old one may have begun it, and could confirm it later in a stolen session, without a password.
 */
export async function deleteBegunFactor(tx: Tx, userId: number): Promise<void> {
  await tx.delete(secondFactors).where(and(eq(secondFactors.userId, userId), isNull(secondFactors.confirmedAt)));
}
