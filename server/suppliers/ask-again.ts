import { type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';

/**
 * Makes unknown forwards due that wait between two questions, if the supplier takes `request_id`: call it after a resume, or a change of
 * its address or key. Others of the supplier, which is locked, are not waited for.
 */
export async function retryUnknownNow(tx: Tx, supplierId: number): Promise<void> {
  await makeDue(tx, sql`f.due_at > now() and f.supplier_id = ${supplierId}`);
}

/**
 * Makes unknown forwards due that were left to a person because nothing could be asked: whether it can now depends on the suppliers and
 * on the sources of the services.
 */
export async function reviewUnknown(db: Db): Promise<void> {
  await makeDue(db, sql`f.due_at is null`);
}

async function makeDue(db: Db | Tx, which: SQL): Promise<void> {
  await db.execute(sql`
    update forwards set due_at = now(), next_supplier_id = coalesce(supplier_id, next_supplier_id) where id in (
      select f.id from forwards f
      where f.state = 'unknown' and f.holder is null and f.flag is null and ${which}
        and (f.supplier_id is null or exists (
          select from suppliers s where s.id = f.supplier_id and s.idempotent and s.stopped_at is null))
      limit 10000 for no key update of f skip locked)`);
}
