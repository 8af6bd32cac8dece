import { z } from 'zod';
import { isHttpUrl } from './http-url.ts';
import { id } from './numbers.ts';
import { pageInput, pageOf } from './paging.ts';
import { text } from './text.ts';

/** The events that a webhook can subscribe to. */
export const webhookEvents = [
  'order.changed',
  'recharge.decided',
  'balance.changed',
  'request.decided',
  'ticket.replied',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** What is delivered: the events, and `test`, which only `webhooks.test` sends. */
export const deliveredEvents = [...webhookEvents, 'test'] as const;
export type DeliveredEvent = (typeof deliveredEvents)[number];

export const deliveryStatuses = ['waiting', 'delivered', 'failed'] as const;

/** Why a webhook is off: its owner switched it off, three days of failed deliveries, or the receiver's status 410. */
export const disabledReasons = ['owner', 'failing', 'gone'] as const;

/** Why the last attempt of a delivery failed, or why the delivery was given up. */
export const deliveryErrors = [
  'address_refused',
  'name_not_resolved',
  'connection_failed',
  'tls_failed',
  'timed_out',
  'answer_too_large',
  'http_status',
  'secret_unreadable',
  'webhook_off',
  'user_blocked',
  'dropped',
] as const;
export type DeliveryError = (typeof deliveryErrors)[number];

/** Webhooks of one customer. */
export const MAX_WEBHOOKS = 10;
const MAX_WEBHOOK_URL_LENGTH = 2000;

const urlMessage = 'The address must be an https URL, without user name, password and fragment';

const url = text({
  missing: 'Address is required',
  max: [MAX_WEBHOOK_URL_LENGTH, `Address must be at most ${MAX_WEBHOOK_URL_LENGTH} characters`],
  form: [isWebhookUrl, urlMessage],
});

const events = z
  .array(z.enum(webhookEvents))
  .min(1, 'Choose at least one event')
  .max(webhookEvents.length)
  .refine((chosen) => new Set(chosen).size === chosen.length, 'Each event only once');

/**
 * The form only: which hosts may be called is decided by the server. `http` is accepted here for a receiver on the same machine in
 * development.
 */
function isWebhookUrl(value: string): boolean {
  if (!isHttpUrl(value)) return false;
  const { username, password, hash, href } = new URL(value);
  // Written in other letters, a host may become longer.
  return (
    username === '' && password === '' && hash === '' && !value.includes('#') && href.length <= MAX_WEBHOOK_URL_LENGTH
  );
}

export const createWebhookInput = z.strictObject({ url, events });
export const updateWebhookInput = z.strictObject({
  id,
  url: url.optional(),
  events: events.optional(),
  enabled: z.boolean().optional(),
});
export const webhookIdInput = z.strictObject({ id });
export const deliveriesInput = pageInput.extend({ id });
export const replayInput = z.strictObject({ id, deliveryId: id });
export type CreateWebhookInput = z.output<typeof createWebhookInput>;
export type UpdateWebhookInput = z.output<typeof updateWebhookInput>;
export type DeliveriesInput = z.output<typeof deliveriesInput>;
export type ReplayInput = z.output<typeof replayInput>;

export const webhook = z.object({
  id,
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  enabled: z.boolean(),
  /** Null while it is on. */
  disabledAt: z.date().nullable(),
  disabledReason: z.enum(disabledReasons).nullable(),
  createdAt: z.date(),
  lastDeliveredAt: z.date().nullable(),
  /** Until when deliveries are also signed with the secret before the last roll; null if they are not. */
  previousSecretEndsAt: z.date().nullable(),
});
export type Webhook = z.output<typeof webhook>;

export const webhookList = z.object({ webhooks: z.array(webhook) });
/** The secret, `whsec_…`, is only in this response. */
export const createdWebhook = z.object({ webhook, secret: z.string() });
/** The new secret, and when the one until now ends. */
export const rolledSecret = z.object({ secret: z.string(), previousSecretEndsAt: z.date() });
export const changedWebhook = z.object({ webhook });
/** The response of `webhooks.delete`. */
export const deletedWebhook = z.object({});

export const delivery = z.object({
  id,
  event: z.enum(deliveredEvents),
  /** The id of the order, recharge, request, ticket or customer; of a test event the webhook's. */
  subjectId: id,
  status: z.enum(deliveryStatuses),
  attempts: z.int().min(0),
  createdAt: z.date(),
  /** Null unless it waits; the present time while an attempt is open. */
  nextAttemptAt: z.date().nullable(),
  deliveredAt: z.date().nullable(),
  /** The receiver's last response. */
  httpStatus: z.int().nullable(),
  error: z.enum(deliveryErrors).nullable(),
  /** Of the last attempt, in milliseconds. */
  durationMs: z.int().nullable(),
});
export type Delivery = z.output<typeof delivery>;
export const deliveryPage = pageOf(delivery);
export const queuedDelivery = z.object({ delivery });
