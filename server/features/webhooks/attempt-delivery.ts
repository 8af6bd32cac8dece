import { Webhook } from 'standardwebhooks';
import type { DeliveryError } from '#shared/webhooks.ts';
import type { FailureReason } from '../../base/outbound/failure.ts';
import type { Outbound } from '../../base/outbound/outbound.ts';
import type { SecretBox } from '../../base/secrets/secret-box.ts';
import type { Claimed } from './claim-deliveries.ts';
import { messageOf } from './message.ts';
import type { Attempt } from './record-outcome.ts';
import { secretOfWebhook } from './secret-of-webhook.ts';

const TIMEOUT_MS = 10_000;
/** The answer's body is not stored; its beginning is read, so that small ones end in order. */
const EXCERPT_BYTES = 1_024;

const errors: Record<FailureReason, DeliveryError> = {
  address_refused: 'address_refused',
  name_not_resolved: 'name_not_resolved',
  connection_failed: 'connection_failed',
  tls_failed: 'tls_failed',
  timed_out: 'timed_out',
  answer_too_large: 'answer_too_large',
  answer_unreadable: 'connection_failed',
};

export interface AttemptOptions {
  outbound: Outbound;
  secrets: Pick<SecretBox, 'open'>;
  /** Ten seconds by default. */
  timeoutMs?: number;
}

/** Sends a claimed delivery once, signed by the Standard Webhooks specification. Any status from 200 to 299 is a delivery. */
export async function attemptDelivery(
  { outbound, secrets, timeoutMs = TIMEOUT_MS }: AttemptOptions,
  claimed: Claimed,
): Promise<Attempt> {
  const owner = secretOfWebhook(claimed.webhookId);
  const secret = secrets.open(claimed.sealedSecret, owner);
  const { sealedPreviousSecret: sealed } = claimed;
  const previous = sealed === null ? undefined : secrets.open(sealed, owner);
  if (secret === undefined) return { error: 'secret_unreadable', httpStatus: undefined, durationMs: 0 };
  const { id, body } = messageOf(claimed);
  const now = new Date();
  // The previous one first: a receiver that reads one signature only goes on until its secret is changed.
  const signing = [previous, secret].filter((each) => each !== undefined);
  const outcome = await outbound({
    url: claimed.url,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': signing.map((each) => new Webhook(each).sign(id, now, body)).join(' '),
    },
    body,
    timeoutMs,
    maxBytes: EXCERPT_BYTES,
    cutsBody: true,
  });
  const { durationMs } = outcome;
  if (outcome.kind === 'failed') return { error: errors[outcome.reason], httpStatus: undefined, durationMs };
  const { status } = outcome;
  return { error: status >= 200 && status < 300 ? undefined : 'http_status', httpStatus: status, durationMs };
}
