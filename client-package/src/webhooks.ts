import { Webhook, WebhookVerificationError } from 'standardwebhooks';

export { WebhookVerificationError };
