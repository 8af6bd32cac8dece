import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { forwards } from '#db/schema/forwards.ts';

/** So that one statement takes few locks; the forwarder looks at the others within 30 seconds by itself. */
const MOST_WOKEN = 1_000;

/** Makes the purchases that wait for funds at a supplier due now. One that another process works on is left to it. */
export async function wakeWaiting(tx: Tx, supplierId: number): Promise<void> {
  const waiting = tx
    .select({ id: forwards.id })
    .from(forwards)
    .where(and(eq(forwards.state, 'waiting_funds'), eq(forwards.supplierId, supplierId)))
    .orderBy(forwards.id)
    .limit(MOST_WOKEN)
    .for('update', { skipLocked: true });
  await tx.update(forwards).set({ dueAt: sql`now()` }).where(sql`${forwards.id} = any(array(${waiting}))`);
}
