import { z } from 'zod';
import { flagGroups, forwardFlags, forwardStates, settleOutcomes } from './forward-states.ts';
import { id, nanosOut, requestId } from './numbers.ts';
import { orderStatuses } from './order-status.ts';
import { pageInput, pageOf, searchText } from './paging.ts';
import { supplierCall } from './suppliers.ts';
import { text } from './text.ts';

/** Orders of one call of `start`. */
export const MAX_STARTED_ORDERS = 500;

const state = z.enum(forwardStates);

export const forwardListInput = pageInput.extend({
  state: state.optional(),
  /** Only those with a flag, or with one of a group. */
  flag: z.union([z.literal(true), z.enum(flagGroups)]).optional(),
  supplierId: id.optional(),
  /** The number of the order, here or at the supplier, a `request_id`, or a part of the link. */
  search: searchText,
});
export type ForwardListInput = z.output<typeof forwardListInput>;

export const forwardCountsInput = z.strictObject({ supplierId: id.optional() });

/** How many purchases are in each state that passes or needs a person, and how many have a flag; each up to 10,000. */
export const forwardCounts = z.object({
  unknown: z.int(),
  refused: z.int(),
  flagged: z.int(),
  waiting_funds: z.int(),
  queued: z.int(),
  sending: z.int(),
});
export type ForwardCounts = z.output<typeof forwardCounts>;

export const forwardIdInput = z.strictObject({ id });

const externalOrderIdMessage = 'The number at the supplier must have at most 64 characters';
/** The supplier's id of an order, as a person enters it. */
export const externalOrderId = text({
  missing: 'The number at the supplier is required',
  max: [64, externalOrderIdMessage],
  form: [/^[\w.:-]*$/, 'The number at the supplier has only letters, digits, and . : _ -'],
});

/**
 * A person's decision. `bought`: the supplier has it as number `externalId`. `not_bought`: it is not there, and is sent again. `refund`:
 * the order is rejected, and the customer gets the charge back.
 */
export const settleForwardInput = z
  .strictObject({
    id,
    outcome: z.enum(settleOutcomes),
    externalId: externalOrderId.optional(),
    requestId: requestId.optional(),
  })
  .refine(({ outcome, externalId }) => (outcome === 'bought') === (externalId !== undefined), {
    path: ['externalId'],
    message: 'The number at the supplier is required for a bought order, and only there',
  })
  .meta({ examples: [{ id: 1, outcome: 'not_bought' }] });
export type SettleForwardInput = z.output<typeof settleForwardInput>;

export const startedOrderIds = z
  .array(id)
  .min(1, 'Choose at least one order')
  .max(MAX_STARTED_ORDERS, `At most ${MAX_STARTED_ORDERS} orders at once`);

export const startForwardsInput = z.strictObject({ orderIds: startedOrderIds, requestId: requestId.optional() });
export type StartForwardsInput = z.output<typeof startForwardsInput>;

/** Why an order can't be forwarded. */
export const startObstacles = [
  'not_found',
  /** It has ended. */
  'ended',
  /** Its service has no source. */
  'no_source',
  /** It is forwarded already. */
  'forwarded',
] as const;
export type StartObstacle = (typeof startObstacles)[number];

/** A purchase as admins see it. Amounts of the supplier are decimal text in its currency. */
export const forward = z.object({
  id,
  orderId: id,
  orderStatus: z.enum(orderStatuses),
  state,
  /** The `request_id` of each attempt. */
  requestId: z.uuid(),
  customer: z.object({ id, userName: z.string() }),
  serviceId: id,
  serviceName: z.string(),
  link: z.string(),
  quantity: z.int(),
  chargeNanos: nanosOut,
  /** Where it was sent last, or is sent next; null while no source can take it. */
  supplierId: id.nullable(),
  supplierName: z.string().nullable(),
  currency: z.string().nullable(),
  /** Whether the supplier takes `request_id`, so that evidence settles an unknown purchase. */
  idempotent: z.boolean().nullable(),
  /** The service's id at the supplier, and the order's. */
  externalId: z.string().nullable(),
  externalOrderId: z.string().nullable(),
  cost: z.string().nullable(),
  costNanos: nanosOut.nullable(),
  returnedNanos: nanosOut.nullable(),
  attempts: z.int(),
  flag: z.enum(forwardFlags).nullable(),
  flaggedAt: z.date().nullable(),
  /** The supplier's last words, or why it is where it is. */
  reason: z.string().nullable(),
  /** The supplier's word for the status, and its figures. */
  supplierStatus: z.string().nullable(),
  supplierRemains: z.int().nullable(),
  supplierCharge: z.string().nullable(),
  statusAt: z.date().nullable(),
  createdAt: z.date(),
  /** When it is sent, or asked for, next; null if never by itself. */
  dueAt: z.date().nullable(),
  sentAt: z.date().nullable(),
  acceptedAt: z.date().nullable(),
  unknownSince: z.date().nullable(),
  waitingSince: z.date().nullable(),
  endedAt: z.date().nullable(),
  /** The admin who forwarded an older order; null for the panel. */
  startedBy: z.string().nullable(),
});
export type Forward = z.output<typeof forward>;
export const forwardPage = pageOf(forward);
export type ForwardPage = z.output<typeof forwardPage>;

const forwardEvent = z.object({
  seq: z.int(),
  from: state,
  to: state,
  supplierName: z.string().nullable(),
  /** The admin; null for the panel. */
  byName: z.string().nullable(),
  reason: z.string().nullable(),
  at: z.date(),
});

/** The balance that was read after a purchase became unknown, and the balance of the books at that time. */
const balanceEvidence = z.object({ balance: z.string(), books: z.string(), unexplained: z.string(), at: z.date() });

/** A purchase with its history, oldest first, and every attempt with its bytes as text. */
export const forwardWithHistory = forward.extend({
  events: z.array(forwardEvent),
  attemptCalls: z.array(supplierCall.extend({ supplierName: z.string() })),
  balanceEvidence: balanceEvidence.nullable(),
});
export type ForwardWithHistory = z.output<typeof forwardWithHistory>;

export const settledForward = z.object({ forward });
export type SettledForward = z.output<typeof settledForward>;

const skippedOrder = z.object({ orderId: id, reason: z.enum(startObstacles) });
export const startedForwards = z.object({ started: z.int(), skipped: z.array(skippedOrder) });
export type StartedForwards = z.output<typeof startedForwards>;
