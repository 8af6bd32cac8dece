import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { users } from '#db/schema/users.ts';
import { webhookDeliveries, webhooks } from '#db/schema/webhooks.ts';
import type { DeliveryError } from '#shared/webhooks.ts';
import { type MailText, writeMail } from '../../base/mail/write-mail.ts';
import type { Claimed } from './claim-deliveries.ts';
import { makeNextDue } from './due-deliveries.ts';
import { givenUp } from './end-deliveries.ts';

/** How an attempt ended; without an error the event was delivered. */
export interface Attempt {
  error: DeliveryError | undefined;
  httpStatus: number | undefined;
  durationMs: number;
}

type Failure = Attempt & { error: DeliveryError };

/** Before each retry; the last one repeats. */
const PAUSES_SECONDS = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400];
const LAST_PAUSE_SECONDS = 28_800;
/** From the first attempt on. Then a delivery is given up. */
const GIVE_UP_AFTER_SECONDS = 3 * 86_400;
/** The receiver's answer that it never wants another message. Standard Webhooks demands to stop. */
const GONE = 410;

/** `recovered`: delivered, after a minute or more of failures. `switchedOff`: the webhook, and a mail to its owner is queued. */
type Recorded = 'delivered' | 'recovered' | 'retried' | 'givenUp' | 'switchedOff';

/** Stores the outcome of an attempt. An event that has ended makes the next one of its subject due. */
export async function recordOutcome(
  tx: Tx,
  { claimed, attempt, publicUrl }: { claimed: Claimed; attempt: Attempt; publicUrl: string },
): Promise<Recorded> {
  // The webhook first, like the verbs that change it.
  await tx.select({ id: webhooks.id }).from(webhooks).where(eq(webhooks.id, claimed.webhookId)).for('no key update');
  const { error } = attempt;
  const recorded = error
    ? await recordFailed(tx, { claimed, attempt: { ...attempt, error }, publicUrl })
    : await recordDelivered(tx, claimed, attempt);
  if (recorded !== 'retried') await makeNextDue(tx, claimed.id);
  return recorded;
}

async function recordFailed(
  tx: Tx,
  { claimed, attempt, publicUrl }: { claimed: Claimed; attempt: Failure; publicUrl: string },
): Promise<Recorded> {
  const end = await endOf(tx, claimed, attempt);
  if (typeof end === 'number') {
    // The last attempt is exactly at the end of the three days.
    await recordRetry(tx, claimed, attempt, Math.min(PAUSES_SECONDS[claimed.retries] ?? LAST_PAUSE_SECONDS, end));
    return 'retried';
  }
  await tx
    .update(webhookDeliveries)
    .set({ ...givenUp(attempt.error), ...factsOf(attempt) })
    .where(thisAttempt(claimed));
  return end === 'givenUp' ? end : switchOff(tx, claimed.webhookId, end, publicUrl);
}

/**
 * How a failed delivery ends: given up alone, or with its webhook. A test is attempted once and switches nothing off.
 * @returns the seconds that are left for retries, if it does not end
 */
async function endOf(
  tx: Tx,
  { id, event, webhookId }: Claimed,
  { httpStatus }: Attempt,
): Promise<'gone' | 'failing' | 'givenUp' | number> {
  if (event === 'test') return 'givenUp';
  if (httpStatus === GONE) return 'gone';
  const [row] = await tx.execute<{ secondsLeft: number; hasDelivered: boolean }>(sql`
    select ceil(extract(epoch from d.first_attempt_at + make_interval(secs => ${GIVE_UP_AFTER_SECONDS}) - now()))::int as "secondsLeft",
      coalesce(w.last_delivered_at > d.first_attempt_at, false) as "hasDelivered"
    from webhook_deliveries d join webhooks w on w.id = ${webhookId} where d.id = ${id}`);
  if (!row) return 'givenUp';
  if (row.secondsLeft > 0) return row.secondsLeft;
  return row.hasDelivered ? 'givenUp' : 'failing';
}

async function recordDelivered(tx: Tx, claimed: Claimed, attempt: Attempt): Promise<Recorded> {
  await tx
    .update(webhookDeliveries)
    .set({
      ...factsOf(attempt),
      status: 'delivered',
      deliveredAt: sql`now()`,
      error: null,
      jobId: null,
      needsRelay: false,
    })
    .where(thisAttempt(claimed));
  const [recovered] = await tx.execute<{ isLong: boolean }>(sql`
    update webhooks w set last_delivered_at = now(), failing_since = null from webhooks before
    where w.id = ${claimed.webhookId} and before.id = w.id
    returning before.failing_since < now() - interval '1 minute' as "isLong"`);
  return recovered?.isLong ? 'recovered' : 'delivered';
}

async function recordRetry(tx: Tx, claimed: Claimed, attempt: Failure, pauseSeconds: number): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({
      ...factsOf(attempt),
      error: attempt.error,
      retries: claimed.retries + 1,
      nextAttemptAt: sql`now() + make_interval(secs => ${pauseSeconds})`,
    })
    .where(thisAttempt(claimed));
  await tx
    .update(webhooks)
    .set({ failingSince: sql`coalesce(${webhooks.failingSince}, now())` })
    .where(eq(webhooks.id, claimed.webhookId));
}

/** Switches the webhook off and queues a mail to its owner; once, and not if the owner has switched it off. */
async function switchOff(tx: Tx, webhookId: number, reason: 'gone' | 'failing', publicUrl: string): Promise<Recorded> {
  const [off] = await tx
    .update(webhooks)
    .set({ enabled: false, disabledAt: sql`now()`, disabledReason: reason })
    .where(and(eq(webhooks.id, webhookId), eq(webhooks.enabled, true)))
    .returning({ userId: webhooks.userId });
  if (!off) return 'givenUp';
  const [owner] = await tx.select({ email: users.email }).from(users).where(eq(users.id, off.userId));
  if (!owner) throw new Error('A webhook has no owner');
  await writeMail(tx, owner.email, switchedOffMail(publicUrl, { isGone: reason === 'gone' }), {
    about: `webhook:${webhookId}`,
  });
  return 'switchedOff';
}

function factsOf({ httpStatus, durationMs }: Attempt) {
  return { httpStatus: httpStatus ?? null, durationMs, openAttempts: 0 };
}

/** Of two attempts at once, after a process hung, only the later one is stored; and none of an event that has ended. */
function thisAttempt({ id, attempts }: Claimed) {
  return and(
    eq(webhookDeliveries.id, id),
    eq(webhookDeliveries.attempts, attempts),
    eq(webhookDeliveries.status, 'waiting'),
  );
}

/** The address is not in the mail: its owner typed it, and a mail contains no user input. */
function switchedOffMail(panel: string, { isGone }: { isGone: boolean }): MailText {
  const reason = isGone
    ? 'its receiver answered that the address is gone (status 410)'
    : 'no delivery to it has succeeded for three days';
  return {
    subject: 'A webhook was switched off',
    body: `Hello,

one of your webhooks was switched off, because ${reason}. Events that were waiting for it
are not delivered.

Your profile lists your webhooks and the answers of their receivers. Once the receiver works, switch the webhook on again, and deliver
missed events from its log:

${panel}/profile
`,
  };
}
