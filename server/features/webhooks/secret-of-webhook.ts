import type { SecretOwner } from '../../base/secrets/secret-box.ts';

/** The owner of a webhook's sealed secret. */
export function secretOfWebhook(id: number): SecretOwner {
  return { purpose: 'webhook', id };
}
