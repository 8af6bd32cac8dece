export const orderStatuses = ['pending', 'processing', 'completed', 'partial', 'rejected'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const decisions = ['complete', 'reject', 'processing', 'partial'] as const;
export type Decision = (typeof decisions)[number];

/** Where each decision leads. */
export const statusAfter = {
  complete: 'completed',
  reject: 'rejected',
  processing: 'processing',
  partial: 'partial',
} as const satisfies Record<Decision, OrderStatus>;

/** Which decisions an order's status admits; read by the server and by the buttons alike. */
export const legalDecisions: Record<OrderStatus, readonly Decision[]> = {
  pending: ['complete', 'reject', 'processing', 'partial'],
  processing: ['complete', 'reject', 'partial'],
  rejected: ['complete'],
  completed: [],
  partial: [],
};

/** Completed and partial are final: the money of such an order never moves again. */
export function isFinal(status: OrderStatus): boolean {
  return legalDecisions[status].length === 0;
}

/** The customer's word for a stored status. */
export const customerStatus = {
  pending: 'Processing',
  processing: 'Processing',
  completed: 'Completed',
  partial: 'Partial',
  rejected: 'Failed',
} as const satisfies Record<OrderStatus, string>;

/** The admins' word for a stored status. */
export const adminStatus = {
  pending: 'pending',
  processing: 'processing',
  completed: 'done',
  partial: 'partial',
  rejected: 'rejected',
} as const satisfies Record<OrderStatus, string>;

/** Admin filters: a stored status, or `open` for every order that waits for a decision. */
export const adminOrderFilters = ['open', ...orderStatuses] as const;
