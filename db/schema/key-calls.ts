import { index, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import type { ErrorCode } from '#shared/errors.ts';
import { at, int64 } from './columns.ts';

/** The last calls of each API key, without their inputs. There is no foreign key: many rows are written at once, and none may fail the others. */
export const keyCalls = pgTable(
  'key_calls',
  {
    id: int64('id').primaryKey().generatedAlwaysAsIdentity(),
    keyId: int64('key_id').notNull(),
    /** The HTTP status. */
    status: smallint('status').notNull(),
    /** The domain error's; null for a success. */
    code: text('code').$type<ErrorCode>(),
    /** The id of the answer, which the log has, too. */
    traceId: uuid('trace_id').notNull(),
    at: at('at').notNull(),
  },
  (t) => [index('key_calls_key_idx').on(t.keyId, t.id), index('key_calls_at_idx').on(t.at)],
);
