import { pgTable, text } from 'drizzle-orm/pg-core';
import { int64 } from './columns.ts';

/**
 * A version number for each topic of the event bus. Triggers on its tables increment it, so that changes by scripts and lost
 * notifications are detected as well. Never for tables that move money: its row is locked until the commit.
 */
export const changes = pgTable('changes', {
  topic: text('topic').primaryKey(),
  version: int64('version').notNull().default(0),
});
