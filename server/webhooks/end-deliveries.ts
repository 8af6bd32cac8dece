import { and, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { webhookDeliveries } from '#db/schema/webhooks.ts';
import type { DeliveryError } from '#shared/webhooks.ts';

/** The columns of a delivery that is given up. Its job is removed by the relay, so that it holds back no later event. */
export function givenUp(error: DeliveryError) {
  return {
    status: 'failed' as const,
    error,
    // The moment of the end.
    nextAttemptAt: sql`now()`,
    coalesces: false,
    needsRelay: sql`${webhookDeliveries.jobId} is not null`,
  };
}

/** Gives up all deliveries of a webhook that wait. */
export async function endDeliveries(tx: Db | Tx, webhookId: number, error: DeliveryError): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set(givenUp(error))
    .where(and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.status, 'waiting')));
}
