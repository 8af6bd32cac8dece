import { eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { webhookDeliveries } from '#db/schema/webhooks.ts';
import type { DeliveredEvent } from '#shared/webhooks.ts';
import { isOutgoingHeld } from '../backup/hold-outgoing.ts';
import { givenUp } from './end-deliveries.ts';

/** A delivery to attempt now. */
export interface Claimed {
  id: number;
  event: DeliveredEvent;
  subjectId: number;
  facts: Record<string, unknown>;
  /** ISO 8601. */
  createdAt: string;
  /** With this attempt. Another attempt has another number. */
  attempts: number;
  webhookId: number;
  url: string;
  sealedSecret: string;
  /** Of `balance.changed` only. */
  balance: Balance | undefined;
}

/** A balance and the ledger entry that it comes from. */
export interface Balance {
  balanceNanos: number;
  /** The number of the entry. */
  seq: number;
  /** When it was made, ISO 8601; null before the first one. */
  at: string | null;
}

/**
 * `held`: nothing may leave now. `over`: it was delivered or given up, or its webhook is off or deleted, or its customer blocked.
 * `suspect`: a process ended with it, so it is claimed alone or not at all.
 */
export type Claim = Claimed | 'held' | 'over' | 'suspect';

/** An attempt that ended a process, and two more that were alone. */
const MOST_OPEN_ATTEMPTS = 3;

/**
 * Counts an attempt of a delivery that may be made now. From here on changes of the balance write a new event: the statement waits for
 * transactions that rely on this one, and the balance is read after it.
 */
export async function claimDelivery(db: Db, id: number, { isAlone = false } = {}): Promise<Claim> {
  return db.transaction(async (tx) => {
    const [row] = await tx.execute<Record<string, unknown> & Omit<Claimed, 'balance'> & { userId: number }>(sql`
      update webhook_deliveries d set attempts = d.attempts + 1, open_attempts = d.open_attempts + 1,
        first_attempt_at = coalesce(d.first_attempt_at, now()), coalesces = false
      from webhooks w join users u on u.id = w.user_id
      where d.id = ${id} and d.status = 'waiting' and d.open_attempts < ${isAlone ? MOST_OPEN_ATTEMPTS : 1} and w.id = d.webhook_id
        and (w.enabled or d.event = 'test')
        and u.blocked_at is null and not ${isOutgoingHeld}
      returning d.id, d.event, d.subject_id as "subjectId", d.facts, ${isoOf(sql`d.created_at`)} as "createdAt", d.attempts,
        w.id as "webhookId", w.url, w.sealed_secret as "sealedSecret", w.user_id as "userId"`);
    if (!row) return unclaimed(tx, id);
    const { userId, ...claimed } = row;
    return { ...claimed, balance: claimed.event === 'balance.changed' ? await readBalance(tx, userId) : undefined };
  });
}

async function readBalance(tx: Tx, userId: number): Promise<Balance | undefined> {
  const [row] = await tx.execute<Record<string, unknown> & Balance>(sql`
    select a.balance_nanos as "balanceNanos", a.version as seq,
      (select ${isoOf(sql`l.at`)} from ledger l where l.account_id = a.id and l.seq = a.version) as at
    from accounts a where a.user_id = ${userId}`);
  return row;
}

/** Gives the delivery up if it can never be made, unless its webhook is gone, and the row will be, too. */
async function unclaimed(tx: Tx, id: number): Promise<'held' | 'over' | 'suspect'> {
  const [found] = await tx.execute<{ isHeld: boolean; isOff: boolean; isBlocked: boolean; openAttempts: number }>(sql`
    select ${isOutgoingHeld} as "isHeld", not w.enabled and d.event <> 'test' as "isOff", u.blocked_at is not null as "isBlocked",
      d.open_attempts as "openAttempts"
    from webhook_deliveries d join webhooks w on w.id = d.webhook_id join users u on u.id = w.user_id
    where d.id = ${id} and d.status = 'waiting'`);
  if (!found) return 'over';
  if (found.isHeld && !found.isOff && !found.isBlocked) return 'held';
  if (!found.isOff && !found.isBlocked && found.openAttempts < MOST_OPEN_ATTEMPTS) return 'suspect';
  const error = found.isBlocked ? 'user_blocked' : found.isOff ? 'webhook_off' : 'dropped';
  await tx
    .update(webhookDeliveries)
    .set({ ...givenUp(error), jobId: null, needsRelay: false })
    .where(eq(webhookDeliveries.id, id));
  return 'over';
}

/** A point in time in ISO 8601, the same at each attempt. */
function isoOf(column: ReturnType<typeof sql>) {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
