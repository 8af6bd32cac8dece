export const orderStatuses = ['pending', 'processing', 'completed', 'partial', 'rejected'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const decisions = ['complete', 'reject', 'processing', 'partial'] as const;
export type Decision = (typeof decisions)[number];

/** The status after each decision. */
export const statusAfter = {
  complete: 'completed',
  reject: 'rejected',
  processing: 'processing',
  partial: 'partial',
} as const satisfies Record<Decision, OrderStatus>;

/** The decisions that each status allows. The server checks it, and the client shows the buttons by it. */
export const legalDecisions: Record<OrderStatus, readonly Decision[]> = {
  pending: ['complete', 'reject', 'processing', 'partial'],
  processing: ['complete', 'reject', 'partial'],
  rejected: ['complete'],
  completed: [],
  partial: [],
};

/** Whether it has neither been delivered nor rejected. */
export function isOpen(status: OrderStatus): boolean {
  return status === 'pending' || status === 'processing';
}

/** Completed and partial are final: no money of such an order moves again. */
export function isFinal(status: OrderStatus): boolean {
  return legalDecisions[status].length === 0;
}

/** The label that customers see. */
export const customerStatus = {
  pending: 'Processing',
  processing: 'Processing',
  completed: 'Completed',
  partial: 'Partial',
  rejected: 'Failed',
} as const satisfies Record<OrderStatus, string>;

/** The label that admins see. */
export const adminStatus = {
  pending: 'pending',
  processing: 'processing',
  completed: 'done',
  partial: 'partial',
  rejected: 'rejected',
} as const satisfies Record<OrderStatus, string>;

/** Admin filters: a stored status, or `open` for all orders that wait for a decision: open ones that are at no supplier. */
export const adminOrderFilters = ['open', ...orderStatuses] as const;
