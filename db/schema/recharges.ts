import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { type RechargeReason, verdicts } from '#shared/evidence.ts';
import { MAX_MOVE_NANOS, type Nanos } from '#shared/money.ts';
import { rechargeStatuses } from '#shared/recharge-status.ts';
import { reviewers } from '#shared/reviewers.ts';
import type { ThenOrder } from '#shared/then-orders.ts';
import { thenOrderStates } from '#shared/then-orders.ts';
import { at, dueAt, int64, isOneOf, nanosColumn, ratePaisaColumn, takaColumn } from './columns.ts';
import { evidence } from './evidence.ts';
import { orders } from './orders.ts';
import { paymentMethods } from './settings.ts';
import { users } from './users.ts';

/** A transaction id with its look-alikes as one character, like `folded` of `shared/paste/reference.ts`. */
export function foldedReference(reference: AnyColumn): SQL {
  return sql`translate(upper(${reference}), 'OILSB', '01158')`;
}

/** What was credited: what was asked for, unless an admin has credited what was paid. Written like the indexes. */
export const creditedNanos = sql<Nanos>`coalesce("recharges"."credited_nanos", "recharges"."amount_nanos")`;

/** A customer's statement that they paid. The rate is fixed when it is made. */
export const recharges = pgTable(
  'recharges',
  {
    id: int64('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: int64('user_id')
      .notNull()
      .references(() => users.id),
    methodId: int64('method_id')
      .notNull()
      .references(() => paymentMethods.id),
    methodName: text('method_name').notNull(),
    amountNanos: nanosColumn('amount_nanos').notNull(),
    ratePaisa: ratePaisaColumn('rate_paisa').notNull(),
    paidTaka: takaColumn('paid_taka').notNull(),
    /** The transaction id as the customer typed it. */
    reference: text('reference').notNull(),
    status: text('status', { enum: rechargeStatuses }).notNull().default('pending'),
    reason: text('reason'),
    decidedBy: int64('decided_by').references(() => users.id),
    /** Who decided if no person did. */
    decider: text('decider', { enum: reviewers }),
    decidedAt: at('decided_at'),
    requestId: uuid('request_id'),
    /** When an approved recharge was reversed, by whom, why, and how much was still in the wallet. A trigger allows it once. */
    reversedAt: at('reversed_at'),
    reversedBy: int64('reversed_by').references(() => users.id),
    reversedNanos: nanosColumn('reversed_nanos'),
    reversalReason: text('reversal_reason'),
    reversalRequestId: uuid('reversal_request_id'),
    /** What was credited and what was paid, where an admin has credited what was paid. */
    creditedNanos: nanosColumn('credited_nanos'),
    receivedPoisha: int64('received_poisha'),
    /** The message that proved it. */
    evidenceId: int64('evidence_id').references(() => evidence.id),
    /** The message with its transaction id. */
    matchId: int64('match_id').references(() => evidence.id),
    /** Whether it would have been credited without a person; once so, it stays so. */
    verdict: text('verdict', { enum: verdicts }),
    heldReason: text('held_reason').$type<RechargeReason>(),
    heldValues: text('held_values').array(),
    /** The number that the customer was told to pay to. */
    accountNumber: text('account_number'),
    /** Where the customer says that the money came from: `own`, `agent`, or the last digits of the number. */
    payer: text('payer'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('recharges_reference_key').on(t.methodId, sql`upper(${t.reference})`).where(sql`status <> 'rejected'`),
    uniqueIndex('recharges_request_key').on(t.requestId, t.userId),
    uniqueIndex('recharges_reversal_request_key').on(t.reversalRequestId, t.reversedBy),
    index('recharges_user_idx').on(t.userId, t.id),
    index('recharges_user_credited_idx')
      .on(t.userId, sql`coalesce(${t.creditedNanos}, ${t.amountNanos})`, t.id)
      .concurrently(),
    index('recharges_status_idx').on(t.status, t.id),
    index('recharges_credited_idx').on(sql`coalesce(${t.creditedNanos}, ${t.amountNanos})`, t.id).concurrently(),
    uniqueIndex('recharges_evidence_key').on(t.evidenceId).where(sql`evidence_id is not null`).concurrently(),
    index('recharges_match_idx').on(t.id).where(sql`match_id is not null and status = 'pending'`).concurrently(),
    index('recharges_verdict_idx').on(t.methodId, t.decidedAt).where(sql`verdict is not null`).concurrently(),
    index('recharges_created_idx').on(t.createdAt, t.id),
    index('recharges_method_idx').on(t.methodId, t.id),
    index('recharges_decider_idx').on(t.decidedBy, t.id).where(sql`decided_by is not null`),
    index('recharges_no_person_idx').on(t.decider, t.id).where(sql`decider is not null`).concurrently(),
    index('recharges_pending_idx').on(t.id).where(sql`status = 'pending'`),
    index('recharges_same_reference_idx').on(sql`upper(${t.reference})`, t.id),
    index('recharges_look_alike_idx')
      .on(foldedReference(t.reference), t.id)
      .where(sql`status <> 'rejected'`)
      .concurrently(),
    index('recharges_search_idx').using('gin', sql`${t.reference} gin_trgm_ops`),
    check(
      'recharges_amount_check',
      sql`${t.amountNanos} > 0 and ${t.amountNanos} <= ${sql.raw(String(MAX_MOVE_NANOS))}`,
    ),
    check('recharges_paid_check', sql`${t.paidTaka} >= 0`),
    check('recharges_reference_check', sql`${t.reference} ~ '^[A-Za-z0-9_-]{4,80}$'`),
    check('recharges_status_check', isOneOf(t.status, rechargeStatuses)),
    check(
      'recharges_decided_check',
      sql`(${t.status} = 'pending') = (${t.decidedAt} is null) and num_nonnulls(${t.decidedBy}, ${t.decider}) = num_nonnulls(${t.decidedAt})
        and ${isOneOf(t.decider, reviewers)}`,
    ),
    check(
      'recharges_reversed_check',
      sql`case when ${t.reversedAt} is null
        then num_nonnulls(${t.reversedBy}, ${t.reversedNanos}, ${t.reversalReason}, ${t.reversalRequestId}) = 0
        else ${t.status} = 'approved' and num_nulls(${t.reversedBy}, ${t.reversedNanos}, ${t.reversalReason}) = 0
          and ${t.reversedNanos} between 0 and coalesce(${t.creditedNanos}, ${t.amountNanos}) end`,
    ),
    check(
      'recharges_credited_check',
      sql`${t.creditedNanos} is null and ${t.receivedPoisha} is null
        or ${t.status} = 'approved' and ${t.receivedPoisha} > 0 and ${t.creditedNanos} between 1 and ${sql.raw(String(MAX_MOVE_NANOS))}`,
    ),
    check('recharges_evidence_check', sql`${t.evidenceId} is null or ${t.status} = 'approved'`),
    check(
      'recharges_proved_check',
      sql`${t.decider} is distinct from 'evidence' or ${t.status} <> 'approved' or ${t.evidenceId} is not null`,
    ),
    check('recharges_verdict_check', isOneOf(t.verdict, verdicts)),
    check('recharges_payer_check', sql`${t.payer} ~ '^(own|agent|[0-9]{4})$'`),
  ],
);

/** Requests whose transaction ids look alike, each pair in both directions. Whether it counts is seen from their statuses. */
export const rechargeLookAlikes = pgTable(
  'recharge_look_alikes',
  {
    rechargeId: int64('recharge_id')
      .notNull()
      .references(() => recharges.id),
    otherId: int64('other_id')
      .notNull()
      .references(() => recharges.id),
  },
  (t) => [primaryKey({ columns: [t.rechargeId, t.otherId] })],
);

/** Former transaction ids of a request, which its customer has corrected. */
export const rechargeCorrections = pgTable(
  'recharge_corrections',
  {
    rechargeId: int64('recharge_id')
      .notNull()
      .references(() => recharges.id),
    number: smallint('number').notNull(),
    /** The id before. */
    reference: text('reference').notNull(),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.rechargeId, t.number] }),
    index('recharge_corrections_reference_idx').on(sql`upper(${t.reference})`),
    check('recharge_corrections_number_check', sql`${t.number} between 1 and 3`),
  ],
);

/** What a customer has begun to pay: one each, for a day. */
export const begunRecharges = pgTable('begun_recharges', {
  userId: int64('user_id')
    .primaryKey()
    .references(() => users.id),
  methodId: int64('method_id')
    .notNull()
    .references(() => paymentMethods.id, { onDelete: 'cascade' }),
  amountNanos: nanosColumn('amount_nanos').notNull(),
  /** The number that was displayed. */
  accountNumber: text('account_number').notNull(),
  thenOrder: jsonb('then_order').$type<ThenOrder>(),
  begunAt: at('begun_at').notNull().defaultNow(),
});

/** Orders that wait for a recharge to be credited. */
export const thenOrders = pgTable(
  'then_orders',
  {
    rechargeId: int64('recharge_id')
      .primaryKey()
      .references(() => recharges.id),
    userId: int64('user_id')
      .notNull()
      .references(() => users.id),
    input: jsonb('input').$type<ThenOrder>().notNull(),
    state: text('state', { enum: thenOrderStates }).notNull().default('waiting'),
    /** The code of the error that stopped it. */
    reason: text('reason'),
    orderId: int64('order_id').references(() => orders.id),
    /** When the background worker looks at it: once credited, or when it ends. */
    dueAt: dueAt('due_at'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('then_orders_open_key').on(t.userId).where(sql`state = 'waiting'`),
    index('then_orders_due_idx').on(t.dueAt).where(sql`due_at is not null`),
    check('then_orders_state_check', isOneOf(t.state, thenOrderStates)),
    check('then_orders_placed_check', sql`(${t.state} = 'placed') = (${t.orderId} is not null)`),
  ],
);
