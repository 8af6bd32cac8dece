import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { outgoingHold } from '#db/schema/backups.ts';
import type { WaitingMails } from '#shared/backups.ts';
import type { Actor } from '#shared/users.ts';
import { recordAction } from '../../base/audit/record-action.ts';

/** Mails, or deliveries, dropped by one statement, so that none takes long. */
const DROPPED_AT_ONCE = 5_000;

export interface Resumed {
  /** False if nothing was paused. */
  isResumed: boolean;
  droppedMails: number;
  /** Deliveries of webhooks. */
  droppedDeliveries: number;
}

/**
 * Resumes everything outgoing. Panels continue at once if the caller publishes `outgoing`, else within two seconds. Of simultaneous
 * calls one resumes. A call that fails while it drops mails leaves the pause, and can be repeated.
 * @param actor null for a command on the server
 * @param options.mails `drop` gives up the mails and deliveries of webhooks from before the pause, which may have been sent already; later
 * ones are always sent
 */
export async function resumeOutgoing(
  db: Db,
  actor: Actor | null,
  { mails }: { mails: WaitingMails },
): Promise<Resumed> {
  const droppedMails = mails === 'drop' ? await dropAll(() => dropSomeMails(db)) : 0;
  const droppedDeliveries = mails === 'drop' ? await dropAll(() => dropSomeDeliveries(db)) : 0;
  const isResumed = await db.transaction((tx) => resume(tx, actor, { droppedMails, droppedDeliveries }));
  return { isResumed, droppedMails, droppedDeliveries };
}

async function dropAll(dropSome: () => Promise<number>): Promise<number> {
  let all = 0;
  for (let dropped = Number.POSITIVE_INFINITY; dropped > 0; all += dropped) dropped = await dropSome();
  return all;
}

async function resume(tx: Tx, actor: Actor | null, dropped: Omit<Resumed, 'isResumed'>): Promise<boolean> {
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
    after: { heldSince: null, heldFor: null, ...dropped },
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

/** Its owner can replay a dropped one. An event that a move of a balance is locking covers that move, and is sent. */
async function dropSomeDeliveries(db: Db): Promise<number> {
  const dropped = await db.execute(sql`
    update webhook_deliveries
    set status = 'failed', error = 'dropped', next_attempt_at = now(), coalesces = false, open_attempts = 0, job_id = null,
      needs_relay = false
    where id in (
      select d.id from webhook_deliveries d, outgoing_hold h
      where h.released_at is null and d.id <= h.last_delivery_id and d.status = 'waiting'
      limit ${DROPPED_AT_ONCE} for update of d skip locked)
    returning id`);
  return dropped.length;
}
