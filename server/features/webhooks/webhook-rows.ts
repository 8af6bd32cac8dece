import { and, eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#db/client.ts';
import { users } from '#db/schema/users.ts';
import { webhookDeliveries, webhooks } from '#db/schema/webhooks.ts';
import type { Actor } from '#shared/users.ts';
import type { Delivery } from '#shared/webhooks.ts';
import { DomainError } from '../../base/errors.ts';
import { previousSecretEnds } from '../../base/secrets/overlap.ts';

/** The columns of a webhook in responses. */
export const webhookColumns = {
  id: webhooks.id,
  url: webhooks.url,
  events: webhooks.events,
  enabled: webhooks.enabled,
  disabledAt: webhooks.disabledAt,
  disabledReason: webhooks.disabledReason,
  createdAt: webhooks.createdAt,
  lastDeliveredAt: webhooks.lastDeliveredAt,
  previousSecretEndsAt: previousSecretEnds(webhooks.rolledAt),
};

export const deliveryColumns = {
  id: webhookDeliveries.id,
  event: webhookDeliveries.event,
  subjectId: webhookDeliveries.subjectId,
  status: webhookDeliveries.status,
  attempts: webhookDeliveries.attempts,
  createdAt: webhookDeliveries.createdAt,
  // During an attempt the column says when the next one would be due, a minute later: screens read the outcome sooner.
  nextAttemptAt:
    sql<Date>`least(${webhookDeliveries.nextAttemptAt}, case when ${webhookDeliveries.openAttempts} > 0 then now() end)`.mapWith(
      webhookDeliveries.nextAttemptAt,
    ),
  deliveredAt: webhookDeliveries.deliveredAt,
  httpStatus: webhookDeliveries.httpStatus,
  error: webhookDeliveries.error,
  durationMs: webhookDeliveries.durationMs,
};

type DeliveryRow = Omit<Delivery, 'nextAttemptAt'> & { nextAttemptAt: Date };

/** A delivery for a response: only one that waits has a next attempt. */
export function presentDelivery(row: DeliveryRow): Delivery {
  return { ...row, nextAttemptAt: row.status === 'waiting' ? row.nextAttemptAt : null };
}

/** The condition that a webhook is the caller's own. */
export function ownWebhook(actor: Actor, id: number) {
  return and(eq(webhooks.id, id), eq(webhooks.userId, actor.id));
}

/**
 * The caller's webhook. Others' are missing.
 * @throws DomainError `not_found`
 */
export async function findOwnWebhook(db: Db | Tx, actor: Actor, id: number): Promise<{ enabled: boolean }> {
  const [found] = await db.select({ enabled: webhooks.enabled }).from(webhooks).where(ownWebhook(actor, id));
  if (!found) throw new DomainError('not_found');
  return found;
}

/** One change of a customer's webhooks at a time, so that each counts the ones before. */
export async function lockWebhooksOf(tx: Tx, actor: Actor): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, actor.id)).for('no key update');
}
