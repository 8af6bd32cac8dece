import type { OrderStatus } from './order-status.ts';

interface Progress {
  quantity: number;
  status: OrderStatus;
  remaining: number | null;
  remains: number | null;
}

/** The delivered units of an order; null if they are unknown. The refunded units of a partial order are not delivered. */
export function deliveredUnits({ quantity, status, remaining, remains }: Progress): number | null {
  const missing = remains ?? (status === 'partial' ? remaining : null);
  return missing === null ? null : quantity - missing;
}
