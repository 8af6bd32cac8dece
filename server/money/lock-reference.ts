import { sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Tx } from '#db/client.ts';

/**
 * Locks a transaction id for this transaction: a request with it and a message with it are stored one after the other, so that the later
 * one finds the earlier one. Take it before the lock of a wallet.
 */
export async function lockReference(tx: Tx, reference: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.reference}, hashtext(upper(${reference})))`);
}
