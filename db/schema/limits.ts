import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { dueAt } from './columns.ts';

/** Attempts in a time window, shared by all servers on this database. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    windowEndsAt: dueAt('window_ends_at').notNull(),
  },
  (t) => [index('rate_limits_end_idx').on(t.windowEndsAt)],
);
