import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { dueAt } from './columns.ts';

/** What admins were last notified of, by kind. A row stays after its end, because it bounds the next notification. */
export const alarms = pgTable('alarms', {
  /** An entry of the table of kinds in `server/features/reports`; a newer server may have others. */
  kind: text('kind').primaryKey(),
  /** The rows that they were notified of, and when the newest began. The count falls with what is over: more is news. */
  count: integer('count').notNull(),
  latest: dueAt('latest'),
  notifiedAt: dueAt('notified_at').notNull().defaultNow(),
  /** The line for Telegram. */
  line: text('line').notNull(),
  /** When the line is sent to Telegram; null if it was, or was given up. */
  telegramDueAt: dueAt('telegram_due_at'),
  telegramAttempts: integer('telegram_attempts').notNull().default(0),
});
