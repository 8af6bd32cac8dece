import { z } from 'zod';
import { entryKinds } from './entry-kinds.ts';
import { statementSorts } from './history-sorts.ts';
import { MAX_MOVE_NANOS, maxMoveMessage, NANOS_PER_CENT } from './money.ts';
import { bulkId, id, moneySumOut, nanosIn, nanosOut, requestId, takaOut } from './numbers.ts';
import {
  historySort,
  matchingLimit,
  pageByPage,
  pageInput,
  pageOf,
  period,
  reviewFilters,
  searchText,
} from './paging.ts';
import { latinForm, visible } from './paste/clean.ts';
import { paymentMethod, ratePaisa } from './payment-methods.ts';
import { rechargeStatuses } from './recharge-status.ts';
import { reviewers } from './reviewers.ts';
import { neededReason, reasonText, text } from './text.ts';
import { thenOrder, thenOrderOut } from './then-orders.ts';

export const balanceOut = z.object({ balanceNanos: nanosOut });
export type BalanceOut = z.output<typeof balanceOut>;

export const methodsOut = z.object({
  /** Taka per dollar, with at most 2 decimals. */
  rate: z.number(),
  /** The same in paisa per dollar, exact, for `takaFor`. */
  ratePaisa,
  feePercent: z.number(),
  methods: z.array(paymentMethod.omit({ active: true, position: true, accounts: true })),
});
export type MethodsOut = z.output<typeof methodsOut>;

/** The payment methods as visitors may see them. */
export const methodNamesOut = z.object({
  ratePaisa,
  methods: z.array(paymentMethod.pick({ name: true, logo: true })),
});
export type MethodNamesOut = z.output<typeof methodNamesOut>;

/** The transaction ID of the mobile payment, or a text with one: a whole message. `readReference` finds it by the method's form. */
export const pastedReference = text({
  missing: 'Transaction ID is required',
  max: [2000, 'The text must be at most 2000 characters'],
});

export const readReferenceInput = z.strictObject({
  text: pastedReference,
  method: text({ max: [40, 'Payment method must be at most 40 characters'] }),
});
export const referenceReading = z.object({
  /** The ID as it would be stored; null if there is none. */
  reference: z.string().nullable(),
  /** Whether the method's IDs have another form. */
  unusual: z.boolean(),
  /** Why none can be read. */
  problem: z.string().optional(),
});

/** The amount of dollars to add: more than 0, at most $10,000, in whole cents. */
export const rechargeAmount = nanosIn
  .min(1, 'Amount must be more than 0')
  .max(MAX_MOVE_NANOS, maxMoveMessage)
  .multipleOf(NANOS_PER_CENT, 'Amount may have at most 2 decimals');

export const requestRechargeInput = z.strictObject({
  /** A payment method's name from `balance.methods`; case does not matter. */
  method: text({
    missing: 'Payment method is required',
    max: [40, 'Payment method must be at most 40 characters'],
  }),
  amountNanos: rechargeAmount,
  reference: pastedReference,
  /** The total that the customer saw. If it has changed, the request is refused with `rate_changed`. */
  expectedPaidTaka: z
    .int('The total in taka must be a whole number')
    .min(0, 'The total in taka must not be negative')
    .brand<'Taka', 'inout'>()
    .optional(),
  /** Placed once the recharge is credited. */
  thenOrder: thenOrder.optional(),
  requestId: requestId.optional(),
});
export type RequestRechargeInput = z.output<typeof requestRechargeInput>;

const { method: methodName, reference: sentReference } = requestRechargeInput.shape;

/** What a customer begins to pay, and what they order with it. */
export const beginRechargeInput = z.strictObject({
  method: methodName,
  amountNanos: rechargeAmount,
  order: thenOrder.optional(),
});
export type BeginRechargeInput = z.output<typeof beginRechargeInput>;

/** What the caller has begun to pay within a day. */
export const begunRecharge = z.object({
  method: z.string(),
  amountNanos: nanosOut,
  order: thenOrder.nullable(),
  begunAt: z.date(),
});
export type BegunRecharge = z.output<typeof begunRecharge>;

export const MAX_CORRECTIONS = 3;
export const correctReferenceInput = z.strictObject({ id, reference: sentReference });
export type CorrectReferenceInput = z.output<typeof correctReferenceInput>;

/** Where the money came from: the customer's own number, an agent, or the last 4 digits of another number. */
export const payer = z
  .string('Choose where you paid from')
  .overwrite((typed) => latinForm(visible(typed)))
  .regex(/^(own|agent|\d{4})$/, 'Enter the last 4 digits of the number that you paid from');
export const tellPayerInput = z.strictObject({ id, payer });
export type TellPayerInput = z.output<typeof tellPayerInput>;

export const rechargeOut = z.object({
  id,
  method: z.string(),
  /** What was credited, or is asked for; and what was paid for it. */
  amountNanos: nanosOut,
  paidTaka: takaOut,
  ratePaisa,
  reference: z.string(),
  status: z.enum(rechargeStatuses),
  reason: z.string().nullable(),
  createdAt: z.date(),
  decidedAt: z.date().nullable(),
  /** When and why an approved recharge was reversed. Its status stays `approved`. */
  reversedAt: z.date().nullable(),
  reversalReason: z.string().nullable(),
});
export type RechargeOut = z.output<typeof rechargeOut>;

/** What was asked for. It differs from the amount where an admin has credited what was paid. */
const askedFor = z.object({ amountNanos: nanosOut, paidTaka: takaOut });

/** How far a request is: `sent`; `looking` for its message; `person` where somebody has to look; `credited`. Null if it was rejected or reversed. */
export const rechargePhases = ['sent', 'looking', 'person', 'credited'] as const;

/** One recharge of the caller, with what only its own page shows. */
export const ownRecharge = rechargeOut.extend({
  asked: askedFor,
  phase: z.enum(rechargePhases).nullable(),
  /** The median of this method's approvals at this hour of the day, in minutes; null under 5. */
  usualMinutes: z.int().nullable(),
  /** Where the customer says that the money came from: `own`, `agent`, or the last 4 digits of the number. */
  payer: z.string().nullable(),
  /** The former transaction IDs, first to last. */
  corrections: z.array(z.object({ reference: z.string(), at: z.date() })),
  thenOrder: thenOrderOut.nullable(),
});
export type OwnRecharge = z.output<typeof ownRecharge>;

const rechargeFilters = pageInput.extend({ status: z.enum(rechargeStatuses).optional(), search: searchText });
export const rechargeListInput = rechargeFilters.extend({ ...period, sort: historySort });
export type RechargeListInput = z.output<typeof rechargeListInput>;
export const rechargeIdInput = z.strictObject({ id });
export const rechargePage = pageOf(rechargeOut);
export type RechargePage = z.output<typeof rechargePage>;

/** An entry of the caller's own wallet statement. */
const statementEntry = z.object({
  seq: z.int(),
  kind: z.enum(entryKinds),
  amountNanos: nanosOut,
  balanceAfterNanos: nanosOut,
  orderId: id.nullable(),
  rechargeId: id.nullable(),
  reason: z.string().nullable(),
  at: z.date(),
});
export const statementInput = pageInput.extend({ ...period, sort: z.enum(statementSorts).optional() });
export type StatementInput = z.output<typeof statementInput>;
export const statementPage = pageOf(statementEntry);
export type StatementPage = z.output<typeof statementPage>;
/** The statement of any wallet, for admins. */
export const adminStatementInput = statementInput.extend({ id });
export const adminStatementPage = pageOf(
  // The user name of the admin.
  statementEntry.extend({ givenBy: z.string().nullable() }),
);
export type AdminStatementPage = z.output<typeof adminStatementPage>;

export const statementSumsInput = z.strictObject(period);
export type StatementSumsInput = z.output<typeof statementSumsInput>;
/** Incoming and outgoing sums of a period, both zero or more. */
export const statementSums = z.object({ cameIn: moneySumOut, wentOut: moneySumOut });
export type StatementSums = z.output<typeof statementSums>;

export const adminRechargeListInput = rechargeFilters.extend({
  ...reviewFilters,
  methodId: id.optional(),
  /** Only pending ones with a message that has their transaction ID. */
  match: z.boolean().optional(),
  sort: historySort,
});
/** The list's filters, without sorting and paging. */
export const adminRechargeFilter = adminRechargeListInput.omit(pageByPage).omit({ sort: true });
export type AdminRechargeFilter = z.output<typeof adminRechargeFilter>;
/** All matches of a filter, in longer pages than on screen. */
export const adminRechargeMatchingInput = adminRechargeListInput.extend({ limit: matchingLimit });
export type AdminRechargeListInput = z.output<typeof adminRechargeListInput>;
/** What a message says of a request. */
const rechargeMatch = z.object({
  /** Whether there is a message, its ID is that of the request, and amount, payer and balance agree. */
  checks: z.object({
    message: z.boolean(),
    id: z.boolean(),
    amount: z.boolean(),
    payer: z.boolean(),
    balance: z.boolean(),
  }),
  /** The message's, in poisha. */
  amountPoisha: z.int(),
  payer: z.string().nullable(),
});

export const adminRecharge = rechargeOut.extend({
  user: z.object({ id, userName: z.string(), name: z.string(), phone: z.string() }),
  decidedBy: z.string().nullable(),
  /** Who decided if no person did. */
  decider: z.enum(reviewers).nullable(),
  /** Who reversed it, how much was still in the wallet, and how much was missing. */
  reversedBy: z.string().nullable(),
  reversedNanos: nanosOut.nullable(),
  unrecoveredNanos: nanosOut.nullable(),
  /** Whether any other request has the same transaction ID in upper case. */
  isDuplicate: z.boolean(),
  /**
   * The latest other request, pending or approved, whose transaction ID differs by look-alikes only (O and 0, I, 1 and l, S and 5, B
   * and 8) or by one character. Null if there is none, and if this one is rejected or reversed.
   */
  lookAlike: z.object({ id, reference: z.string() }).nullable(),
  /** What the message with its transaction ID says, while it is pending; null without one. */
  match: rechargeMatch.nullable(),
});
export type AdminRecharge = z.output<typeof adminRecharge>;
export const adminRechargePage = pageOf(adminRecharge);
export type AdminRechargePage = z.output<typeof adminRechargePage>;

/** Other requests with the same transaction ID, in any status, newest first, up to a limit. */
export const sameReferenceOut = z.array(adminRecharge);
export const MAX_SAME_REFERENCE = 20;

export const decideRechargeInput = z.strictObject({
  id,
  decision: z.enum(['approve', 'reject']),
  reason: reasonText.optional(),
  /** Credits what the message with its transaction ID says was paid, at the request's rate and rounded down to the cent. */
  creditPaid: z.boolean().optional(),
  /** The status that the admin saw. If it has changed, nothing is done. */
  expectedStatus: z.enum(rechargeStatuses).optional(),
  bulkId: bulkId.optional(),
});
export type DecideRechargeInput = z.output<typeof decideRechargeInput>;

export const reverseRechargeInput = z.strictObject({
  id,
  reason: neededReason,
  /** Takes back only the available balance if the customer has spent some of it. Without it such a reversal is refused. */
  takeAvailable: z.boolean().optional(),
  requestId: requestId.optional(),
});
export type ReverseRechargeInput = z.output<typeof reverseRechargeInput>;
