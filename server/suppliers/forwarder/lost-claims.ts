import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { TIMELINE } from '../../money/find-missing.ts';
import { takeBackUnsent } from './orphaned-sends.ts';

/** A commit may arrive some time after its connection was lost. */
const WATCHED_MS = 60_000;

/** A claim for which nothing was sent. */
export interface LostClaim {
  forwardId: number;
  /** The number that it names. */
  holder: number;
  /** Undefined if its commit got no answer. */
  attempt?: number | undefined;
  /** The timeline that it was committed on: on another one the same attempt may be another process's. */
  timeline: string;
}

interface LostClaimsOptions {
  db: Db;
  onChanged: (forwardIds: readonly number[]) => void;
}

/**
 * Claims of this process whose commit got no answer, or that were committed without the lock. Nothing was sent for them, and no other
 * process takes them back while this one lives. Until that is done, this process does not claim them again.
 */
export function createLostClaims({ db, onChanged }: LostClaimsOptions) {
  const lost = new Map<number, LostClaim & { sinceMs: number }>();
  return {
    has: (forwardId: number) => lost.has(forwardId),
    add: (claim: LostClaim) => void lost.set(claim.forwardId, { ...claim, sinceMs: performance.now() }),
    /** Queues again what was committed. */
    async takeBack(): Promise<void> {
      for (const claim of lost.values()) {
        const isTaken = await takeBackOne(claim);
        if (isTaken) onChanged([claim.forwardId]);
        if (isTaken || performance.now() - claim.sinceMs > WATCHED_MS) lost.delete(claim.forwardId);
      }
    },
  };

  async function takeBackOne({ forwardId, holder, attempt, timeline }: LostClaim): Promise<boolean> {
    const [row] = await db.execute<{ orderId: number; attempt: number }>(sql`
      select order_id as "orderId", attempts as attempt from forwards
      where id = ${forwardId} and (holder = ${holder} or (
        holder is null and state = 'unknown' and attempts = ${attempt ?? null}::integer and ${sql.raw(TIMELINE)} = ${timeline}))`);
    return row !== undefined && takeBackUnsent(db, { forwardId, holder, ...row });
  }
}
