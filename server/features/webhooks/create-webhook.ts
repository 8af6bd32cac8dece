import { eq } from 'drizzle-orm';
import { webhooks } from '#db/schema/webhooks.ts';
import type { Actor } from '#shared/users.ts';
import { type CreateWebhookInput, MAX_WEBHOOKS, type Webhook } from '#shared/webhooks.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { assertReauthenticatedSession } from '../../base/identity/assert-reauthenticated.ts';
import { assertAllowedUrl } from '../../base/outbound/assert-allowed-url.ts';
import { newWebhookSecret, secretOfWebhook } from './secret-of-webhook.ts';
import { lockWebhooksOf, webhookColumns } from './webhook-rows.ts';

/**
 * Creates a webhook of the caller.
 * @returns the webhook and its secret, which can not be read again
 * @throws DomainError `reauthentication_required`, `address_refused`, `secrets_key_missing`, `too_many_webhooks`
 */
export async function createWebhook(
  { db, config, secrets, events: bus }: Pick<Deps, 'db' | 'config' | 'secrets' | 'events'>,
  actor: Actor,
  { url, events }: CreateWebhookInput,
): Promise<{ webhook: Webhook; secret: string }> {
  assertReauthenticatedSession(actor);
  const { href } = assertAllowedUrl(url, config.outbound);
  const secret = newWebhookSecret();
  const webhook = await db.transaction(async (tx) => {
    await lockWebhooksOf(tx, actor);
    const count = await tx.$count(webhooks, eq(webhooks.userId, actor.id));
    if (count >= MAX_WEBHOOKS) throw new DomainError('too_many_webhooks');
    const [made] = await tx
      .insert(webhooks)
      .values({ userId: actor.id, url: href, events, sealedSecret: '' })
      .returning(webhookColumns);
    if (!made) throw new Error('The insert of a webhook returned no row');
    // Sealed for its id, which the insert has made.
    const sealedSecret = secrets.seal(secret, secretOfWebhook(made.id));
    await tx.update(webhooks).set({ sealedSecret }).where(eq(webhooks.id, made.id));
    return made;
  });
  bus.publish('webhooks', String(actor.id));
  return { webhook, secret };
}
