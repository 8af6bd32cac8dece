import { z } from 'zod';
import type { AtSupplier } from './forward-states.ts';
import { forward } from './forwards.ts';
import { adminOrderSorts } from './history-sorts.ts';
import { bulkId, id, microsOut, nanosIn, nanosOut, requestId } from './numbers.ts';
import { listedFields, longFields, sentFields } from './order-fields.ts';
import { askables, orderRequestWithEvents } from './order-requests.ts';
import { adminOrderFilters, decisions, orderStatuses } from './order-status.ts';
import {
  historySort,
  matchingLimit,
  oneOrMore,
  pageByPage,
  pageInput,
  pageOf,
  period,
  reviewFilters,
  searchText,
} from './paging.ts';
import { misfits } from './paste/fit.ts';
import { reviewers } from './reviewers.ts';
import { MAX_QUANTITY, per } from './services.ts';
import { reasonText } from './text.ts';

/** The longest body of an order. A client may write each character of 48 kB of comments as `\u0995`: up to 3 times the bytes. */
export const MAX_ORDER_BODY_BYTES = 192 * 1024;

export const placeOrderInput = z.strictObject({
  serviceId: id,
  ...sentFields,
  /**
   * `ask` refuses a link that does not fit the service with `link_does_not_fit`, and `confirmed` places it all the same. Without it the
   * shop's setting decides. It is no part of what an idempotency key compares.
   */
  fit: z.enum(['ask', 'confirmed']).optional(),
  /** The displayed charge. If the price has changed, the order is refused with `price_changed` and nothing is charged. */
  expectedChargeNanos: nanosIn.min(0, 'Price must be a positive number').optional(),
  requestId: requestId.optional(),
});
export type PlaceOrderInput = z.output<typeof placeOrderInput>;

/** A customer's own order, with the service's name and price at the time of the order. */
export const orderOut = z.object({
  id,
  serviceId: id,
  serviceName: z.string(),
  /** The service's Bengali name; null if it has none, or has been renamed since the order. */
  serviceNameBn: z.string().nullable(),
  ...listedFields,
  priceMicros: microsOut,
  /** How many units the price is for. */
  per,
  chargeNanos: nanosOut,
  status: z.enum(orderStatuses),
  /** Undelivered units that were refunded; only a partial order has some. */
  remaining: z.int().nullable(),
  /** The count at the link before the delivery began, and the units that are not delivered yet; null if unknown. */
  startCount: z.int().nullable(),
  remains: z.int().nullable(),
  createdAt: z.date(),
});
export type OrderOut = z.output<typeof orderOut>;
/** An order as it is stored, without what its service is called now. */
export type OrderRow = Omit<OrderOut, 'serviceNameBn'>;

export const placedOrder = z.object({ order: orderOut, balanceNanos: nanosOut });
export type PlacedOrder = z.output<typeof placedOrder>;
export type StoredOrder = Omit<PlacedOrder, 'order'> & { order: OrderRow };

const orderFilters = pageInput.extend({
  /** One status, or several that share a customer label: `pending` and `processing` are both "Processing". */
  status: oneOrMore(orderStatuses).optional(),
  search: searchText,
});
export const orderListInput = orderFilters.extend({ ...period, sort: historySort });
export type OrderListInput = z.output<typeof orderListInput>;
export const orderPage = pageOf(orderOut);
export type OrderPage = z.output<typeof orderPage>;
export const orderIdInput = z.strictObject({ id });

const orderEvent = z.object({
  seq: z.int(),
  status: z.enum(orderStatuses),
  /** A supplier's decision and one by evidence are the shop's (`admin`) for customers. */
  by: z.enum(['customer', 'admin', ...reviewers]),
  /** The admin's user name; null for customers, and without a person. */
  byName: z.string().nullable(),
  reason: z.string().nullable(),
  at: z.date(),
});
export const orderWithEvents = orderOut.extend({
  events: z.array(orderEvent),
  ...longFields,
  /** The requests that are possible now. */
  askable: askables,
  /** Its requests, oldest first. */
  requests: z.array(orderRequestWithEvents),
  /** How its link misses the service as it is now; null if it fits, or if the link or the service does not tell. */
  misfit: z.enum(misfits).nullable(),
  /** The median time from order to delivery of its service; null if it has too few deliveries. */
  usualMinutes: z.int().nullable(),
});
export type OrderWithEvents = z.output<typeof orderWithEvents>;

export const adminOrderListInput = orderFilters.extend({
  ...reviewFilters,
  /** One, or orders with any of them. */
  status: oneOrMore(adminOrderFilters).optional(),
  serviceId: id.optional(),
  /** Only open orders that are at this supplier, or at any. Without it, `open` leaves them out. */
  supplier: z.union([z.literal('any'), id]).optional(),
  sort: z.enum(adminOrderSorts).optional(),
});
/** The list's filters, without sorting and paging. */
export const adminOrderFilter = adminOrderListInput.omit(pageByPage).omit({ sort: true });
export type AdminOrderFilter = z.output<typeof adminOrderFilter>;
/** All matches of a filter, in longer pages than on screen. */
export const adminOrderMatchingInput = adminOrderListInput.extend({ limit: matchingLimit });
export type AdminOrderListInput = z.output<typeof adminOrderListInput>;
const atSupplier = z.object({
  supplierId: id.nullable(),
  supplierName: z.string().nullable(),
  externalOrderId: z.string().nullable(),
  supplierStatus: z.string().nullable(),
}) satisfies z.ZodType<AtSupplier>;

export const adminOrder = orderOut.omit({ serviceNameBn: true }).extend({
  user: z.object({ id, userName: z.string() }),
  /** In lists, and of one order; missing for an order that is at no supplier. */
  atSupplier: atSupplier.optional(),
});
export type AdminOrder = z.output<typeof adminOrder>;
export const adminOrderWithEvents = orderWithEvents.omit({ serviceNameBn: true }).extend({
  ...adminOrder.pick({ user: true, atSupplier: true }).shape,
  /** Its purchases at suppliers, newest first. */
  purchases: z.array(forward),
});
export type AdminOrderWithEvents = z.output<typeof adminOrderWithEvents>;
export const adminOrderPage = pageOf(adminOrder);
export type AdminOrderPage = z.output<typeof adminOrderPage>;

export const decideOrderInput = z
  .strictObject({
    id,
    decision: z.enum(decisions),
    /** Partial only: the undelivered units, whose price is refunded. */
    remaining: z
      .int('Remaining units must be a whole number')
      .min(1, 'Remaining units must be at least 1')
      .max(MAX_QUANTITY, `Remaining units must be at most ${MAX_QUANTITY}`)
      .optional(),
    reason: reasonText.optional(),
    /** The status that the admin saw. If it has changed, nothing is done. */
    expectedStatus: z.enum(orderStatuses).optional(),
    /** Rejects an order although its supplier may deliver it: the shop pays for it then. */
    confirmSupplierMayDeliver: z.boolean().optional(),
    /** Completes an order although a supplier has it. */
    confirmAtSupplier: z.boolean().optional(),
    requestId: requestId.optional(),
    bulkId: bulkId.optional(),
  })
  .refine(({ decision, remaining }) => (decision === 'partial') === (remaining !== undefined), {
    path: ['remaining'],
    message: 'Remaining units are required for a partial order, and only there',
  });
export type DecideOrderInput = z.output<typeof decideOrderInput>;
