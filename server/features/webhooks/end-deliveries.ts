import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { webhookDeliveries } from '#db/schema/webhooks.ts';
import type { DeliveryError } from '#shared/webhooks.ts';

/** A dead receiver may have hundreds of thousands of deliveries; no statement takes long. */
export const ROWS_AT_ONCE = 5_000;

/** The columns of a delivery that is given up. A server of the release before finds no job to make or to remove. */
export function givenUp(error: DeliveryError) {
  return {
    status: 'failed' as const,
    error,
    // The moment of the end.
    nextAttemptAt: sql`now()`,
    coalesces: false,
    jobId: null,
    needsRelay: false,
  };
}

/**
 * Gives up the deliveries of a webhook that wait, in parts, unless it is on again. Those that are left after a failure end with their
 * next attempt.
 */
export async function endDeliveries(db: Db, webhookId: number): Promise<void> {
  for (let ended = ROWS_AT_ONCE; ended === ROWS_AT_ONCE; ) {
    const rows = await db
      .update(webhookDeliveries)
      .set(givenUp('webhook_off'))
      .where(
        sql`${webhookDeliveries.id} = any(array(
          select d.id from webhook_deliveries d join webhooks w on w.id = d.webhook_id and not w.enabled
          where d.webhook_id = ${webhookId} and d.status = 'waiting' order by d.id limit ${ROWS_AT_ONCE}))`,
      )
      .returning({ id: webhookDeliveries.id });
    ended = rows.length;
  }
}
