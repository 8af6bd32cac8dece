import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { webhooks } from '#db/schema/webhooks.ts';
import type { Actor } from '#shared/users.ts';
import type { rolledSecret } from '#shared/webhooks.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { assertReauthenticated } from '../../base/identity/assert-reauthenticated.ts';
import { newWebhookSecret, secretOfWebhook } from './secret-of-webhook.ts';
import { ownWebhook, webhookColumns } from './webhook-rows.ts';

/**
 * Gives the caller's webhook a new secret. For 24 hours its deliveries are also signed with the secret until now; one from before it ends at
 * once.
 * @returns the new secret, which can not be read again, and the end of the one until now
 * @throws DomainError `reauthentication_required`, `secrets_key_missing`, `not_found`
 */
export async function rollSecret(
  { db, secrets, events }: Pick<Deps, 'db' | 'secrets' | 'events'>,
  actor: Actor,
  { id }: { id: number },
): Promise<z.output<typeof rolledSecret>> {
  assertReauthenticated(actor);
  const secret = newWebhookSecret();
  const [rolled] = await db
    .update(webhooks)
    .set({
      sealedSecret: secrets.seal(secret, secretOfWebhook(id)),
      sealedPreviousSecret: webhooks.sealedSecret,
      rolledAt: sql`now()`,
    })
    .where(ownWebhook(actor, id))
    .returning(webhookColumns);
  if (!rolled?.previousSecretEndsAt) throw new DomainError('not_found');
  events.publish('webhooks', String(actor.id));
  return { secret, previousSecretEndsAt: rolled.previousSecretEndsAt };
}
