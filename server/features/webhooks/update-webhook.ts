import { and, eq, gt, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { webhookDeliveries, webhooks } from '#db/schema/webhooks.ts';
import type { Actor } from '#shared/users.ts';
import type { UpdateWebhookInput, Webhook } from '#shared/webhooks.ts';
import type { Deps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';
import { assertReauthenticated } from '../../identity/assert-reauthenticated.ts';
import { endDeliveries } from '../../webhooks/end-deliveries.ts';
import { assertAllowedUrl } from './assert-allowed-url.ts';
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
  const webhook = await db.transaction(async (tx) => {
    await lockWebhooksOf(tx, actor);
    const [current] = await tx.select(webhookColumns).from(webhooks).where(ownWebhook(actor, id)).for('no key update');
    if (!current) throw new DomainError('not_found');
    const isMoved = url !== undefined && new URL(url).href !== current.url;
    if (isMoved) assertReauthenticated(actor);
    const href = isMoved ? assertAllowedUrl(url, config.outbound).href : current.url;
    const [changed] = await tx
      .update(webhooks)
      .set({
        url: href,
        ...(events && { events }),
        ...switched(current, enabled),
        ...(isMoved && { failingSince: null }),
      })
      .where(eq(webhooks.id, id))
      .returning(webhookColumns);
    if (!changed) throw new DomainError('not_found');
    if (enabled === false) await endDeliveries(tx, id, 'webhook_off');
    else if (isMoved) await hurryDeliveries(tx, id);
    return changed;
  });
  bus.publish('webhooks', String(actor.id));
  return { webhook };
}

function switched(current: Webhook, enabled: boolean | undefined) {
  if (enabled === undefined || enabled === current.enabled) return {};
  if (enabled) return { enabled, disabledAt: null, disabledReason: null, failingSince: null };
  return { enabled, disabledAt: sql`now()`, disabledReason: 'owner' as const };
}

/** Those that a former address did not accept. */
async function hurryDeliveries(tx: Tx, webhookId: number): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ nextAttemptAt: sql`now()`, needsRelay: true })
    .where(
      and(
        eq(webhookDeliveries.webhookId, webhookId),
        eq(webhookDeliveries.status, 'waiting'),
        gt(webhookDeliveries.attempts, 0),
      ),
    );
}
