import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { forwards } from '#db/schema/forwards.ts';
import { suppliers } from '#db/schema/suppliers.ts';
import type { StopReason } from '#shared/suppliers.ts';

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

/** How many suppliers were stopped, and how many forwards became unknown. */
export interface StoppedSuppliers {
  suppliers: number;
  forwards: number;
}

/** So that no statement takes long. */
const FORWARDS_AT_ONCE = 2_000;
const NOT_YET_ACCEPTED = ['queued', 'sending', 'waiting_funds'] as const;

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
  let changed = 0;
  for (;;) {
    const found = await makeSomeUnknown(db);
    if (found === 0) return { suppliers: stopped.length, forwards: changed };
    changed += found;
  }
}

/**
 * Waits for a forward that another transaction changes, and leaves it if it has been accepted by then.
 * @returns how many changed; 0 only if none is left
 */
async function makeSomeUnknown(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: forwards.id, state: forwards.state, supplierId: forwards.supplierId })
      .from(forwards)
      .where(or(...NOT_YET_ACCEPTED.map((state) => eq(forwards.state, state))))
      .orderBy(forwards.id)
      .limit(FORWARDS_AT_ONCE)
      .for('update');
    if (rows.length === 0) return 0;
    const ids = sql`${sql.param(rows.map(({ id }) => id))}::bigint[]`;
    await tx.execute(sql`
      update forwards set state = 'unknown', unknown_since = now(), due_at = null, holder = null, waiting_since = null
      where id = any(${ids})`);
    await tx.execute(sql`
      insert into forward_events (forward_id, seq, from_state, to_state, supplier_id, reason)
      select f.id, coalesce((select max(seq) from forward_events e where e.forward_id = f.id), 0) + 1, f.state, 'unknown', f."supplierId",
        'The database was restored, or lost rows: it may have been bought'
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f (id bigint, state text, "supplierId" bigint)`);
    return rows.length;
  });
}
