import { and, eq, sql } from 'drizzle-orm';
import { webhookDeliveries } from '#db/schema/webhooks.ts';
import type { Actor } from '#shared/users.ts';
import type { Delivery, ReplayInput } from '#shared/webhooks.ts';
import type { WriteDeps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { countWebhookCall } from './count-webhook-call.ts';
import { deliveryColumns, findOwnWebhook, presentDelivery } from './webhook-rows.ts';

/**
 * Queues an event again, with the same id for its reader. One that waits for a retry is tried at once.
 * @throws DomainError `not_found`, `webhook_off`, `too_many_requests`
 */
export async function replayDelivery(
  { db, events }: WriteDeps,
  actor: Actor,
  { id, deliveryId }: ReplayInput,
): Promise<{ delivery: Delivery }> {
  const { enabled } = await findOwnWebhook(db, actor, id);
  await countWebhookCall(db, actor);
  const isWaiting = sql`${webhookDeliveries.status} = 'waiting'`;
  const queued = await db.transaction(async (tx) => {
    // One that was set aside is tried alone.
    await tx.execute(sql`update queue_claims set set_aside_at = null where kind = 'webhooks' and id = ${deliveryId}`);
    const [row] = await tx
      .update(webhookDeliveries)
      .set({
        status: 'waiting',
        nextAttemptAt: sql`now()`,
        // Three days from now on, unless it is being tried already.
        firstAttemptAt: sql`case when ${isWaiting} then ${webhookDeliveries.firstAttemptAt} end`,
        retries: sql`case when ${isWaiting} then ${webhookDeliveries.retries} else 0 end`,
        openAttempts: sql`case when ${isWaiting} then ${webhookDeliveries.openAttempts} else 0 end`,
        deliveredAt: null,
        error: sql`case when ${isWaiting} then ${webhookDeliveries.error} end`,
        needsRelay: true,
      })
      .where(
        and(
          eq(webhookDeliveries.id, deliveryId),
          eq(webhookDeliveries.webhookId, id),
          enabled ? undefined : eq(webhookDeliveries.event, 'test'),
        ),
      )
      .returning(deliveryColumns);
    if (!row) throw new DomainError(enabled ? 'not_found' : 'webhook_off');
    return row;
  });
  events.publish('webhooks', String(actor.id));
  return { delivery: presentDelivery(queued) };
}
