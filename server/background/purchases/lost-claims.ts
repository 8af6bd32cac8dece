import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { isUnavailable } from '#db/errors.ts';
import type { DecidedOrder } from '../../features/orders/decide-order.ts';
import { TIMELINE } from '../../money/find-missing.ts';
import { loseSend, takeBackUnsent } from './abandoned-sends.ts';

/** A commit may arrive some time after its connection was lost. */
const WATCHED_MS = 60_000;

/** A claim that no sender works on. */
export interface LostClaim {
  forwardId: number;
  /** The number that it names. */
  lockOwner: number;
  /** Undefined if its commit got no answer. */
  attempt?: number | undefined;
  /** The timeline that it was committed on: on another one the same attempt may be another process's. */
  timeline: string;
  /** Its bytes have left, and its answer can't be stored. */
  wasSent?: true;
}

interface LostClaimsOptions {
  db: Db;
  /** How long a commit is looked for, at least. */
  watchedMs?: number;
  onChanged: (forwardIds: readonly number[]) => void;
  /** Gets each order whose status changed, after the commit. */
  onDecided: (decided: DecidedOrder) => void;
  onFailure: (error: unknown) => void;
}

/**
 * Claims of this process whose commit got no answer, that were committed without the lock, or whose answer the database refused. No other
 * process takes them back while this one lives. Until that is done, this process does not claim them again.
 */
export function createLostClaims({ db, watchedMs = WATCHED_MS, onChanged, onDecided, onFailure }: LostClaimsOptions) {
  const lost = new Map<number, LostClaim & { sinceMs: number }>();
  return {
    has: (forwardId: number) => lost.has(forwardId),
    add: (claim: LostClaim) => void lost.set(claim.forwardId, { ...claim, sinceMs: performance.now() }),
    /** Queues again what was committed; what was sent becomes unknown. One that the database refuses delays no other. */
    async takeBack(): Promise<void> {
      for (const claim of lost.values()) {
        try {
          // Before the look for it: a commit that is not over by then is looked for again.
          const isOver = performance.now() - claim.sinceMs > watchedMs && (await isUnlocked(claim));
          const { forwardId: id, lockOwner } = claim;
          const isTaken = await (claim.wasSent ? loseSend(db, { id, lockOwner }, onDecided) : takeBackOne(claim));
          if (isTaken) onChanged([claim.forwardId]);
          if (isTaken || isOver || claim.wasSent) lost.delete(claim.forwardId);
        } catch (error) {
          if (isUnavailable(error)) throw error;
          onFailure(error);
        }
      }
    },
  };

  /** The transaction of a claim whose connection is lost may live in the server, and holds the row. */
  async function isUnlocked({ forwardId }: LostClaim): Promise<boolean> {
    const rows = await db.execute(sql`select from forwards where id = ${forwardId} for no key update skip locked`);
    return rows.length > 0;
  }

  async function takeBackOne({ forwardId: id, lockOwner, attempt, timeline }: LostClaim): Promise<boolean> {
    const [row] = await db.execute<{ attempt: number }>(sql`
      select attempts as attempt from forwards
      where id = ${id} and (holder = ${lockOwner} or (
        holder is null and state = 'unknown' and attempts = ${attempt ?? null}::integer and ${sql.raw(TIMELINE)} = ${timeline}))`);
    return row !== undefined && takeBackUnsent(db, { id, lockOwner }, row.attempt);
  }
}
