import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { MAX_COMMENTS_BYTES } from '#shared/comments.ts';
import { requestKinds, requestStatuses } from '#shared/request-status.ts';
import { reviewers } from '#shared/reviewers.ts';
import { apiKeys } from './api-keys.ts';
import { at, int64, isOneOf } from './columns.ts';
import { orders } from './orders.ts';
import { users } from './users.ts';

/** The comments of an order, one a line. Apart from `orders`, so that lists don't read them. Append-only. */
export const orderComments = pgTable(
  'order_comments',
  {
    orderId: int64('order_id')
      .primaryKey()
      .references(() => orders.id),
    comments: text('comments').notNull(),
  },
  (t) => [
    check(
      'order_comments_length_check',
      sql`octet_length(${t.comments}) between 1 and ${sql.raw(String(MAX_COMMENTS_BYTES))}`,
    ),
  ],
);

/** How far an order is. Apart from `orders`, whose finished rows never change and whose updates touch a dozen indexes. */
export const orderProgress = pgTable(
  'order_progress',
  {
    orderId: int64('order_id')
      .primaryKey()
      .references(() => orders.id),
    /** The count at the link before the delivery began. */
    startCount: int64('start_count'),
    /** Units that are not delivered yet. */
    remains: integer('remains'),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    check('order_progress_start_check', sql`${t.startCount} between 0 and 9007199254740991`),
    check('order_progress_remains_check', sql`${t.remains} >= 0`),
  ],
);

/** Customers' requests about orders: refill, cancel, speed-up. */
export const orderRequests = pgTable(
  'order_requests',
  {
    id: int64('id').primaryKey().generatedAlwaysAsIdentity(),
    orderId: int64('order_id')
      .notNull()
      .references(() => orders.id),
    /** The order's customer. */
    userId: int64('user_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind', { enum: requestKinds }).notNull(),
    status: text('status', { enum: requestStatuses }).notNull().default('pending'),
    /** The customer, or the admin who filed it for them. */
    askedBy: int64('asked_by')
      .notNull()
      .references(() => users.id),
    requestId: uuid('request_id'),
    createdAt: at('created_at').notNull().defaultNow(),
    closedAt: at('closed_at'),
  },
  (t) => [
    uniqueIndex('order_requests_request_key').on(t.requestId, t.askedBy, t.orderId),
    // One open request an order.
    uniqueIndex('order_requests_open_key').on(t.orderId).where(sql`closed_at is null`),
    index('order_requests_order_idx').on(t.orderId, t.id),
    index('order_requests_user_idx').on(t.userId, t.id),
    index('order_requests_status_idx').on(t.status, t.id),
    index('order_requests_open_idx').on(t.id).where(sql`closed_at is null`),
    index('order_requests_created_idx').on(t.createdAt, t.id),
    check('order_requests_kind_check', isOneOf(t.kind, requestKinds)),
    check('order_requests_status_check', isOneOf(t.status, requestStatuses)),
    check(
      'order_requests_closed_check',
      sql`(${t.status} = 'pending' and ${t.closedAt} is null) or ${t.status} = 'accepted' or (${t.status} in ('rejected', 'done') and ${t.closedAt} is not null)`,
    ),
  ],
);

/** Every decision on a request: who, when and why. Append-only. */
export const orderRequestEvents = pgTable(
  'order_request_events',
  {
    orderRequestId: int64('order_request_id')
      .notNull()
      .references(() => orderRequests.id),
    seq: smallint('seq').notNull(),
    from: text('from_status', { enum: requestStatuses }).notNull(),
    to: text('to_status', { enum: requestStatuses }).notNull(),
    /** The admin; null if a supplier decided, or the panel closed it with its order. */
    actorId: int64('actor_id').references(() => users.id),
    /** Who decided if no person did; null also if the panel closed it with its order. */
    decider: text('decider', { enum: reviewers }),
    reason: text('reason'),
    /** The idempotency key of the decision, if it has one. */
    requestId: uuid('request_id'),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.orderRequestId, t.seq] }),
    uniqueIndex('order_request_events_request_key').on(t.requestId, t.actorId).where(sql`request_id is not null`),
    index('order_request_events_actor_idx').on(t.actorId, t.orderRequestId),
    index('order_request_events_decider_idx')
      .on(t.decider, t.orderRequestId)
      .where(sql`decider is not null`)
      .concurrently(),
    check('order_request_events_change_check', sql`${t.from} <> ${t.to} and ${t.from} in ('pending', 'accepted')`),
    check(
      'order_request_events_decider_check',
      sql`num_nonnulls(${t.actorId}, ${t.decider}) <= 1 and ${isOneOf(t.decider, reviewers)}`,
    ),
    check('order_request_events_seq_check', sql`${t.seq} > 0`),
    check('order_request_events_length_check', sql`char_length(${t.reason}) <= 500`),
  ],
);

/** Orders of clients without an idempotency key whose answer could not be delivered. The next call with the same digest gets the order. */
export const undeliveredOrders = pgTable(
  'undelivered_orders',
  {
    requestId: uuid('request_id').primaryKey(),
    keyId: int64('key_id')
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    /** SHA-256 of what the client sent, hex. */
    digest: text('digest').notNull(),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [index('undelivered_orders_digest_idx').on(t.keyId, t.digest)],
);
