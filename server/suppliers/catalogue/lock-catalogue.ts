import { sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Tx } from '#db/client.ts';

/**
 * Waits until no other transaction writes the supplier's list, or accepts lines of it. Not a lock of the supplier's row: purchases need
 * that one.
 */
export async function lockCatalogue(tx: Tx, supplierId: number): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(${advisoryLocks.supplierCatalogue}, mod(${supplierId}::bigint, 2147483647)::int)`,
  );
}

/**
 * Locks services until the transaction ends, in the order of their ids, so that no two transactions wait for each other. Orders can still
 * be placed.
 * @param scope a condition on the services, as `v`
 * @param limit only the first ones
 * @returns their ids
 */
export async function lockServices(tx: Tx, scope: ReturnType<typeof sql>, limit?: number): Promise<number[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select v.id from services v where v.deleted_at is null and ${scope} order by v.id limit ${limit ?? null} for no key update`);
  return rows.map(({ id }) => Number(id));
}
