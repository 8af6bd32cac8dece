import { sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Tx } from '#db/client.ts';

/**
 * Locks a transaction id until the transaction ends, so that of a request and a message with it the later one finds the other. Taken
 * before the wallet's lock.
 */
export async function lockReference(tx: Tx, reference: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.reference}, hashtext(${reference.toUpperCase()}))`);
}
