import { desc, eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { webhooks } from '#db/schema/webhooks.ts';
import type { Actor } from '#shared/users.ts';
import type { Webhook } from '#shared/webhooks.ts';
import { webhookColumns } from './webhook-rows.ts';

/** The caller's webhooks, the newest first; at most ten. */
export async function listWebhooks(db: Db, actor: Actor): Promise<{ webhooks: Webhook[] }> {
  const rows = await db
    .select(webhookColumns)
    .from(webhooks)
    .where(eq(webhooks.userId, actor.id))
    .orderBy(desc(webhooks.id));
  return { webhooks: rows };
}
