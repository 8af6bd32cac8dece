import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';

/** The log of a webhook's deliveries. */
const KEPT_DAYS = 30;
/** So that no statement takes long. */
const ROWS_AT_ONCE = 5_000;

/**
 * Deletes deliveries of more than 30 days ago that do not wait, and those of deleted webhooks. Safe on several servers at once.
 */
export async function deleteOldDeliveries(db: Db): Promise<void> {
  const isOld = sql`created_at < now() - make_interval(days => ${KEPT_DAYS}) and status <> 'waiting'`;
  const isOrphan = sql`not exists (select from webhooks w where w.id = webhook_id)`;
  for (const isOver of [isOld, isOrphan]) {
    for (let deleted = ROWS_AT_ONCE; deleted === ROWS_AT_ONCE; ) {
      const rows = await db.execute(sql`
        delete from webhook_deliveries where id in (
          select id from webhook_deliveries where ${isOver} limit ${ROWS_AT_ONCE} for update skip locked)
        returning id`);
      deleted = rows.length;
    }
  }
}
