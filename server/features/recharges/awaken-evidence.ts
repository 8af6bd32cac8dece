import { and, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { evidence } from '#db/schema/evidence.ts';
import { hasClaim } from '../../base/queue/claims.ts';

/**
 * Has the background worker look at the message with a transaction id again. Its lock ({@link lockReference}) must be held. After the
 * commit publish `evidence`.
 */
export async function awakenEvidence(tx: Tx, reference: string): Promise<void> {
  await tx
    .update(evidence)
    .set({ dueAt: sql`now()` })
    .where(
      and(
        sql`upper(${evidence.reference}) = upper(${reference})`,
        inArray(evidence.state, ['unclaimed', 'held', 'used']),
        sql`not ${hasClaim('messages', sql`${evidence.id}`)}`,
      ),
    );
}
