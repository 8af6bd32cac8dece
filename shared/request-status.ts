/** The kinds of requests about an order. */
export const requestKinds = ['refill', 'cancel', 'speed_up'] as const;
export type RequestKind = (typeof requestKinds)[number];

export const requestStatuses = ['pending', 'accepted', 'rejected', 'done'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

export const requestDecisions = ['accept', 'reject', 'done'] as const;
export type RequestDecision = (typeof requestDecisions)[number];

/** The status after each decision. */
export const requestStatusAfter = {
  accept: 'accepted',
  reject: 'rejected',
  done: 'done',
} as const satisfies Record<RequestDecision, RequestStatus>;

/**
 * The decisions that each kind allows in each status. Accepting a cancel ends it: the order is rejected and refunded at once. A refill and
 * a speed-up end when they are done, also directly.
 */
export const legalRequestDecisions: Record<RequestKind, Record<RequestStatus, readonly RequestDecision[]>> = {
  refill: { pending: ['accept', 'reject', 'done'], accepted: ['done', 'reject'], rejected: [], done: [] },
  cancel: { pending: ['accept', 'reject'], accepted: [], rejected: [], done: [] },
  speed_up: { pending: ['accept', 'reject', 'done'], accepted: ['done', 'reject'], rejected: [], done: [] },
};

/** Whether a request of this kind has ended with this status. */
export function isClosed(kind: RequestKind, status: RequestStatus): boolean {
  return legalRequestDecisions[kind][status].length === 0;
}

/**
 * The reasons why a request can't be made: its service doesn't have it, the order's status doesn't allow it, the refill period is over, another
 * request is open, or the last one was too recent.
 */
export const requestBlocks = ['service', 'status', 'period_over', 'open_request', 'cool_down'] as const;
export type RequestBlock = (typeof requestBlocks)[number];
