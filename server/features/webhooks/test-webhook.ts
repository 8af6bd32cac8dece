import { webhookDeliveries } from '#db/schema/webhooks.ts';
import type { Actor } from '#shared/users.ts';
import type { Delivery } from '#shared/webhooks.ts';
import type { WriteDeps } from '../../base/deps.ts';
import { countWebhookCall } from './count-webhook-call.ts';
import { deliveryColumns, findOwnWebhook, presentDelivery } from './webhook-rows.ts';

/**
 * Queues a `test` event for the caller's webhook, also for one that is off.
 * @throws DomainError `not_found`, `too_many_requests`
 */
export async function testWebhook(
  { db, events }: WriteDeps,
  actor: Actor,
  { id }: { id: number },
): Promise<{ delivery: Delivery }> {
  await findOwnWebhook(db, actor, id);
  await countWebhookCall(db, actor);
  const [made] = await db
    .insert(webhookDeliveries)
    .values({ webhookId: id, event: 'test', subjectId: id })
    .returning(deliveryColumns);
  if (!made) throw new Error('The insert of a delivery returned no row');
  events.publish('webhooks', String(actor.id));
  return { delivery: presentDelivery(made) };
}
