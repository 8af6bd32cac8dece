import { type SQL, sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Db, Tx } from '#db/client.ts';
import { isOutgoingPaused } from './pause-outgoing.ts';

/** What an attempt is of. */
export interface Claimed {
  kind: string;
  id: number;
}

const MAX_WHAT_LENGTH = 300;

/** Whether a row of a kind has an attempt without an outcome, in SQL. @param id the row's column */
export const hasClaim = (kind: string, id: SQL) =>
  sql`exists (select from queue_claims q where q.kind = ${kind} and q.id = ${id})`;

/** Whether the lock of the number in a column is free: its process has ended, or has lost its session. */
export const isFree = (lockOwner: SQL) => sql`not exists (
  select from pg_locks l
  where l.locktype = 'advisory' and l.database = (select oid from pg_database where datname = current_database())
    and l.classid = ${advisoryLocks.queue}::bigint::oid and l.objid = ${lockOwner}::oid and l.objsubid = 2 and l.granted)`;

/** Counts the first attempts of rows, before they begin. @returns the ids that no other process has claimed */
export async function beginAttempts(
  tx: Tx,
  { kind, lockOwner, rows }: { kind: string; lockOwner: number; rows: { id: number; what: string }[] },
): Promise<Set<number>> {
  const claims = rows.map(({ id, what }) => ({ id, what: shortened(what) }));
  const begun = await tx.execute<{ id: number }>(sql`
    insert into queue_claims (kind, id, holder, what)
    select ${kind}, id, ${lockOwner}, what from jsonb_to_recordset(${JSON.stringify(claims)}::jsonb) as r (id bigint, what text)
    on conflict do nothing returning id`);
  return new Set(begun.map(({ id }) => id));
}

/** Stores what a row is by now, such as a job that has gone on since its first attempt. */
export async function describeAttempt(tx: Tx, { kind, id }: Claimed, what: string): Promise<void> {
  await tx.execute(sql`update queue_claims set what = ${shortened(what)} where kind = ${kind} and id = ${id}`);
}

const shortened = (what: string) => what.slice(0, MAX_WHAT_LENGTH).toWellFormed();

/** Counts an attempt of the row that has waited longest for its attempt alone. */
export async function beginAlone(tx: Tx, lockOwner: number, kinds: readonly string[]): Promise<Claimed | undefined> {
  const [begun] = await tx.execute<Claimed & Record<string, unknown>>(sql`
    update queue_claims q set holder = ${lockOwner}, attempts = q.attempts + 1, alone = q.alone + 1, claimed_at = now()
    from (
      select kind, id from queue_claims
      where holder is null and set_aside_at is null and kind = any(${sql.param([...kinds])}::text[])
      order by claimed_at limit 1 for update skip locked
    ) as next
    where q.kind = next.kind and q.id = next.id returning q.kind, q.id`);
  return begun;
}

/** Whether rows may have their attempt alone: while everything outgoing is paused, no kind would claim them, and the suspicion would end. */
export async function hasSuspects(db: Db, kinds: readonly string[]): Promise<boolean> {
  const [row] = await db.execute<{ has: boolean }>(sql`
    select exists (select from queue_claims
      where holder is null and set_aside_at is null and kind = any(${sql.param([...kinds])}::text[]) and not ${isOutgoingPaused}) as has`);
  return row?.has === true;
}

/** Ends an attempt. @returns false if it is another process's by now */
export async function endAttempt(tx: Tx, { kind, id }: Claimed, lockOwner: number): Promise<boolean> {
  const ended = await tx.execute(
    sql`delete from queue_claims where kind = ${kind} and id = ${id} and holder = ${lockOwner} returning id`,
  );
  return ended.length > 0;
}

/** Names the process's new number in its attempts, after it has lost the session of the one before. */
export async function moveAttempts(db: Db, from: number, to: number): Promise<void> {
  await db.execute(sql`update queue_claims set holder = ${to} where holder = ${from}`);
}

export interface AbandonedClaim extends Claimed {
  lockOwner: number;
  alone: number;
  claimedAt: string;
}

/** Claims of ended processes, and those of `own`: the caller knows which of them it attempts. */
export function findAbandonedClaims(db: Db, own: number | undefined): Promise<AbandonedClaim[]> {
  return db.execute<AbandonedClaim & Record<string, unknown>>(sql`
    select q.kind, q.id, q.holder as "lockOwner", q.alone, q.claimed_at::text as "claimedAt" from queue_claims q
    where q.holder is not null and (q.holder = ${own ?? null}::bigint or ${isFree(sql`q.holder`)})`);
}

/** Leaves an abandoned claim to an attempt alone, or sets it aside. @returns false if another process has done so */
export async function loseAttempt(
  tx: Tx,
  { kind, id, lockOwner }: AbandonedClaim,
  { isSetAside }: { isSetAside: boolean },
): Promise<boolean> {
  const lost = await tx.execute(sql`
    update queue_claims set holder = null, set_aside_at = case when ${isSetAside}::boolean then now() end
    where kind = ${kind} and id = ${id} and holder = ${lockOwner} returning id`);
  return lost.length > 0;
}
