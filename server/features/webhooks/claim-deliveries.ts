import { type SQL, sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Tx } from '#db/client.ts';
import type { DeliveredEvent } from '#shared/webhooks.ts';
import { hasClaim } from '../../base/queue/claims.ts';
import { isOutgoingPaused } from '../../base/queue/pause-outgoing.ts';
import { OVERLAP_HOURS } from '../../base/secrets/overlap.ts';
import { oldestOfSubject, QUEUE, readInOrder, waitingWebhooks } from './due-deliveries.ts';

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
  /** Attempts that have failed since it was queued, or replayed. */
  retries: number;
  webhookId: number;
  /** The webhook's owner. */
  userId: number;
  /** Whether the webhook fails. */
  isFailing: boolean;
  url: string;
  sealedSecret: string;
  /** Also signs for a while after a roll. */
  sealedPreviousSecret: string | null;
  /** Of `balance.changed` only. */
  balance?: Balance | undefined;
}

/** A balance and the ledger entry that it comes from. */
export interface Balance {
  balanceNanos: number;
  /** The number of the entry. */
  seq: number;
  /** When it was made, ISO 8601; null before the first one. */
  at: string | null;
}

/** Deliveries of one webhook at a time, on all servers together. */
const PER_WEBHOOK = 3;
const PER_FAILING_WEBHOOK = 1;
/** Due deliveries of a webhook that are looked at, so that no look takes long. */
const SEEN_AT_ONCE = 50;
/** Beyond any attempt. */
const A_MINUTE = sql`interval '1 minute'`;

/**
 * Claims deliveries that may be attempted now: of each webhook those that were due first, of each subject only the oldest that waits.
 * @param limits.slowCount of them, those to receivers that fail
 * @returns what was claimed, and whether another look may find more
 */
export async function claimDeliveries(
  tx: Tx,
  { count, slowCount }: { count: number; slowCount: number },
): Promise<{ claimed: Claimed[]; hasMore: boolean }> {
  // One server looks at a time: two would exceed the limits of a webhook.
  const [lock] = await tx.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(${advisoryLocks.webhookClaims}) as free`,
  );
  if (!lock?.free) return { claimed: [], hasMore: true };
  await readInOrder(tx);
  const seen = await look(tx, count);
  const idsOf = (verdict: string) => seen.filter((row) => row.verdict === verdict).map(({ id }) => id);
  const moved = (await endOver(tx, idsOf('over'))) + (await putOff(tx, idsOf('later')));
  const slow = new Set(idsOf('slow').slice(0, slowCount));
  const ids = seen.filter(({ id, verdict }) => verdict === 'due' || slow.has(id)).map(({ id }) => id);
  const isTakable = sql`d.status = 'waiting'`;
  const claimed = await take(tx, ids.slice(0, count), { where: isTakable, lock: sql`for no key update skip locked` });
  return { claimed, hasMore: moved > 0 };
}

/**
 * Claims a delivery that a process ended with, due or not, also one that was set aside for it. The statement waits for transactions that hold
 * the row: a claim that is left out would end the suspicion.
 */
export async function claimSuspect(tx: Tx, id: number): Promise<Claimed[]> {
  await endOver(tx, [id]);
  const isTakable = sql`d.status = 'waiting' or (d.status = 'failed' and d.error = 'dropped' and d.open_attempts > 0)`;
  return take(tx, [id], { where: isTakable, lock: sql`for no key update` });
}

/**
 * Looks at the oldest due deliveries of as many webhooks: first those that do not fail, then those without an attempt, and then by chance, so that no
 * other waits for good. Of a webhook that has its attempts it looks at none.
 */
function look(tx: Tx, webhookCount: number) {
  return tx.execute<{ id: number; verdict: string }>(sql`
    with recursive ${waitingWebhooks},
    open as materialized (
      select o.webhook_id, o.event, o.subject_id from queue_claims q join webhook_deliveries o on o.id = q.id
      where q.kind = ${QUEUE} and q.holder is not null),
    chosen as materialized (
      select w.*, u.blocked_at, open_count, most, random() as chance from waiting join webhooks w on w.id = waiting.id join users u on u.id = w.user_id
      cross join lateral (select count(*) as open_count from open where open.webhook_id = w.id) as attempts
      cross join lateral (select case when w.failing_since is null then ${PER_WEBHOOK}::int else ${PER_FAILING_WEBHOOK}::int end as most) as limits
      where not ${isOutgoingPaused} and open_count < most and (
        select next_attempt_at from webhook_deliveries d where d.webhook_id = w.id and d.status = 'waiting' order by next_attempt_at limit 1) <= now()
      order by w.failing_since is not null, open_count, chance limit ${webhookCount}),
    seen as (
      select d.id, d.next_attempt_at, w.id as webhook_id, w.failing_since, w.open_count, w.most, w.chance,
        case
          when ${hasClaim(QUEUE, sql`d.id`)} then 'taken'
          when ${isOver(sql`w.blocked_at`)} then 'over'
          when d.open_attempts > 0 or ${ofOlder(sql`id`)} is not null then 'later'
          when (d.webhook_id, d.event, d.subject_id) in (select webhook_id, event, subject_id from open) then 'taken'
          when w.failing_since is null then 'due' else 'slow'
        end as verdict
      from chosen w cross join lateral (
        select id, webhook_id, event, subject_id, open_attempts, next_attempt_at from webhook_deliveries
        where webhook_id = w.id and status = 'waiting' and next_attempt_at <= now()
        order by next_attempt_at, id limit ${SEEN_AT_ONCE}) d),
    ranked as (
      select *, open_count + row_number() over (partition by webhook_id, verdict order by next_attempt_at, id) as rank from seen)
    select id, verdict from ranked where rank <= most or verdict not in ('due', 'slow')
    order by failing_since is not null, rank, chance`);
}

/** @param blockedAt of the webhook's owner */
const isOver = (blockedAt: SQL) => sql`(${blockedAt} is not null or (not w.enabled and d.event <> 'test'))`;

/** Of the oldest waiting delivery of the same subject: null if that is `d` itself. */
const ofOlder = (column: SQL) => sql`(select ${column} from (${oldestOfSubject(sql`0`, sql`d.id`)}) as older)`;

/** Gives up deliveries that can never be made: the webhook is off, or its customer blocked. @returns how many it was */
async function endOver(tx: Tx, ids: number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const ended = await tx.execute(sql`
    update webhook_deliveries d set status = 'failed', error = case when u.blocked_at is null then 'webhook_off' else 'user_blocked' end,
      next_attempt_at = now(), coalesces = false, job_id = null, needs_relay = false
    from webhooks w join users u on u.id = w.user_id
    where d.id = any(array(${unlocked(sql`${sql.param(ids)}::bigint[]`)})) and d.status = 'waiting' and w.id = d.webhook_id and ${isOver(sql`u.blocked_at`)} returning d.id`);
  return ended.length;
}

/**
 * Makes deliveries due after the one that they wait for, whose end makes the next one due at once. What a server of the release before attempts has ended
 * in a minute, or never will. The locks keep an end from coming in between, which would make the next one due too early; one that is being stored does so itself.
 */
async function putOff(tx: Tx, ids: number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const locked = await tx.execute<{ id: number }>(
    unlocked(
      sql`array(select ${ofOlder(sql`id`)} from webhook_deliveries d where d.id = any(${sql.param(ids)}::bigint[]))`,
    ),
  );
  const moved = await tx.execute(sql`
    update webhook_deliveries d set open_attempts = 0, next_attempt_at = greatest(now(), ${ofOlder(sql`next_attempt_at`)}) + ${A_MINUTE}
    where d.id = any(array(${unlocked(sql`${sql.param(ids)}::bigint[]`)})) and d.status = 'waiting'
      and coalesce(${ofOlder(sql`id = any(${sql.param(locked.map(({ id }) => id))}::bigint[])`)}, d.open_attempts > 0) returning d.id`);
  return moved.length;
}

const unlocked = (ids: SQL) =>
  sql`select id from webhook_deliveries where id = any(${ids}) for no key update skip locked`;

/**
 * Counts attempts. From here on changes of the balance write a new event: no transaction that relies on this one is open, and the balance is
 * read after it. An open attempt keeps servers of the release before from taking the row.
 */
async function take(tx: Tx, ids: number[], { where, lock }: { where: SQL; lock: SQL }): Promise<Claimed[]> {
  if (ids.length === 0) return [];
  const claimed = await tx.execute<Claimed & Record<string, unknown>>(sql`
    update webhook_deliveries d set status = 'waiting', error = case when d.status = 'waiting' then d.error end,
      attempts = d.attempts + 1, open_attempts = 1, next_attempt_at = now() + ${A_MINUTE}, coalesces = false,
      first_attempt_at = case when d.status = 'waiting' then coalesce(d.first_attempt_at, now()) else now() end
    from webhooks w join users u on u.id = w.user_id
    where d.id = any(array(select d.id from webhook_deliveries d where d.id = any(${sql.param(ids)}::bigint[]) and (${where}) ${lock}))
      and w.id = d.webhook_id and not ${isOver(sql`u.blocked_at`)} and not ${isOutgoingPaused}
    returning d.id, d.event, d.subject_id as "subjectId", d.facts, ${isoOf(sql`d.created_at`)} as "createdAt", d.attempts, d.retries,
      w.id as "webhookId", w.user_id as "userId", w.failing_since is not null as "isFailing", w.url, w.sealed_secret as "sealedSecret",
      case when w.rolled_at > now() - make_interval(hours => ${OVERLAP_HOURS}) then w.sealed_previous_secret end as "sealedPreviousSecret"`);
  for (const row of claimed) if (row.event === 'balance.changed') row.balance = await readBalance(tx, row.userId);
  return claimed;
}

async function readBalance(tx: Tx, userId: number): Promise<Balance | undefined> {
  const [row] = await tx.execute<Record<string, unknown> & Balance>(sql`
    select a.balance_nanos as "balanceNanos", a.version as seq,
      (select ${isoOf(sql`l.at`)} from ledger l where l.account_id = a.id and l.seq = a.version) as at
    from accounts a where a.user_id = ${userId}`);
  return row;
}

/** A point in time in ISO 8601, the same at each attempt. */
function isoOf(column: SQL) {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
