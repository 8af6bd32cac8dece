import { and, desc, eq, lt } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { webhookDeliveries } from '#db/schema/webhooks.ts';
import type { Actor } from '#shared/users.ts';
import type { DeliveriesInput, Delivery } from '#shared/webhooks.ts';
import { idFromCursor, pageFrom } from '../../base/lists/keyset.ts';
import { deliveryColumns, findOwnWebhook, presentDelivery } from './webhook-rows.ts';

/**
 * The deliveries of the caller's webhook, the newest first, of the last 30 days.
 * @throws DomainError `not_found`, `bad_input` for an invalid cursor
 */
export async function listDeliveries(
  db: Db,
  actor: Actor,
  { id, cursor, limit }: DeliveriesInput,
): Promise<{ items: Delivery[]; nextCursor: string | null }> {
  await findOwnWebhook(db, actor, id);
  const before = idFromCursor(cursor);
  const rows = await db
    .select(deliveryColumns)
    .from(webhookDeliveries)
    .where(
      and(eq(webhookDeliveries.webhookId, id), before === undefined ? undefined : lt(webhookDeliveries.id, before)),
    )
    .orderBy(desc(webhookDeliveries.id))
    .limit(limit + 1);
  return pageFrom(rows.map(presentDelivery), limit, (row) => row.id);
}
