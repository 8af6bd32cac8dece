import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, dueAt, int64 } from './columns.ts';

/** Mails are written here in the transaction that causes them and sent afterwards, so none is lost. */
export const mailOutbox = pgTable(
  'mail_outbox',
  {
    id: int64('id').primaryKey().generatedAlwaysAsIdentity(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    /** The subject of a mail that may repeat. For each subject and address only one mail is queued at a time. */
    about: text('about'),
    createdAt: at('created_at').notNull().defaultNow(),
    sentAt: at('sent_at'),
    attempts: integer('attempts').notNull().default(0),
    nextTryAt: dueAt('next_try_at').notNull().defaultNow(),
    lastError: text('last_error'),
  },
  (t) => [
    index('mail_outbox_due_idx').on(t.nextTryAt).where(sql`sent_at is null`),
    uniqueIndex('mail_outbox_about_key')
      .on(t.about, t.recipient)
      .where(sql`sent_at is null and next_try_at < 'infinity'`),
    index('mail_outbox_about_idx').on(t.about, t.recipient, t.sentAt).where(sql`about is not null`),
  ],
);
