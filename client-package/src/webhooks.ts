import { Webhook } from 'standardwebhooks';

/** The events of a webhook, with the data of each. `id` is the order's, recharge's, request's or ticket's. */
interface EventData {
  'order.changed': { id: number };
  'recharge.decided': { id: number };
  'balance.changed': { id: number };
  'request.decided': { id: number };
  'ticket.replied': { id: number };
  /** Sent by "Send a test" only. */
  test: { id: number };
}

/** A verified delivery. `type` decides the type of `data`. */
export type WebhookEvent = {
  [Type in keyof EventData]: { type: Type /** ISO 8601. */; timestamp: string; data: EventData[Type] };
}[keyof EventData];

/** Why a delivery is not accepted: it was changed, signed with another secret, or is older than five minutes. */
export class WebhookError extends Error {
  override name = 'WebhookError';
}

type HeaderValues = Headers | Record<string, string | string[] | undefined>;

/**
 * Checks that the panel sent a delivery, by the Standard Webhooks specification. The same delivery may come more than once: compare its
 * header `webhook-id`.
 * @param secret of the webhook, `whsec_…`
 * @param body as received: a parsed and written body has another signature
 * @param headers of the request, of `fetch` or of Node
 * @throws WebhookError if it is not signed with the secret, or too old
 */
export function verifyWebhook(secret: string, body: string, headers: HeaderValues): WebhookEvent {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  const sent = Object.fromEntries(
    entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
  try {
    return new Webhook(secret).verify(body, sent) as WebhookEvent;
  } catch (cause) {
    throw new WebhookError('The delivery is not signed with this secret, or is too old', { cause });
  }
}
