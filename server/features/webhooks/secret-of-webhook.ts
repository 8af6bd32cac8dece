import { randomBytes } from 'node:crypto';
import type { SecretOwner } from '../../base/secrets/secret-box.ts';

/** The owner of a webhook's sealed secret. */
export function secretOfWebhook(id: number): SecretOwner {
  return { purpose: 'webhook', id };
}

/** Standard Webhooks: between 24 and 64 random bytes. */
const SECRET_BYTES = 32;

/** Makes a secret that signs deliveries. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}
