import type { z } from 'zod';
import type { Db } from '#db/client.ts';
import { webhooks } from '#db/schema/webhooks.ts';
import type { Actor } from '#shared/users.ts';
import type { deletedWebhook } from '#shared/webhooks.ts';
import { DomainError } from '../../base/errors.ts';
import { ownWebhook } from './webhook-rows.ts';

/**
 * Deletes the caller's webhook. Its deliveries end with it, and housekeeping deletes their rows.
 * @throws DomainError `not_found`
 */
export async function deleteWebhook(
  db: Db,
  actor: Actor,
  { id }: { id: number },
): Promise<z.output<typeof deletedWebhook>> {
  const deleted = await db.delete(webhooks).where(ownWebhook(actor, id)).returning({ id: webhooks.id });
  if (deleted.length === 0) throw new DomainError('not_found');
  return {};
}
