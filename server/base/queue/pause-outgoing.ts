import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { outgoingHold } from '#db/schema/backups.ts';

/**
 * The condition that everything outgoing checks: true while nothing may leave the panel. It belongs into the statement that selects
 * what is due, so that it costs no statement of its own and takes effect at once in every process.
 */
export const isOutgoingPaused = sql<boolean>`exists (select from outgoing_hold where released_at is null)`;

/**
 * Pauses everything outgoing until it is resumed: mails and deliveries of webhooks stay queued, jobs rest. A pause that was ended
 * begins again.
 * @param reason for admins, at most 500 characters
 */
export async function pauseOutgoing(db: Db | Tx, reason: string): Promise<void> {
  const hold = {
    since: sql`now()`,
    reason,
    lastMailId: sql`(select coalesce(max(id), 0) from mail_outbox)`,
    lastDeliveryId: sql`(select coalesce(max(id), 0) from webhook_deliveries)`,
    releasedAt: null,
  };
  await db.insert(outgoingHold).values(hold).onConflictDoUpdate({ target: outgoingHold.id, set: hold });
}

export async function isPaused(db: Db): Promise<boolean> {
  const [row] = await db.execute<{ isPaused: boolean }>(sql`select ${isOutgoingPaused} as "isPaused"`);
  return row?.isPaused ?? false;
}
