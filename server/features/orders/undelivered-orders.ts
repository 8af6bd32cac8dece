import { createHash } from 'node:crypto';
import { and, asc, eq, lt, not, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { undeliveredOrders } from '#db/schema/order-parts.ts';

const isOver = lt(undeliveredOrders.at, sql`now() - interval '60 seconds'`);

/** What a client without an idempotency key repeats unchanged. */
export interface Repeatable {
  keyId: number;
  /** The texts of service, link, quantity and comments, as they were sent. */
  fields: readonly (string | undefined)[];
}

/**
 * Remembers an order whose answer could not be delivered, for 60 seconds.
 * @param requestId of the order, which may still be on its way
 */
export async function markUndelivered(db: Db, { keyId, fields }: Repeatable, requestId: string): Promise<void> {
  await db
    .insert(undeliveredOrders)
    .values({ requestId, keyId, digest: digestOf(fields) })
    .onConflictDoUpdate({ target: undeliveredOrders.requestId, set: { at: sql`now()` } });
}

/** The request id of an undelivered order that this call repeats. Each is given to one call. */
export async function takeUndelivered(db: Db, { keyId, fields }: Repeatable): Promise<string | undefined> {
  const next = db
    .select({ requestId: undeliveredOrders.requestId })
    .from(undeliveredOrders)
    .where(and(eq(undeliveredOrders.keyId, keyId), eq(undeliveredOrders.digest, digestOf(fields)), not(isOver)))
    .orderBy(asc(undeliveredOrders.at))
    .limit(1)
    .for('update', { skipLocked: true });
  // `=` runs the subquery once; `in` may run it for each row.
  const [taken] = await db.delete(undeliveredOrders).where(eq(undeliveredOrders.requestId, next)).returning();
  return taken?.requestId;
}

/** Deletes those that are no longer repeated. */
export async function deleteUndelivered(db: Db): Promise<void> {
  await db.delete(undeliveredOrders).where(isOver);
}

function digestOf(fields: Repeatable['fields']): string {
  return createHash('sha256')
    .update(JSON.stringify(fields.map((field) => field ?? null)))
    .digest('hex');
}
