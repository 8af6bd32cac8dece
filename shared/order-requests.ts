import { z } from 'zod';
import { id, requestId } from './numbers.ts';
import { MAX_PAGE_SIZE, pageInput, pageOf } from './paging.ts';
import { requestBlocks, requestKinds, requestStatuses } from './request-status.ts';
import { reviewers } from './reviewers.ts';

const kind = z.enum(requestKinds);
const status = z.enum(requestStatuses);

export const askInput = z.strictObject({ id, kind, requestId: requestId.optional() });
export type AskInput = z.output<typeof askInput>;

/** A customer's request about an order. */
export const orderRequest = z.object({
  id,
  orderId: id,
  kind,
  status,
  /** The reason of the last decision; null if it has none. */
  reason: z.string().nullable(),
  createdAt: z.date(),
  /** When the last decision was made; null while pending. */
  decidedAt: z.date().nullable(),
  /** When it ended; null while it is open. */
  closedAt: z.date().nullable(),
});
export type OrderRequest = z.output<typeof orderRequest>;

export const requestEvent = z.object({
  seq: z.int(),
  status,
  /** A supplier's decision and one by evidence are the shop's (`admin`) for customers. */
  by: z.enum(['customer', 'admin', 'panel', ...reviewers]),
  /** The admin's user name; null for customers, and without a person. */
  byName: z.string().nullable(),
  reason: z.string().nullable(),
  at: z.date(),
});
/** A request with its timeline, oldest first. */
export const orderRequestWithEvents = orderRequest.extend({ events: z.array(requestEvent) });
export type OrderRequestWithEvents = z.output<typeof orderRequestWithEvents>;

/** Whether a kind of request is possible now, and the reason if not. */
export const askable = z.object({
  possible: z.boolean(),
  block: z.enum(requestBlocks).nullable(),
  /** When it becomes possible, or until when it was; null if the block has no time. */
  at: z.date().nullable(),
});
export type Askable = z.output<typeof askable>;
export const askables = z.object({ refill: askable, cancel: askable, speed_up: askable });
export type Askables = z.output<typeof askables>;

/** The orders of a page, which displays the possible requests of each. */
export const askableInput = z.strictObject({ ids: z.array(id).min(1).max(MAX_PAGE_SIZE) });
export const askableOrders = z.object({
  items: z.array(
    z.object({
      id,
      askable: askables,
      /** Its open request, if it has one. */
      open: orderRequest.pick({ kind: true, status: true }).nullable(),
    }),
  ),
});
export type AskableOrders = z.output<typeof askableOrders>;

export const requestListInput = pageInput.extend({
  orderId: id.optional(),
  kind: kind.optional(),
  /** Only requests without an outcome yet. */
  open: z.boolean().optional(),
});
export type RequestListInput = z.output<typeof requestListInput>;
export const requestPage = pageOf(
  orderRequestWithEvents.extend({ serviceName: z.string(), serviceNameBn: z.string().nullable(), link: z.string() }),
);
export type RequestPage = z.output<typeof requestPage>;
