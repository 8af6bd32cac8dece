import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';

/** The log of a webhook's deliveries. */
const KEPT_DAYS = 30;
/** So that no statement takes long. */
const ROWS_AT_ONCE = 5_000;

/** Deletes deliveries of more than 30 days ago that do not wait, and those of deleted webhooks. Safe on several servers at once. */
export async function deleteOldDeliveries(db: Db): Promise<void> {
  await deleteInParts(
    db,
    sql`select d.id from webhook_deliveries d
      where created_at < now() - make_interval(days => ${KEPT_DAYS}) and status <> 'waiting'`,
  );
  // One step in the index for each webhook, however many deliveries there are.
  await deleteInParts(
    db,
    sql`with recursive owner (id) as (
        select min(webhook_id) from webhook_deliveries
        union all
        select (select min(webhook_id) from webhook_deliveries where webhook_id > owner.id) from owner where owner.id is not null)
      select d.id from owner join webhook_deliveries d on d.webhook_id = owner.id
      where not exists (select from webhooks w where w.id = owner.id)`,
  );
}

/** @param ids selects rows `d` */
async function deleteInParts(db: Db, ids: SQL): Promise<void> {
  for (let deleted = ROWS_AT_ONCE; deleted === ROWS_AT_ONCE; ) {
    const rows = await db.execute(sql`
      delete from webhook_deliveries
      where id = any(array(${ids} limit ${ROWS_AT_ONCE} for update of d skip locked)) returning id`);
    deleted = rows.length;
  }
}
