import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  balanceProofs,
  endedForwardStates,
  forwardFlags,
  forwardStates,
  statesAtSupplier,
} from '#shared/forward-states.ts';
import type { RatePicos } from '#shared/supplier-money.ts';
import { supplierRequestStates } from '#shared/suppliers.ts';
import { at, dueAt, int64, isOneOf, nanosColumn, supplierMicrosColumn, wholeMicrosColumn } from './columns.ts';
import { orderRequests } from './order-parts.ts';
import { orders } from './orders.ts';
import { suppliers } from './suppliers.ts';
import { users } from './users.ts';

const isOpen = sql.raw(`state not in (${endedForwardStates.map((state) => `'${state}'`).join(', ')})`);

/** Whether the supplier has the order or may have it, and the order has not ended. Queries write it like the index does. */
export const isAtSupplier = `state in (${statesAtSupplier.map((state) => `'${state}'`).join(', ')}) and ended_at is null`;

/** Purchases of orders at suppliers. The charging statement queues one for an order whose service has a source. */
export const forwards = pgTable(
  'forwards',
  {
    id: int64('id').primaryKey().generatedAlwaysAsIdentity(),
    orderId: int64('order_id')
      .notNull()
      .references(() => orders.id),
    state: text('state', { enum: forwardStates }).notNull().default('queued'),
    /** Sent as `request_id` to suppliers that take it, with every attempt. */
    requestId: uuid('request_id').notNull().defaultRandom(),
    /** When it may be sent, or when evidence of an unknown one is looked for; null if never by itself. */
    dueAt: dueAt('due_at').defaultNow(),
    /** The supplier that it is sent to, or asked for, next; null while no source can take it. */
    nextSupplierId: int64('next_supplier_id').references(() => suppliers.id),
    /** Sources before this position have refused it. While it is sent, the position of its source. */
    position: smallint('position').notNull().default(1),
    /** Where it was sent last; null before the first attempt. */
    supplierId: int64('supplier_id').references(() => suppliers.id),
    externalId: text('external_id'),
    /**
     * The host that was sent the `request_id`, or may have been sent it before a restore; null if none was. Another host is another
     * panel, which does not know the id.
     */
    host: text('host'),
    /** The supplier's id of the order. */
    externalOrderId: text('external_order_id'),
    /** The cost in the supplier's currency and in nano-dollars, and the rate between them; they stay as they were. */
    costMicros: supplierMicrosColumn('cost_exact'),
    costWhole: int64('cost_micros'),
    ratePicos: int64('rate_picos').$type<RatePicos>(),
    costNanos: nanosColumn('cost_nanos'),
    /** The corrected cost: the first charge that the supplier named, or an admin's. Profit counts it in place of the cost. */
    chargedMicros: supplierMicrosColumn('charged_exact'),
    chargedWhole: int64('charged_micros'),
    chargedNanos: nanosColumn('charged_nanos'),
    /** The nano-dollars that came back by a partial or canceled delivery. */
    returnedNanos: nanosColumn('returned_nanos'),
    /**
     * The number of the process that sends it, or asks again: a session advisory lock that the process holds. The column keeps its name:
     * servers of the release before read it.
     */
    lockOwner: bigint('holder', { mode: 'number' }),
    attempts: integer('attempts').notNull().default(0),
    sentAt: dueAt('sent_at'),
    acceptedAt: at('accepted_at'),
    /**
     * When an answer first said that units are delivered: remains below the quantity, or a completed or partial end. Null before that, for
     * purchases whose delivery began before this column was there, and without such an answer.
     */
    startedAt: at('started_at'),
    unknownSince: at('unknown_since'),
    waitingSince: at('waiting_since'),
    /** The supplier's words of the last refusal. */
    refusal: text('refusal'),
    /**
     * The supplier's words, if it became unknown by an answer that the table of refusals does not decide, and the attempt that they answered:
     * a later attempt makes them void. `unknownWords` is null once the words have a meaning.
     */
    answerWords: text('answer_words'),
    wordsAttempt: integer('words_attempt'),
    unknownWords: text('unknown_words'),
    /** When a reading of the balance first showed that it was bought: the next one after it was accepted. Null if that one did not. */
    balanceSeenAt: dueAt('balance_seen_at'),
    /** What two readings of the balance prove about an unknown purchase. */
    balanceProof: text('balance_proof', { enum: balanceProofs }),
    /** Since when the supplier refuses because of an active order with the link. */
    linkInUseSince: at('link_in_use_since'),
    /** When it was restored by a backup, or survived a promotion that lost rows: it may have been bought elsewhere. */
    restoredAt: at('restored_at'),
    /** The supplier's balance and that of its books, read once after it became unknown. */
    evidenceBalanceMicros: wholeMicrosColumn('evidence_balance_micros'),
    evidenceBooksMicros: wholeMicrosColumn('evidence_books_micros'),
    evidenceAt: at('evidence_at'),
    /** Why it needs a person. */
    flag: text('flag', { enum: forwardFlags }),
    flaggedAt: at('flagged_at'),
    /** The supplier's last word and figures about the order. */
    supplierStatus: text('supplier_status'),
    supplierRemains: int64('supplier_remains'),
    supplierChargeMicros: supplierMicrosColumn('supplier_charge_exact'),
    supplierChargeWhole: int64('supplier_charge_micros'),
    statusAt: at('status_at'),
    /** When the status is asked for next; null if never. */
    statusDueAt: dueAt('status_due_at'),
    /** When the supplier has fallen behind with it: twice the interval after the last answer. Claims and retries do not move it. */
    statusLateAt: at('status_late_at'),
    statusCount: integer('status_count').notNull().default(0),
    /** "Incorrect order ID" in a row. */
    notKnownCount: smallint('not_known_count').notNull().default(0),
    /** Statuses in a row that could not be read. */
    unreadableCount: smallint('unreadable_count').notNull().default(0),
    /** The admin who forwarded an older order; null for the panel. */
    startedBy: int64('started_by').references(() => users.id),
    /** The idempotency key of that admin's call. */
    startRequestId: uuid('start_request_id'),
    createdAt: at('created_at').notNull().defaultNow(),
    endedAt: at('ended_at'),
  },
  (t) => [
    uniqueIndex('forwards_open_key').on(t.orderId).where(isOpen),
    uniqueIndex('forwards_request_key').on(t.requestId),
    index('forwards_external_idx').on(t.externalOrderId).where(sql`external_order_id is not null`),
    // Two orders never share an order of the supplier.
    uniqueIndex('forwards_bought_key').on(t.supplierId, t.externalOrderId).where(sql`external_order_id is not null`),
    index('forwards_order_idx').on(t.orderId, t.id),
    index('forwards_supplier_idx').on(t.supplierId, t.id),
    index('forwards_state_idx').on(t.state, t.id),
    // A look for one supplier's rows never reads those of another.
    index('forwards_due_idx').on(t.nextSupplierId, t.state, t.dueAt, t.id).where(sql`due_at is not null`),
    index('forwards_held_idx').on(t.supplierId).where(sql`holder is not null`),
    index('forwards_unknown_idx').on(t.supplierId, t.unknownSince).where(sql`unknown_since is not null`),
    index('forwards_start_idx').on(t.startRequestId).where(sql`start_request_id is not null`),
    index('forwards_flag_idx').on(t.flag, t.id).where(sql`flag is not null`).concurrently(),
    index('forwards_flagged_idx').on(t.flaggedAt, t.id).where(sql`flag is not null`),
    index('forwards_status_idx').on(t.supplierId, t.statusDueAt).where(sql`status_due_at is not null`),
    index('forwards_late_idx')
      .on(t.supplierId, t.statusLateAt)
      .where(sql`ended_at is null and status_due_at is not null`)
      .concurrently(),
    index('forwards_at_supplier_idx').on(t.orderId).where(sql.raw(isAtSupplier)).concurrently(),
    index('forwards_accepted_idx').on(t.supplierId, t.acceptedAt).where(sql`accepted_at is not null`),
    index('forwards_words_idx')
      .on(t.supplierId, t.id)
      .where(sql`state = 'unknown' and answer_words is not null`)
      .concurrently(),
    check('forwards_state_check', isOneOf(t.state, forwardStates)),
    check('forwards_proof_check', isOneOf(t.balanceProof, balanceProofs)),
    check('forwards_flag_check', isOneOf(t.flag, forwardFlags)),
    check('forwards_flagged_check', sql`(${t.flag} is null) = (${t.flaggedAt} is null)`),
    check(
      'forwards_due_check',
      sql`case when ${t.state} in ('queued', 'waiting_funds') then ${t.dueAt} is not null
        else ${t.dueAt} is null or ${t.state} = 'unknown' end`,
    ),
    check(
      'forwards_holder_check',
      sql`case when ${t.state} = 'sending' then ${t.lockOwner} is not null else ${t.lockOwner} is null or ${t.state} = 'unknown' end`,
    ),
    check(
      'forwards_evidence_check',
      sql`num_nulls(${t.evidenceBalanceMicros}, ${t.evidenceBooksMicros}, ${t.evidenceAt}) in (0, 3)`,
    ),
    check(
      'forwards_sent_check',
      sql`${t.state} not in ('sending', 'accepted', 'waiting_funds')
        or num_nulls(${t.supplierId}, ${t.externalId}, ${t.costWhole}, ${t.ratePicos}, ${t.costNanos}) = 0`,
    ),
    check(
      'forwards_accepted_check',
      sql`(${t.state} = 'accepted') = (num_nulls(${t.externalOrderId}, ${t.acceptedAt}) = 0)`,
    ),
    check('forwards_ended_check', sql`${t.state} not in ('refused', 'withdrawn') or ${t.endedAt} is not null`),
    check(
      'forwards_cost_check',
      sql`${t.costWhole} >= 0 and ${t.costNanos} >= 0 and ${t.returnedNanos} between 0 and coalesce(${t.chargedNanos}, ${t.costNanos})`,
    ),
    check(
      'forwards_charged_check',
      sql`num_nulls(${t.chargedWhole}, ${t.chargedNanos}) in (0, 2) and ${t.chargedWhole} >= 0 and ${t.chargedNanos} >= 0`,
    ),
  ],
);

/** Every change of a forward's state: when, why and by whom. Append-only. */
export const forwardEvents = pgTable(
  'forward_events',
  {
    forwardId: int64('forward_id')
      .notNull()
      .references(() => forwards.id),
    seq: integer('seq').notNull(),
    from: text('from_state', { enum: forwardStates }).notNull(),
    to: text('to_state', { enum: forwardStates }).notNull(),
    /** The supplier that it was about. */
    supplierId: int64('supplier_id').references(() => suppliers.id),
    /** The admin who decided; null for the panel. */
    actorId: int64('actor_id').references(() => users.id),
    reason: text('reason'),
    /** The idempotency key of the admin's decision. */
    requestId: uuid('request_id'),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.forwardId, t.seq] }),
    uniqueIndex('forward_events_request_key').on(t.requestId, t.actorId).where(sql`request_id is not null`),
    check('forward_events_change_check', sql`${t.from} <> ${t.to}`),
    check('forward_events_reason_check', sql`char_length(${t.reason}) <= 1000`),
  ],
);

/** Customers' requests about forwarded orders, as they are at the supplier. */
export const supplierRequests = pgTable(
  'supplier_requests',
  {
    orderRequestId: int64('order_request_id')
      .primaryKey()
      .references(() => orderRequests.id),
    forwardId: int64('forward_id')
      .notNull()
      .references(() => forwards.id),
    state: text('state', { enum: supplierRequestStates }).notNull().default('queued'),
    /** The supplier's id of a refill. */
    externalRefillId: text('external_refill_id'),
    /** The supplier's words. */
    answer: text('answer'),
    attempts: integer('attempts').notNull().default(0),
    /** When it is sent, or when its status is asked for; null if never. */
    dueAt: dueAt('due_at').defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('supplier_requests_due_idx').on(t.dueAt).where(sql`due_at is not null`),
    index('supplier_requests_forward_idx').on(t.forwardId),
    check('supplier_requests_state_check', isOneOf(t.state, supplierRequestStates)),
  ],
);
