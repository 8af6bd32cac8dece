import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { kindsWith } from '#shared/entry-kinds.ts';
import { acknowledgedKinds, missingOutcomes } from '#shared/missing.ts';
import { at, int64, isOneOf, nanosColumn } from './columns.ts';

const grantKinds = kindsWith(({ of }) => of === 'grant');

/**
 * Entries that a server acknowledged and that the database lacks, for example after a failover to a standby that had not received them.
 * Without foreign keys: the rows that the ids named are gone, and others may have these ids by now.
 */
export const acknowledgedMissing = pgTable(
  'acknowledged_missing',
  {
    id: int64('id').primaryKey().generatedAlwaysAsIdentity(),
    /** The SHA-256 of what identifies the entry, in hex: several servers may miss the same one. */
    fingerprint: text('fingerprint').notNull(),
    kind: text('kind', { enum: acknowledgedKinds }).notNull(),
    userId: int64('user_id').notNull(),
    /** Null for a recharge request, a free order, and an entry acknowledged again for a retry. */
    seq: int64('seq'),
    amountNanos: nanosColumn('amount_nanos').notNull(),
    balanceAfterNanos: nanosColumn('balance_after_nanos'),
    /** The idempotency key of the order, the recharge or the grant. */
    requestId: uuid('request_id'),
    orderId: int64('order_id'),
    rechargeId: int64('recharge_id'),
    grantId: int64('grant_id'),
    /** Of the order or the recharge. */
    createdAt: at('created_at'),
    serviceId: int64('service_id'),
    serviceName: text('service_name'),
    link: text('link'),
    quantity: integer('quantity'),
    chargeNanos: nanosColumn('charge_nanos'),
    method: text('method'),
    reference: text('reference'),
    rechargeNanos: nanosColumn('recharge_nanos'),
    acknowledgedAt: at('acknowledged_at').notNull(),
    noticedAt: at('noticed_at').notNull().defaultNow(),
    /** When the database had it again. */
    foundAt: at('found_at'),
    outcome: text('outcome', { enum: missingOutcomes }),
    reason: text('reason'),
    settledBy: int64('settled_by'),
    settledAt: at('settled_at'),
  },
  (t) => [
    uniqueIndex('acknowledged_missing_key').on(t.fingerprint),
    index('acknowledged_missing_open_idx').on(t.id).where(sql`outcome is null and found_at is null`),
    check('acknowledged_missing_kind_check', isOneOf(t.kind, acknowledgedKinds)),
    check(
      'acknowledged_missing_subject_check',
      sql`case
        when ${t.kind} like 'order%' then num_nulls(${t.orderId}, ${t.createdAt}, ${t.serviceId}, ${t.serviceName}, ${t.link}, ${t.quantity}, ${t.chargeNanos}) = 0
          and num_nonnulls(${t.rechargeId}, ${t.grantId}) = 0
        ${sql.join(grantKinds.map((kind) => sql`when ${t.kind} = ${sql.raw(`'${kind}'`)} then num_nulls(${t.grantId}, ${t.requestId}) = 0 and num_nonnulls(${t.orderId}, ${t.rechargeId}) = 0\n        `))}else num_nulls(${t.rechargeId}, ${t.createdAt}, ${t.method}, ${t.reference}, ${t.rechargeNanos}) = 0
          and num_nonnulls(${t.orderId}, ${t.grantId}) = 0 end`,
    ),
    check('acknowledged_missing_outcome_check', isOneOf(t.outcome, missingOutcomes)),
    check(
      'acknowledged_missing_settled_check',
      sql`num_nulls(${t.outcome}, ${t.reason}, ${t.settledBy}, ${t.settledAt}) in (0, 4)`,
    ),
  ],
);
