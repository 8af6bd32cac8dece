import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { MAX_MOVE_NANOS } from '#shared/money.ts';
import { rechargeStatuses } from '#shared/recharge-status.ts';
import { reviewers } from '#shared/reviewers.ts';
import { at, int64, isOneOf, nanosColumn, ratePaisaColumn, takaColumn } from './columns.ts';
import { paymentMethods } from './settings.ts';
import { users } from './users.ts';

/** A transaction id with its look-alikes as one character, like `folded` of `shared/paste/reference.ts`. */
export function foldedReference(reference: AnyColumn): SQL {
  return sql`translate(upper(${reference}), 'OILSB', '01158')`;
}

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
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('recharges_reference_key').on(t.methodId, sql`upper(${t.reference})`).where(sql`status <> 'rejected'`),
    uniqueIndex('recharges_request_key').on(t.requestId, t.userId),
    uniqueIndex('recharges_reversal_request_key').on(t.reversalRequestId, t.reversedBy),
    index('recharges_user_idx').on(t.userId, t.id),
    index('recharges_user_amount_idx').on(t.userId, t.amountNanos, t.id),
    index('recharges_status_idx').on(t.status, t.id),
    index('recharges_amount_idx').on(t.amountNanos, t.id),
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
          and ${t.reversedNanos} between 0 and ${t.amountNanos} end`,
    ),
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
