import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { isConflict, isUnavailable } from '#db/errors.ts';
import type { ForwardState } from '#shared/forward-states.ts';
import type { AddResult } from '../protocols/results.ts';
import { type Attempt, hostWithRequestId } from './claim-forward.ts';
import { changeForward } from './forward-changes.ts';
import { settle } from './settle.ts';

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
export function createSentMemory() {
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

/** Makes the forward unknown, as after its attempt. @returns false if it has gone on */
async function markSent(tx: Tx, sentAttempt: Attempt): Promise<boolean> {
  const { forwardId, orderId, attempt, supplier, order, position, costMicros, ratePicos, costNanos } = sentAttempt;
  await tx.execute(sql`select from orders where id = ${orderId} for no key update`);
  const [row] = await tx.execute<{ id: number; state: ForwardState; supplierId: number | null }>(sql`
    select id, state, supplier_id as "supplierId" from forwards
    where id = ${forwardId} and attempts < ${attempt} and state in ('queued', 'waiting_funds', 'sending', 'unknown') for no key update`);
  if (!row) return false;
  const set = {
    ...{ attempts: attempt, supplierId: supplier.id, externalId: order.externalId, nextSupplierId: supplier.id },
    ...{ position, costMicros, ratePicos, costNanos, host: hostWithRequestId(supplier) },
  };
  const reason = 'the database lost that it was sent';
  if (row.state !== 'unknown') await changeForward(tx, row, { to: 'unknown', reason, set });
  else
    await tx.execute(sql`
      update forwards set attempts = ${attempt}, supplier_id = ${supplier.id}, external_id = ${order.externalId}, holder = null,
        next_supplier_id = ${supplier.id}, due_at = now(), position = ${position}, cost_exact = ${costMicros}::numeric,
        rate_picos = ${ratePicos}::bigint, cost_nanos = ${costNanos}::bigint, host = ${hostWithRequestId(supplier)}
      where id = ${forwardId}`);
  return true;
}
