import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { isUnavailable } from '#db/errors.ts';
import { isFree } from '../../base/queue/claims.ts';
import type { DecidedOrder } from '../../features/orders/decide-order.ts';
import { becomeUnknown, lockAnswered } from '../../features/orders/purchases/settle.ts';
import { changeForward } from '../../suppliers/purchases/forward-changes.ts';

const ROWS_AT_ONCE = 100;

type OwnedRow = { id: number; lockOwner: number };

interface Handlers {
  /** Gets each order whose status changed, after the commit. */
  onDecided?: (decided: DecidedOrder) => void;
  /** Gets the error of each that the database refuses; it delays no other. */
  onFailure?: (error: unknown) => void;
}

/**
 * Makes the purchases of ended processes unknown, never queued: their bytes may have left. Those of processes that live are not
 * touched. A question about an unknown purchase is due again.
 * @returns the ids that changed
 */
export async function loseAbandonedSends(db: Db, { onDecided, onFailure = rethrow }: Handlers = {}): Promise<number[]> {
  const abandonedClaims = await db.execute<OwnedRow & Record<string, unknown>>(sql`
    select f.id, f.holder as "lockOwner" from forwards f
    where f.holder is not null and ${isFree(sql`f.holder`)} order by random() limit ${ROWS_AT_ONCE}`);
  const lost: number[] = [];
  for (const abandonedClaim of abandonedClaims) {
    const isLost = await loseSend(db, abandonedClaim, onDecided).catch((error: unknown) => {
      if (isUnavailable(error)) throw error;
      onFailure(error);
    });
    if (isLost) lost.push(abandonedClaim.id);
  }
  return lost;
}

function rethrow(error: unknown): never {
  throw error;
}

/**
 * Makes a purchase that was sent unknown. The caller knows that no process works on it.
 * @returns false if it has gone on
 */
export async function loseSend(db: Db, held: OwnedRow, onDecided?: Handlers['onDecided']): Promise<boolean> {
  const { isLost, decided } = await db.transaction((tx) => lose(tx, held));
  if (decided) onDecided?.(decided);
  return isLost;
}

interface Lost {
  isLost: boolean;
  decided?: DecidedOrder | undefined;
}

async function lose(tx: Tx, { id, lockOwner }: OwnedRow): Promise<Lost> {
  const row = await lockAnswered(tx, id);
  if (row?.lockOwner !== lockOwner) return { isLost: false };
  const reason = 'the process that sent it has ended, or lost its connection to the database';
  if (row.state !== 'unknown') return { isLost: true, decided: await becomeUnknown(tx, row, reason) };
  await tx.execute(askAgain(id));
  return { isLost: true };
}

const askAgain = (id: number) => sql`update forwards set holder = null, due_at = now() where id = ${id}`;

/**
 * Queues an attempt again whose bytes provably never left: its process has committed it, and called nothing.
 * @returns false if the forward has gone on
 */
export async function takeBackUnsent(db: Db, { id, lockOwner }: OwnedRow, attempt: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const row = await lockAnswered(tx, id);
    const isOwned = row?.lockOwner === lockOwner;
    if (row?.attempts !== attempt || !(isOwned || (row.state === 'unknown' && row.lockOwner === null))) return false;
    // A question about an unknown purchase stays one.
    if (row.state === 'unknown' && isOwned) await tx.execute(askAgain(id));
    else
      await changeForward(tx, row, {
        to: 'queued',
        reason: 'nothing was sent',
        set: { nextSupplierId: row.supplierId },
      });
    return true;
  });
}
