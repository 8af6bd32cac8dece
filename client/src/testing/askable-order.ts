import type { RequestKind } from '#shared/request-status.ts';
import type { Outputs } from '../lib/trpc.ts';
import { anOrder } from './queue-rows.ts';

type Order = Outputs['orders']['get'];
type Askable = Order['askable'][RequestKind];
type Request = Order['requests'][number];

export const possible: Askable = { possible: true, block: null, at: null };
export const blockedBy = (block: Askable['block'], at: string | null = null): Askable => ({
  possible: false,
  block,
  at,
});

/** A customer's own order on its page; by default its service allows no request. */
export function askableOrder(overrides: Partial<Order> = {}): Order {
  const none = blockedBy('service');
  const { user: _, ...order } = anOrder({ id: 42 });
  return {
    ...order,
    serviceNameBn: null,
    events: [],
    comments: null,
    askable: { refill: none, cancel: none, speed_up: none },
    requests: [],
    misfit: null,
    usualMinutes: null,
    ...overrides,
  };
}

/** A pending refill of `askableOrder`. */
export function aRequest(overrides: Partial<Request> = {}): Request {
  const createdAt = overrides.createdAt ?? '2026-02-01T10:00:00.000Z';
  return {
    id: 5,
    orderId: 42,
    kind: 'refill',
    status: 'pending',
    reason: null,
    createdAt,
    decidedAt: null,
    closedAt: null,
    events: [{ seq: 0, status: 'pending', by: 'customer', byName: null, reason: null, at: createdAt }],
    ...overrides,
  };
}
