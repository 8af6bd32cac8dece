import { eq, sql } from 'drizzle-orm';
import { webhooks } from '#db/schema/webhooks.ts';
import type { Actor } from '#shared/users.ts';
import type { UpdateWebhookInput, Webhook } from '#shared/webhooks.ts';
import type { Deps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { assertReauthenticatedSession } from '../../base/identity/assert-reauthenticated.ts';
import { assertAllowedUrl } from '../../base/outbound/assert-allowed-url.ts';
import { endDeliveries } from './end-deliveries.ts';
import { retryDeliveriesNow } from './retry-deliveries-now.ts';
import { lockWebhooksOf, ownWebhook, webhookColumns } from './webhook-rows.ts';

/**
 * Changes the address, the events, or whether the caller's webhook is on; the secret stays. Deliveries that wait go to a new address at
 * once. Switching off ends them.
 * @throws DomainError `reauthentication_required` for another address, `address_refused`, `not_found`
 */
export async function updateWebhook(
  { db, config, events: bus }: Pick<Deps, 'db' | 'config' | 'events'>,
  actor: Actor,
  { id, url, events, enabled }: UpdateWebhookInput,
): Promise<{ webhook: Webhook }> {
  const { webhook, isMoved } = await db.transaction(async (tx) => {
    await lockWebhooksOf(tx, actor);
    const [current] = await tx.select(webhookColumns).from(webhooks).where(ownWebhook(actor, id)).for('no key update');
    if (!current) throw new DomainError('not_found');
    const isElsewhere = url !== undefined && new URL(url).href !== current.url;
    if (isElsewhere) assertReauthenticatedSession(actor);
    const href = isElsewhere ? assertAllowedUrl(url, config.outbound).href : current.url;
    const [changed] = await tx
      .update(webhooks)
      .set({
        url: href,
        ...(events && { events }),
        ...switched(current, enabled),
        ...(isElsewhere && { failingSince: null }),
      })
      .where(eq(webhooks.id, id))
      .returning(webhookColumns);
    if (!changed) throw new DomainError('not_found');
    return { webhook: changed, isMoved: isElsewhere };
  });
  if (enabled === false) await endDeliveries(db, id);
  else if (isMoved) await retryDeliveriesNow(db, id);
  bus.publish('webhooks', String(actor.id));
  return { webhook };
}

function switched(current: Webhook, enabled: boolean | undefined) {
  if (enabled === undefined || enabled === current.enabled) return {};
  if (enabled) return { enabled, disabledAt: null, disabledReason: null, failingSince: null };
  return { enabled, disabledAt: sql`now()`, disabledReason: 'owner' as const };
}
