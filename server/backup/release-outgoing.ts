import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { outgoingHold } from '#db/schema/backups.ts';
import type { WaitingMails } from '#shared/backups.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../audit/record-action.ts';

/** Mails dropped by one statement, so that none takes long. */
const DROPPED_AT_ONCE = 5_000;

export interface Released {
  /** False if nothing was held. */
  isReleased: boolean;
  droppedMails: number;
}

/**
 * Releases everything outgoing. Panels continue at once if the caller publishes `outgoing`, else within two seconds. Of simultaneous
 * calls one releases. A call that fails while it drops mails leaves the hold, and can be repeated.
 * @param actor null for a command on the server
 * @param options.mails `drop` gives up the mails from before the hold, which may have been sent already; later ones are always sent
 */
export async function releaseOutgoing(
  db: Db,
  actor: Actor | null,
  { mails }: { mails: WaitingMails },
): Promise<Released> {
  let droppedMails = 0;
  for (let dropped = Number.POSITIVE_INFINITY; mails === 'drop' && dropped > 0; droppedMails += dropped) {
    dropped = await dropSomeMails(db);
  }
  const isReleased = await db.transaction((tx) => release(tx, actor, droppedMails));
  return { isReleased, droppedMails };
}

async function release(tx: Tx, actor: Actor | null, droppedMails: number): Promise<boolean> {
  const [hold] = await tx
    .update(outgoingHold)
    .set({ releasedAt: sql`now()` })
    .where(and(eq(outgoingHold.id, 1), isNull(outgoingHold.releasedAt)))
    .returning({ since: outgoingHold.since, reason: outgoingHold.reason });
  if (!hold) return false;
  await recordAction(tx, actor, {
    action: 'outgoing.release',
    subject: 'outgoing',
    before: { heldSince: hold.since, heldFor: hold.reason },
    after: { heldSince: null, heldFor: null, droppedMails },
  });
  return true;
}

/** A given-up mail loses its body, as one that could not be sent. */
async function dropSomeMails(db: Db): Promise<number> {
  const dropped = await db.execute(sql`
    update mail_outbox set body = '', next_try_at = 'infinity', last_error = 'dropped when everything outgoing was released'
    where id in (
      select m.id from mail_outbox m, outgoing_hold h
      where h.released_at is null and m.id <= h.last_mail_id and m.sent_at is null and m.next_try_at < 'infinity'
      limit ${DROPPED_AT_ONCE})
    returning id`);
  return dropped.length;
}
