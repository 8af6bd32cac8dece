import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { supplierRequests } from '#db/schema/forwards.ts';
import { suppliers } from '#db/schema/suppliers.ts';
import type { StopReason } from '#shared/suppliers.ts';
import { loseForwards } from './purchases/forward-changes.ts';

interface Stop {
  supplierId: number;
  reason: StopReason;
  /** The supplier's words behind it. */
  text?: string | undefined;
  /** The admin, of a stop by a person. */
  stoppedBy?: number | undefined;
}

const LONGEST_TEXT = 500;

/**
 * Stops buying from a supplier. One that is stopped stays as it is, except that a person's stop replaces the panel's.
 * @returns whether it changed anything
 */
export async function stopSupplier(db: Db | Tx, { supplierId, reason, text, stoppedBy }: Stop): Promise<boolean> {
  const isNext = reason === 'person' ? isNull(suppliers.stoppedBy) : isNull(suppliers.stoppedAt);
  const stopped = await db
    .update(suppliers)
    .set({
      stoppedAt: sql`now()`,
      stoppedReason: reason,
      stoppedBy: stoppedBy ?? null,
      // A supplier's words must not keep it from being stopped.
      stoppedText: text?.slice(0, LONGEST_TEXT).replaceAll('\0', ' ').toWellFormed() || null,
      updatedAt: sql`now()`,
    })
    .where(and(eq(suppliers.id, supplierId), isNext))
    .returning({ id: suppliers.id });
  return stopped.length > 0;
}

const MOST_UNKNOWNS = 3;
const WITHIN_MINUTES = 10;

/**
 * Stops a supplier after its third unknown purchase in ten minutes. Those before its last start don't count, nor those by words without a
 * meaning, also once a person has settled them: its queue waits for that. A supplier that takes `request_id` is not stopped: it settles
 * them itself.
 */
export async function stopForUnknowns(tx: Tx, supplier: { id: number; idempotent: boolean }): Promise<void> {
  const { id: supplierId, idempotent } = supplier;
  if (idempotent) return;
  const [row] = await tx.execute<{ unknowns: number }>(sql`
    select count(*) as unknowns from forwards f
    where f.supplier_id = ${supplierId} and f.unknown_words is null and f.unknown_since >= greatest(
      now() - make_interval(mins => ${WITHIN_MINUTES}), (select s.resumed_at from suppliers s where s.id = ${supplierId}))`);
  const unknowns = row?.unknowns ?? 0;
  const text = `${unknowns} unknown purchases in ${WITHIN_MINUTES} minutes`;
  if (unknowns >= MOST_UNKNOWNS) await stopSupplier(tx, { supplierId, reason: 'unknowns', text });
}

/** How many suppliers were stopped, and how many forwards became unknown. */
export interface StoppedSuppliers {
  suppliers: number;
  forwards: number;
}

/**
 * Stops every supplier, and makes every forward that is not accepted yet `unknown`: after a restore, and after a promotion that lost
 * rows, a forward that the database calls queued may have been bought. A second call finds nothing left to do, and continues one that
 * was interrupted.
 */
export async function stopAllSuppliers(db: Db, reason: Extract<StopReason, 'restored'>): Promise<StoppedSuppliers> {
  const stopped = await db
    .update(suppliers)
    .set({ stoppedAt: sql`now()`, stoppedReason: reason, stoppedBy: null, stoppedText: null, updatedAt: sql`now()` })
    .where(isNull(suppliers.stoppedAt))
    .returning({ id: suppliers.id });
  await loseRequests(db);
  const changed = await loseForwards(db, 'The database was restored, or lost rows: it may have been bought');
  return { suppliers: stopped.length, forwards: changed };
}

/** Leaves customers' requests to the staff that may have been sent already. */
async function loseRequests(db: Db): Promise<void> {
  await db
    .update(supplierRequests)
    .set({
      ...{ state: 'unknown', dueAt: null, updatedAt: sql`now()` },
      answer: 'The database was restored, or lost rows: the supplier may have it.',
    })
    .where(inArray(supplierRequests.state, ['queued', 'sending']));
}
