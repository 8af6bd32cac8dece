import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';

const STORED_DAYS = 7;
/** So that no statement takes long. */
const ROWS_AT_ONCE = 5_000;

/** Deletes calls to suppliers of more than 7 days ago, except purchases. Safe on several servers at once. */
export async function deleteOldCalls(db: Db): Promise<void> {
  for (let deleted = ROWS_AT_ONCE; deleted === ROWS_AT_ONCE; ) {
    const rows = await db.execute(sql`
      delete from supplier_calls where id = any(array(
        select id from supplier_calls where forward_id is null and started_at < now() - make_interval(days => ${STORED_DAYS})
        order by started_at limit ${ROWS_AT_ONCE} for update skip locked)) returning id`);
    deleted = rows.length;
  }
}
