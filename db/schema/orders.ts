import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { orderStatuses } from '#shared/order-status.ts';
import { reviewers } from '#shared/reviewers.ts';
import type { Per } from '#shared/service-types.ts';
import { at, int64, isOneOf, microsColumn, nanosColumn } from './columns.ts';
import { services } from './services.ts';
import { users } from './users.ts';

/** An order stores the service's name and price at the time of the order. */
export const orders = pgTable(
  'orders',
  {
    id: int64('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: int64('user_id')
      .notNull()
      .references(() => users.id),
    serviceId: int64('service_id')
      .notNull()
      .references(() => services.id),
    serviceName: text('service_name').notNull(),
    link: text('link').notNull(),
    /** What the link leads to, in any spelling; null for an order of an older server until the background worker has read it. */
    targetKey: text('target_key'),
    quantity: integer('quantity').notNull(),
    priceMicros: microsColumn('price_micros').notNull(),
    /** How many units the price is for. */
    per: smallint('per').$type<Per>().notNull().default(1000),
    chargeNanos: nanosColumn('charge_nanos').notNull(),
    status: text('status', { enum: orderStatuses }).notNull().default('pending'),
    /** Undelivered units that were refunded. */
    remaining: integer('remaining'),
    requestId: uuid('request_id'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('orders_request_key').on(t.requestId, t.userId),
    index('orders_user_idx').on(t.userId, t.id),
    index('orders_user_charge_idx').on(t.userId, t.chargeNanos, t.id),
    index('orders_service_idx').on(t.serviceId, t.id),
    index('orders_link_idx').using('gin', sql`${t.link} gin_trgm_ops`),
    index('orders_status_idx').on(t.status, t.id),
    index('orders_charge_idx').on(t.chargeNanos, t.id),
    index('orders_quantity_idx').on(t.quantity, t.id),
    index('orders_created_idx').on(t.createdAt, t.id),
    index('orders_open_idx').on(t.id).where(sql`status in ('pending', 'processing')`),
    index('orders_open_target_idx')
      .on(t.userId, t.targetKey)
      .where(sql`status in ('pending', 'processing')`)
      .concurrently(),
    index('orders_open_without_target_idx')
      .on(t.id)
      .where(sql`target_key is null and status in ('pending', 'processing')`)
      .concurrently(),
    index('orders_without_target_idx').on(t.createdAt).where(sql`target_key is null`).concurrently(),
    check('orders_quantity_check', sql`${t.quantity} > 0`),
    check(
      'orders_charged_check',
      sql`${t.chargeNanos} = ${t.quantity} * ${t.priceMicros} * (1000 / ${t.per}) and ${t.chargeNanos} <= 9007199254740991`,
    ),
    check('orders_per_check', sql`${t.per} in (1, 1000)`),
    check('orders_status_check', sql.raw(`status in (${orderStatuses.map((s) => `'${s}'`).join(', ')})`)),
    check(
      'orders_remaining_check',
      sql`(${t.status} = 'partial') = (${t.remaining} is not null) and (${t.remaining} is null or (${t.remaining} > 0 and ${t.remaining} < ${t.quantity}))`,
    ),
  ],
);

/**
 * Calls of many orders (`orders.placeMany`). The first order of a call has the call's request id, so that `orders_request_key` refuses
 * a single order with the same id, and the other way round. A row here marks an order as part of such a call.
 */
export const orderBatches = pgTable(
  'order_batches',
  {
    orderId: int64('order_id')
      .primaryKey()
      .references(() => orders.id),
    /** The order's index in the call, from 0. */
    line: smallint('line').notNull(),
  },
  (t) => [check('order_batches_line_check', sql`${t.line} >= 0`)],
);

/** Every later status change of an order: who, when and why. Append-only. */
export const orderEvents = pgTable(
  'order_events',
  {
    orderId: int64('order_id')
      .notNull()
      .references(() => orders.id),
    seq: smallint('seq').notNull(),
    from: text('from_status', { enum: orderStatuses }).notNull(),
    to: text('to_status', { enum: orderStatuses }).notNull(),
    /** The admin; null if no person decided. */
    actorId: int64('actor_id').references(() => users.id),
    /** Who decided if no person did. */
    decider: text('decider', { enum: reviewers }),
    reason: text('reason'),
    /** The idempotency key of the decision, if it has one. */
    requestId: uuid('request_id'),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.seq] }),
    uniqueIndex('order_events_request_key').on(t.requestId, t.actorId).where(sql`request_id is not null`),
    index('order_events_actor_idx').on(t.actorId, t.orderId),
    index('order_events_decider_idx').on(t.decider, t.orderId).where(sql`decider is not null`).concurrently(),
    index('order_events_delivered_idx')
      .on(t.at, t.orderId)
      .where(sql`to_status = 'completed' and from_status <> 'rejected'`),
    check(
      'order_events_decider_check',
      sql`num_nonnulls(${t.actorId}, ${t.decider}) = 1 and ${isOneOf(t.decider, reviewers)}`,
    ),
    check('order_events_change_check', sql`${t.from} <> ${t.to} and ${t.from} not in ('completed', 'partial')`),
  ],
);
