import { z } from 'zod';
import { bulkId, id, requestId } from './numbers.ts';
import { askable, orderRequest, requestEvent } from './order-requests.ts';
import { adminOrder } from './orders.ts';
import { matchingLimit, pageByPage, pageInput, pageOf, reviewFilters, searchText } from './paging.ts';
import { requestDecisions, requestKinds, requestStatuses } from './request-status.ts';
import { reviewers } from './reviewers.ts';
import { supplierRequestStates } from './suppliers.ts';
import { reasonText } from './text.ts';

const kind = z.enum(requestKinds);
const status = z.enum(requestStatuses);

export const adminRequestListInput = pageInput.extend({
  ...reviewFilters,
  /** `open`: pending, or accepted and not done yet. */
  status: z.enum(['open', ...requestStatuses]).optional(),
  kind: kind.optional(),
  orderIds: z.array(id).min(1).max(500).optional(),
  serviceId: id.optional(),
  search: searchText,
  sort: z.enum(['oldest', 'newest']).optional(),
});
export type AdminRequestListInput = z.output<typeof adminRequestListInput>;
export const adminRequestMatchingInput = adminRequestListInput.extend({ limit: matchingLimit });
export const adminRequestFilter = adminRequestListInput.omit(pageByPage).omit({ sort: true });
export type AdminRequestFilter = z.output<typeof adminRequestFilter>;

/** A request as it is at the supplier that delivers the order. */
const requestAtSupplier = z.object({
  supplierName: z.string(),
  state: z.enum(supplierRequestStates),
  /** The supplier's words, or why it was not sent; null if there are none. */
  answer: z.string().nullable(),
});

/** A request as admins see it, with its order. */
export const adminRequest = orderRequest.extend({
  order: adminOrder,
  decidedBy: z.string().nullable(),
  /** Who made the last decision if no person did. */
  decider: z.enum(reviewers).nullable(),
  /** The request at the supplier; null if it was not sent there. */
  atSupplier: requestAtSupplier.nullable(),
});
export type AdminRequest = z.output<typeof adminRequest>;
export const adminRequestWithEvents = adminRequest.extend({ events: z.array(requestEvent) });
export type AdminRequestWithEvents = z.output<typeof adminRequestWithEvents>;
export const adminRequestPage = pageOf(adminRequest);
export type AdminRequestPage = z.output<typeof adminRequestPage>;

export const decideRequestInput = z.strictObject({
  id,
  decision: z.enum(requestDecisions),
  /** The customer reads it. */
  reason: reasonText.optional(),
  /** The status that the admin saw. If it has changed, nothing is done. */
  expectedStatus: status.optional(),
  /** Accepts a cancel although the supplier may deliver the order. */
  confirmSupplierMayDeliver: z.boolean().optional(),
  requestId: requestId.optional(),
  bulkId: bulkId.optional(),
});
export type DecideRequestInput = z.output<typeof decideRequestInput>;

/** Requests that an admin files for customers who asked elsewhere ("123, 124 refill"). */
export const fileRequestsInput = z.strictObject({
  kind,
  orderIds: z.array(id).min(1).max(500, 'At most 500 orders at a time'),
  requestId: requestId.optional(),
});
export type FileRequestsInput = z.output<typeof fileRequestsInput>;

export const checkRequestsInput = fileRequestsInput.omit({ requestId: true });
export type CheckRequestsInput = z.output<typeof checkRequestsInput>;

/** One of the input's orders, in the input's order and without duplicates. `askable` is null for an unknown order. */
const judgedOrder = z.object({ orderId: id, askable: askable.nullable() });
export const checkedOrders = z.object({ items: z.array(judgedOrder.extend({ order: adminOrder.nullable() })) });
export type CheckedOrders = z.output<typeof checkedOrders>;
/** `request` is null if it could not be filed; then `askable` has the reason. */
export const filedRequests = z.object({ items: z.array(judgedOrder.extend({ request: orderRequest.nullable() })) });
export type FiledRequests = z.output<typeof filedRequests>;
