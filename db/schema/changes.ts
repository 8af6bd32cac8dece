import { pgTable, text } from 'drizzle-orm/pg-core';
import { int64 } from './columns.ts';

/**
 * How often each topic of the event bus has changed, counted by triggers on its tables, so that what scripts change, and
 * a notification that was lost, is seen as well. Never for tables that move money: its row is held until the commit.
 */
export const changes = pgTable('changes', {
  topic: text('topic').primaryKey(),
  version: int64('version').notNull().default(0),
});
