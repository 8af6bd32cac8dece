import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { ROWS_AT_ONCE } from './end-deliveries.ts';

/** Makes the deliveries of a webhook that wait for a retry due at once, in parts, the oldest first. */
export async function retryDeliveriesNow(db: Db, webhookId: number): Promise<void> {
  for (let retried = ROWS_AT_ONCE; retried === ROWS_AT_ONCE; ) {
    const rows = await db.execute(sql`
      update webhook_deliveries set next_attempt_at = now()
      where id = any(array(
        select id from webhook_deliveries
        where webhook_id = ${webhookId} and status = 'waiting' and attempts > 0 and next_attempt_at > now()
        order by id limit ${ROWS_AT_ONCE}))
      returning id`);
    retried = rows.length;
  }
}
