import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { ticketStatuses } from '#shared/ticket-status.ts';
import { at, int64 } from './columns.ts';
import { orders } from './orders.ts';
import { recharges } from './recharges.ts';
import { users } from './users.ts';

/** A customer's conversation with the support, from its first message on. */
export const tickets = pgTable(
  'tickets',
  {
    id: int64('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: int64('user_id')
      .notNull()
      .references(() => users.id),
    subject: text('subject').notNull(),
    /** The ticket's subject, an order or a recharge of the customer, if it has one. */
    orderId: int64('order_id').references(() => orders.id),
    rechargeId: int64('recharge_id').references(() => recharges.id),
    status: text('status', { enum: ticketStatuses }).notNull().default('open'),
    /** The number of messages; the newest one's `seq`. */
    messageCount: integer('message_count').notNull(),
    /** The last admin who answered, if any. */
    answeredBy: int64('answered_by').references(() => users.id),
    /** The time of the last message or reopening. */
    lastMessageAt: at('last_message_at').notNull().defaultNow(),
    requestId: uuid('request_id'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('tickets_request_key').on(t.requestId, t.userId),
    index('tickets_user_idx').on(t.userId, t.lastMessageAt, t.id),
    index('tickets_recent_idx').on(t.lastMessageAt, t.id),
    index('tickets_status_idx').on(t.status, t.lastMessageAt, t.id),
    index('tickets_answered_by_idx').on(t.answeredBy, t.lastMessageAt, t.id),
    index('tickets_search_idx').using('gin', sql`${t.subject} gin_trgm_ops`),
    check('tickets_subject_check', sql`char_length(${t.subject}) between 1 and 120`),
    check('tickets_status_check', sql.raw(`status in (${ticketStatuses.map((s) => `'${s}'`).join(', ')})`)),
    check('tickets_messages_check', sql`${t.messageCount} > 0`),
  ],
);

/** The messages of a ticket. `seq` counts them without gaps. Append-only: a trigger refuses every change. */
export const ticketMessages = pgTable(
  'ticket_messages',
  {
    ticketId: int64('ticket_id')
      .notNull()
      .references(() => tickets.id),
    seq: integer('seq').notNull(),
    authorId: int64('author_id')
      .notNull()
      .references(() => users.id),
    /** Whether the author wrote as an admin; their role may change later. */
    byAdmin: boolean('by_admin').notNull(),
    message: text('message').notNull(),
    requestId: uuid('request_id'),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.ticketId, t.seq] }),
    uniqueIndex('ticket_messages_request_key').on(t.requestId, t.authorId),
    check('ticket_messages_seq_check', sql`${t.seq} > 0`),
    check('ticket_messages_length_check', sql`char_length(${t.message}) between 1 and 4000`),
  ],
);
