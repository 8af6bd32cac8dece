import { z } from 'zod';
import { id, microsOut, nanosIn, nanosOut, requestId } from './numbers.ts';
import { pageInput, pageOf, searchText } from './paging.ts';
import { isHttpUrl, MAX_QUANTITY } from './services.ts';

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

export const linkRequiredMessage = 'Link is required';
export const linkInvalidMessage = 'Please enter an http(s) link or a user name';

/** An http(s) URL of up to 2048 characters, or a user name or handle of up to 128 visible characters. */
export const orderLink = z
  .string(linkRequiredMessage)
  .trim()
  .min(1, linkRequiredMessage)
  .max(2048, 'The link must be at most 2048 characters')
  .refine((text) => text === '' || isHttpUrl(text) || isHandle(text), linkInvalidMessage);

export const placeOrderInput = z.strictObject({
  serviceId: id,
  link: orderLink,
  quantity: z
    .int('Quantity is required')
    .min(1, 'Quantity must be at least 1')
    .max(MAX_QUANTITY, `Quantity must be at most ${MAX_QUANTITY}`),
  /** What the customer saw; a different price is refused with `price_changed` and nothing is charged. */
  expectedChargeNanos: nanosIn.min(0).optional(),
  requestId: requestId.optional(),
});
export type PlaceOrderInput = z.output<typeof placeOrderInput>;

/** A customer's own order. Name and price are the service's as they were when it was placed. */
export const orderOut = z.object({
  id,
  serviceId: id,
  serviceName: z.string(),
  link: z.string(),
  quantity: z.int(),
  priceMicros: microsOut,
  chargeNanos: nanosOut,
  status: z.enum(orderStatuses),
  /** Units that were not delivered and were refunded; only a partial order has some. */
  remaining: z.int().nullable(),
  createdAt: z.date(),
});
export type OrderOut = z.output<typeof orderOut>;

export const placedOrder = z.object({ order: orderOut, balanceNanos: nanosOut });
export type PlacedOrder = z.output<typeof placedOrder>;

const status = z.enum(orderStatuses);

export const orderListInput = pageInput.extend({
  /** One status, or several that share a word for the customer: `pending` and `processing` are both "Processing". */
  status: z.union([status, z.array(status).min(1).max(orderStatuses.length)]).optional(),
  search: searchText,
});
export type OrderListInput = z.output<typeof orderListInput>;
export const orderPage = pageOf(orderOut);
export type OrderPage = z.output<typeof orderPage>;
export const orderIdInput = z.strictObject({ id });

export const orderEvent = z.object({
  seq: z.int(),
  status: z.enum(orderStatuses),
  by: z.enum(['customer', 'admin']),
  /** The admin's user name, told to admins only. */
  byName: z.string().nullable(),
  reason: z.string().nullable(),
  at: z.date(),
});
export const orderWithEvents = orderOut.extend({ events: z.array(orderEvent) });
export type OrderWithEvents = z.output<typeof orderWithEvents>;

/** What an admin may filter by: a stored status, or `open`, everything that still waits for a decision. */
export const adminOrderFilters = ['open', ...orderStatuses] as const;
export const adminOrderListInput = orderListInput.extend({
  status: z.enum(adminOrderFilters).optional(),
  userId: id.optional(),
  serviceId: id.optional(),
});
export type AdminOrderListInput = z.output<typeof adminOrderListInput>;
export const adminOrder = orderOut.extend({ user: z.object({ id, userName: z.string() }) });
export type AdminOrder = z.output<typeof adminOrder>;
export const adminOrderPage = pageOf(adminOrder);
export type AdminOrderPage = z.output<typeof adminOrderPage>;

export const decideOrderInput = z
  .strictObject({
    id,
    decision: z.enum(decisions),
    /** Partial only: units that remain undelivered; their price is refunded. */
    remaining: z.int('Remaining units are required').min(1).max(MAX_QUANTITY).optional(),
    reason: z.string().trim().max(500, 'Reason must be at most 500 characters').optional(),
  })
  .refine(({ decision, remaining }) => (decision === 'partial') === (remaining !== undefined), {
    path: ['remaining'],
    message: 'Remaining units are required for a partial order, and only there',
  });
export type DecideOrderInput = z.output<typeof decideOrderInput>;

function isHandle(text: string): boolean {
  return (
    text.length <= 128 &&
    /^[\p{L}\p{M}\p{N}\p{P}\p{S}]+$/u.test(text) &&
    !/^[a-z][a-z0-9+.-]*:/i.test(text) &&
    !text.startsWith('//')
  );
}
