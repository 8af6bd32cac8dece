import type { inferRouterOutputs } from '@trpc/server';
import { Webhook } from 'standardwebhooks';
import type { Nanos } from '#shared/money.ts';
import type { AppRouter } from './contract.ts';

type Outputs = inferRouterOutputs<AppRouter>;
type Order = Outputs['orders']['get'];
type Recharge = Outputs['balance']['recharge'];
type Request = Outputs['orders']['request'];

/**
 * The events of a webhook, with the data of each. `id` is that of the order, recharge, request or ticket, and of the customer for a
 * balance. Amounts also stand as decimals of dollars: "1.5".
 */
interface EventData {
  'order.changed': Pick<
    Order,
    | 'id'
    | 'status'
    | 'serviceId'
    | 'serviceName'
    | 'link'
    | 'quantity'
    | 'chargeNanos'
    | 'remaining'
    | 'startCount'
    | 'remains'
    | 'createdAt'
  > & { charge: string; requestId: string | null };
  'recharge.decided': Pick<
    Recharge,
    'id' | 'status' | 'amountNanos' | 'paidTaka' | 'method' | 'reference' | 'reason' | 'createdAt' | 'decidedAt'
  > & { amount: string; requestId: string | null };
  'balance.changed': { id: number; balanceNanos: Nanos; balance: string };
  'request.decided': Pick<Request, 'id' | 'orderId' | 'kind' | 'status' | 'createdAt' | 'closedAt'>;
  'ticket.replied': {
    id: number;
    seq: number;
    subject: string;
    message: string;
    orderId: number | null;
    rechargeId: number | null;
    at: string;
  };
  /** Sent by a test of the webhook only; its own id. */
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
