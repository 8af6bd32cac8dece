import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import type { CallableSupplier } from '../api/results.ts';
import { stopSupplier } from '../stop-supplier.ts';

const MOST_UNKNOWNS = 3;
const WITHIN_MINUTES = 10;

/**
 * Stops a supplier after its third unknown purchase in ten minutes. Those before its last start don't count, nor
 * those by words without a meaning, also once a person has settled them: its queue waits for that. A supplier that takes
 * `request_id` is not stopped: it settles them itself.
 * @returns whether it stopped it
 */
export async function stopForUnknowns(
  tx: Tx,
  { id, idempotent }: Pick<CallableSupplier, 'id' | 'idempotent'>,
): Promise<boolean> {
  if (idempotent) return false;
  const [row] = await tx.execute<{ unknowns: number }>(sql`
    select count(*) as unknowns from forwards f
    where f.supplier_id = ${id} and f.unknown_words is null and f.unknown_since >= greatest(
      now() - make_interval(mins => ${WITHIN_MINUTES}), (select s.resumed_at from suppliers s where s.id = ${id}))`);
  const unknowns = row?.unknowns ?? 0;
  if (unknowns < MOST_UNKNOWNS) return false;
  const text = `${unknowns} unknown purchases in ${WITHIN_MINUTES} minutes`;
  return stopSupplier(tx, { supplierId: id, reason: 'unknowns', text });
}
