import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import {
  type DeliveryError,
  deliveredEvents,
  deliveryErrors,
  deliveryStatuses,
  disabledReasons,
  type WebhookEvent,
  webhookEvents,
} from '#shared/webhooks.ts';
import { at, dueAt, int64, isOneOf } from './columns.ts';
import { users } from './users.ts';

/** Addresses of customers that are notified of events. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: int64('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: int64('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    url: text('url').notNull(),
    events: text('events').array().$type<WebhookEvent[]>().notNull(),
    /** The secret that signs deliveries, encrypted by SECRETS_KEY. */
    sealedSecret: text('sealed_secret').notNull(),
    /** The secret before the last roll, which also signs for 24 more hours. */
    sealedPreviousSecret: text('sealed_previous_secret'),
    /** Null for a secret that was never rolled. */
    rolledAt: dueAt('rolled_at'),
    enabled: boolean('enabled').notNull().default(true),
    disabledAt: at('disabled_at'),
    disabledReason: text('disabled_reason', { enum: disabledReasons }),
    /** Since when no attempt has succeeded; null after a success. */
    failingSince: dueAt('failing_since'),
    lastDeliveredAt: at('last_delivered_at'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [
    index('webhooks_user_idx').on(t.userId, t.id),
    check('webhooks_url_check', sql`char_length(${t.url}) between 1 and 2000`),
    check(
      'webhooks_events_check',
      sql`cardinality(${t.events}) > 0 and ${t.events} <@ array[${sql.raw(webhookEvents.map((each) => `'${each}'`).join(', '))}]`,
    ),
    check('webhooks_disabled_reason_check', isOneOf(t.disabledReason, disabledReasons)),
    check(
      'webhooks_disabled_check',
      sql`${t.enabled} = (${t.disabledAt} is null) and ${t.enabled} = (${t.disabledReason} is null)`,
    ),
  ],
);

/**
 * Events of webhooks: the event outbox, and the log of their delivery. Triggers write a row in the statement that moves something, so
 * an event exists exactly if its change was committed. There is no foreign key to the webhook: its check could refuse an order for a
 * webhook that is being deleted. See decision 034.
 */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    /** In the order of the changes of one subject. */
    id: int64('id').primaryKey().generatedAlwaysAsIdentity(),
    webhookId: int64('webhook_id').notNull(),
    event: text('event', { enum: deliveredEvents }).notNull(),
    subjectId: int64('subject_id').notNull(),
    /** The columns of the subject at the time of the event; empty for a balance, which is read when it is sent. */
    facts: jsonb('facts').$type<Record<string, unknown>>().notNull().default({}),
    status: text('status', { enum: deliveryStatuses }).notNull().default('waiting'),
    /** Whether later changes need no event of their own, because this one has not been attempted. */
    coalesces: boolean('coalesces').notNull().default(false),
    attempts: integer('attempts').notNull().default(0),
    /** Failed attempts since it was queued, or replayed: the next pause depends on it. */
    retries: integer('retries').notNull().default(0),
    /** 1 while it is attempted, and after that until its outcome: servers of the release before leave it alone then. */
    openAttempts: integer('open_attempts').notNull().default(0),
    createdAt: at('created_at').notNull().defaultNow(),
    /** Of the attempts since it was queued, or replayed. */
    firstAttemptAt: dueAt('first_attempt_at'),
    nextAttemptAt: dueAt('next_attempt_at').notNull().defaultNow(),
    deliveredAt: at('delivered_at'),
    httpStatus: smallint('http_status'),
    error: text('error', { enum: deliveryErrors }).$type<DeliveryError>(),
    durationMs: integer('duration_ms'),
    /**
     * These three are read by servers of the release before only, which deliver with jobs in the schema `pgboss`: the job of the delivery, how many it
     * has had, and whether one has to be made. A later migration drops them and the schema.
     */
    jobId: uuid('job_id'),
    jobs: integer('jobs').notNull().default(0),
    needsRelay: boolean('needs_relay').notNull().default(true),
  },
  (t) => [
    index('webhook_deliveries_webhook_idx').on(t.webhookId, t.id),
    index('webhook_deliveries_relay_idx').on(t.id).where(sql`needs_relay`),
    // Finds the event that the same transaction has written for an order.
    index('webhook_deliveries_order_idx')
      .on(t.webhookId, t.subjectId)
      .where(sql`needs_relay and event = 'order.changed'`),
    index('webhook_deliveries_waiting_idx').on(t.webhookId, t.id).where(sql`status = 'waiting'`),
    // The oldest due ones of each webhook, and those of one subject in their order.
    index('webhook_deliveries_due_idx').on(t.webhookId, t.nextAttemptAt, t.id).where(sql`status = 'waiting'`),
    index('webhook_deliveries_subject_idx').on(t.webhookId, t.event, t.subjectId, t.id).where(sql`status = 'waiting'`),
    // When they ended.
    index('webhook_deliveries_failed_idx').on(t.nextAttemptAt).where(sql`status = 'failed'`),
    index('webhook_deliveries_created_idx').on(t.createdAt),
    uniqueIndex('webhook_deliveries_coalesced_key').on(t.webhookId, t.event).where(sql`coalesces`),
    check('webhook_deliveries_event_check', isOneOf(t.event, deliveredEvents)),
    check('webhook_deliveries_status_check', isOneOf(t.status, deliveryStatuses)),
    check('webhook_deliveries_error_check', isOneOf(t.error, deliveryErrors)),
    check('webhook_deliveries_attempts_check', sql`${t.attempts} >= 0`),
    check('webhook_deliveries_open_attempts_check', sql`${t.openAttempts} >= 0`),
    check('webhook_deliveries_coalesces_check', sql`not ${t.coalesces} or ${t.status} = 'waiting'`),
    check('webhook_deliveries_delivered_check', sql`(${t.status} = 'delivered') = (${t.deliveredAt} is not null)`),
  ],
);
