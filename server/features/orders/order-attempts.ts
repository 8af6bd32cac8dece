import type { Actor } from '#shared/users.ts';
import type { RateLimit } from '../../base/limits/rate-limit.ts';

export interface OrderLimits {
  ordersPerMinute: number;
}

/** The rate limit of a customer's orders, single or many per call. */
export function orderAttempts(actor: Actor, { ordersPerMinute }: OrderLimits): { key: string; rateLimit: RateLimit } {
  return { key: `order:${actor.id}`, rateLimit: { limit: ordersPerMinute, windowSeconds: 60 } };
}
