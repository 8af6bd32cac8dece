import { eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { isConflict, isUnavailable } from '#db/errors.ts';
import { forwards } from '#db/schema/forwards.ts';
import type { ForwardState } from '#shared/forward-states.ts';
import { lockAnswered, settle } from '../../features/orders/purchases/settle.ts';
import type { AddResult } from '../../suppliers/protocols/results.ts';
import type { Attempt } from '../../suppliers/purchases/attempt.ts';
import { changeForward } from '../../suppliers/purchases/forward-changes.ts';
import { columnsOf } from './claim-forward.ts';

/** How long an attempt is remembered after its answer, and how many at most. */
const REMEMBER_MS = 10 * 60_000;
const MOST_REMEMBERED = 100_000;
const ROWS_PER_LOOK = 500;

interface Sent {
  attempt: Attempt;
  result: AddResult | undefined;
  atMs: number;
}

/**
 * What this process has sent lately, and the answers. After a promotion the database may lack the commit of an attempt, and would send
 * it again.
 */
export function createSentRecord() {
  /** By forward: its last attempt. */
  const sent = new Map<number, Sent>();
  return {
    /** Remembers an attempt whose bytes leave next. */
    add(attempt: Attempt): void {
      sent.delete(attempt.forwardId);
      sent.set(attempt.forwardId, { attempt, result: undefined, atMs: performance.now() });
      forgetOld();
    },
    /** Remembers its answer. */
    answered(attempt: Attempt, result: AddResult): void {
      const known = sent.get(attempt.forwardId);
      if (known?.attempt.attempt === attempt.attempt) Object.assign(known, { result, atMs: performance.now() });
    },
    size: () => sent.size,
    /**
     * Compares the memory with the database: an attempt whose commit is lost becomes unknown there, and a lost answer is written again.
     * @returns the ids of the forwards that changed
     */
    async compare(db: Db): Promise<number[]> {
      const all = [...sent.values()];
      const changed: number[] = [];
      for (let start = 0; start < all.length; start += ROWS_PER_LOOK)
        changed.push(...(await compareSome(db, all.slice(start, start + ROWS_PER_LOOK))));
      return changed;
    },
  };

  /** The oldest come first. */
  function forgetOld(): void {
    const now = performance.now();
    for (const [id, { atMs }] of sent) {
      if (now - atMs < REMEMBER_MS && sent.size <= MOST_REMEMBERED) return;
      sent.delete(id);
    }
  }
}

interface StoredRow {
  id: number;
  attempts: number;
  state: ForwardState;
}

async function compareSome(db: Db, some: Sent[]): Promise<number[]> {
  const wanted = some.map(({ attempt }) => ({ id: attempt.forwardId, key: attempt.requestId }));
  const rows = await db.execute<StoredRow & Record<string, unknown>>(sql`
    select f.id, f.attempts, f.state from forwards f
    join jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (id bigint, key uuid) on w.id = f.id and w.key = f.request_id`);
  const stored = new Map(rows.map((row) => [row.id, row]));
  const changed: number[] = [];
  for (const { attempt, result } of some) {
    const row = stored.get(attempt.forwardId);
    // Without its row the order is lost too: the watch of acknowledged entries lists it, and every supplier is stopped.
    if (!row) continue;
    const isLost = row.attempts < attempt.attempt && (await db.transaction((tx) => markSent(tx, attempt)));
    const isAnswerLost = row.attempts === attempt.attempt && (row.state === 'sending' || row.state === 'unknown');
    if (result && result.kind !== 'unknown' && (isLost || isAnswerLost))
      await settle(db, attempt, result).catch((error: unknown) => {
        // An answer that the database refuses leaves its purchase unknown, and delays no other.
        if (isUnavailable(error) || isConflict(error)) throw error;
      });
    if (isLost || (isAnswerLost && result)) changed.push(row.id);
  }
  return changed;
}

const OPEN: ForwardState[] = ['queued', 'waiting_funds', 'sending', 'unknown'];

/** Makes the forward unknown, as after its attempt. @returns false if it has gone on */
async function markSent(tx: Tx, attempt: Attempt): Promise<boolean> {
  const row = await lockAnswered(tx, attempt.forwardId);
  if (!row || row.attempts >= attempt.attempt || !OPEN.includes(row.state)) return false;
  const set = { ...columnsOf(attempt), nextSupplierId: attempt.supplier.id };
  const reason = 'the database lost that it was sent';
  if (row.state !== 'unknown') await changeForward(tx, row, { to: 'unknown', reason, set });
  else
    await tx
      .update(forwards)
      .set({ ...set, lockOwner: null, dueAt: sql`now()` })
      .where(eq(forwards.id, row.id));
  return true;
}
