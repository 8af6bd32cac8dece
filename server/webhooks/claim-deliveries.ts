import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import type { DeliveredEvent } from '#shared/webhooks.ts';
import { isOutgoingHeld } from '../backup/hold-outgoing.ts';
import { hasClaim } from '../base/queue/claims.ts';
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

interface Seen {
  id: number;
  isFailing: boolean;
  /** Which attempt of its webhook it would be at the same time: 1 without others. */
  rank: number;
  verdict: 'due' | 'over' | 'later' | 'taken';
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
  await readInOrder(tx);
  const webhookIds = await lockWebhooks(tx, { count, isSlowToo: slowCount > 0 });
  if (webhookIds.length === 0) return { claimed: [], hasMore: false };
  const seen = await lookAt(tx, webhookIds);
  const of = (verdict: Seen['verdict']) => seen.filter((row) => row.verdict === verdict);
  const moved = (await endOver(tx, of('over').map(idOf))) + (await putOff(tx, of('later').map(idOf)));
  const due = of('due').filter(({ rank, isFailing }) => rank <= (isFailing ? PER_FAILING_WEBHOOK : PER_WEBHOOK));
  const usual = due.filter(({ isFailing }) => !isFailing);
  const slow = due.filter(({ isFailing }) => isFailing).slice(0, slowCount);
  const ids = [...usual, ...slow].slice(0, count).map(idOf);
  const isTakable = sql`d.status = 'waiting' and d.open_attempts = 0 and d.next_attempt_at <= now()`;
  const claimed =
    ids.length > 0 ? await take(tx, ids, { where: isTakable, lock: sql`for no key update skip locked` }) : [];
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
 * Chooses webhooks with due deliveries, those without an attempt first, and then by chance, so that no other waits for good. Their locks
 * keep other servers from exceeding a webhook's limit, and are not waited for: who holds one looks again.
 */
async function lockWebhooks(tx: Tx, { count, isSlowToo }: { count: number; isSlowToo: boolean }): Promise<number[]> {
  const rows = await tx.execute<{ id: number }>(sql`
    with recursive ${waitingWebhooks},
    open as (
      select d.webhook_id as id, count(*) as count from queue_claims q join webhook_deliveries d on d.id = q.id
      where q.kind = ${QUEUE} and q.holder is not null group by d.webhook_id)
    select w.id from waiting join webhooks w on w.id = waiting.id left join open on open.id = w.id
    where not ${isOutgoingHeld}
      and coalesce(open.count, 0) < case when w.failing_since is null then ${PER_WEBHOOK}::int else ${PER_FAILING_WEBHOOK}::int end
      and (w.failing_since is null or ${isSlowToo}::boolean)
      and (
        select d.next_attempt_at from webhook_deliveries d where d.webhook_id = w.id and d.status = 'waiting' order by d.next_attempt_at limit 1
      ) <= now()
    order by w.failing_since is not null, coalesce(open.count, 0), random()
    limit ${count} for no key update of w skip locked`);
  return rows.map(idOf);
}

/** Looks at the oldest due deliveries of webhooks, in the order in which they are to be taken. */
function lookAt(tx: Tx, webhookIds: number[]): Promise<Seen[]> {
  return tx.execute<Seen & Record<string, unknown>>(sql`
    with open as materialized (
      select o.webhook_id, o.event, o.subject_id from queue_claims q join webhook_deliveries o on o.id = q.id
      where q.kind = ${QUEUE} and q.holder is not null),
    seen as (
      select d.*, w.failing_since is not null as is_failing, chosen.nth,
        case
          when ${hasClaim(QUEUE, sql`d.id`)} then 'taken'
          when ${isOver} then 'over'
          when d.open_attempts > 0 or ${dueOfOlder} is not null then 'later'
          when (d.webhook_id, d.event, d.subject_id) in (select webhook_id, event, subject_id from open) then 'taken'
          else 'due'
        end as verdict
      from unnest(${sql.param(webhookIds)}::bigint[]) with ordinality as chosen (id, nth)
      join webhooks w on w.id = chosen.id join users u on u.id = w.user_id
      cross join lateral (
        select id, webhook_id, event, subject_id, open_attempts, next_attempt_at from webhook_deliveries
        where webhook_id = w.id and status = 'waiting' and next_attempt_at <= now()
        order by next_attempt_at, id limit ${SEEN_AT_ONCE}) d)
    select id, is_failing as "isFailing", verdict,
      row_number() over (partition by webhook_id, verdict order by next_attempt_at, id)
        + (select count(*) from open where open.webhook_id = seen.webhook_id) as rank
    from seen order by rank, nth`);
}

const isOver = sql`(u.blocked_at is not null or (not w.enabled and d.event <> 'test'))`;

/** When the oldest waiting delivery of the same subject is due; null if that is `d` itself. */
const dueOfOlder = sql`(select next_attempt_at from (${oldestOfSubject(sql`0`, sql`d.id`)}) as older)`;

/** Gives up deliveries that can never be made: the webhook is off, or its customer blocked. @returns how many it was */
async function endOver(tx: Tx, ids: number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const ended = await tx.execute(sql`
    update webhook_deliveries d set status = 'failed', error = case when u.blocked_at is null then 'webhook_off' else 'user_blocked' end,
      next_attempt_at = now(), coalesces = false, job_id = null, needs_relay = false
    from webhooks w join users u on u.id = w.user_id
    where d.id = any(array(${unlocked(ids)})) and d.status = 'waiting' and w.id = d.webhook_id and ${isOver} returning d.id`);
  return ended.length;
}

/**
 * Makes deliveries due after the one that they wait for, whose end makes the next one due at once. What a server of the release before attempts has ended
 * in a minute, or never will.
 */
async function putOff(tx: Tx, ids: number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const moved = await tx.execute(sql`
    update webhook_deliveries d set open_attempts = 0, next_attempt_at = greatest(now(), ${dueOfOlder}) + ${A_MINUTE}
    where d.id = any(array(${unlocked(ids)})) and d.status = 'waiting' returning d.id`);
  return moved.length;
}

const unlocked = (ids: number[]) =>
  sql`select id from webhook_deliveries where id = any(${sql.param(ids)}::bigint[]) for no key update skip locked`;

/**
 * Counts attempts. From here on changes of the balance write a new event: no transaction that relies on this one is open, and the balance is
 * read after it. An open attempt keeps servers of the release before from taking the row.
 */
async function take(tx: Tx, ids: number[], { where, lock }: { where: SQL; lock: SQL }): Promise<Claimed[]> {
  const claimed = await tx.execute<Claimed & Record<string, unknown>>(sql`
    update webhook_deliveries d set status = 'waiting', error = case when d.status = 'waiting' then d.error end,
      attempts = d.attempts + 1, open_attempts = 1, next_attempt_at = now() + ${A_MINUTE}, coalesces = false,
      first_attempt_at = case when d.status = 'waiting' then coalesce(d.first_attempt_at, now()) else now() end
    from webhooks w join users u on u.id = w.user_id
    where d.id = any(array(select d.id from webhook_deliveries d where d.id = any(${sql.param(ids)}::bigint[]) and (${where}) ${lock}))
      and w.id = d.webhook_id and not ${isOver} and not ${isOutgoingHeld}
    returning d.id, d.event, d.subject_id as "subjectId", d.facts, ${isoOf(sql`d.created_at`)} as "createdAt", d.attempts, d.retries,
      w.id as "webhookId", w.user_id as "userId", w.failing_since is not null as "isFailing", w.url, w.sealed_secret as "sealedSecret"`);
  const balances = await readBalances(
    tx,
    claimed.flatMap(({ event, userId }) => (event === 'balance.changed' ? [userId] : [])),
  );
  return claimed.map((row) => (row.event === 'balance.changed' ? { ...row, balance: balances.get(row.userId) } : row));
}

async function readBalances(tx: Tx, userIds: number[]): Promise<Map<number, Balance>> {
  if (userIds.length === 0) return new Map();
  const rows = await tx.execute<Balance & { userId: number } & Record<string, unknown>>(sql`
    select a.user_id as "userId", a.balance_nanos as "balanceNanos", a.version as seq,
      (select ${isoOf(sql`l.at`)} from ledger l where l.account_id = a.id and l.seq = a.version) as at
    from accounts a where a.user_id = any(${sql.param(userIds)}::bigint[])`);
  return new Map(rows.map(({ userId, ...balance }) => [userId, balance]));
}

/** A point in time in ISO 8601, the same at each attempt. */
function isoOf(column: SQL) {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

function idOf({ id }: { id: number }): number {
  return id;
}
