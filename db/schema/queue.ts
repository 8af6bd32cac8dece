import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { callKinds } from '#shared/background-calls.ts';
import { at, dueAt, int64, isOneOf } from './columns.ts';

/**
 * Attempts of the background workers that have no outcome. A row is written in the transaction that claims the work, before the attempt
 * begins, and deleted in the one that settles it. What is left after a process has ended is attempted again, alone.
 */
export const queueClaims = pgTable(
  'queue_claims',
  {
    /** A kind of the queue; those of a newer version are left alone. */
    kind: text('kind').notNull(),
    /** The row of the kind's own table. */
    id: int64('id').notNull(),
    /** The number whose advisory lock the attempting process holds; null if that process has ended. The column keeps an older name. */
    lockOwner: integer('holder'),
    /** Attempts that were begun since the last outcome, and those of them that were alone in their process. */
    attempts: integer('attempts').notNull().default(1),
    alone: integer('alone').notNull().default(0),
    /** What it is, for an admin. */
    what: text('what').notNull(),
    claimedAt: at('claimed_at').notNull().defaultNow(),
    /** It is attempted no more until an admin says so. */
    setAsideAt: at('set_aside_at'),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.id] }),
    index('queue_claims_set_aside_idx').on(t.setAsideAt, t.kind, t.id).where(sql`set_aside_at is not null`),
    check('queue_claims_attempts_check', sql`${t.alone} between 0 and ${t.attempts}`),
    check('queue_claims_what_check', sql`char_length(${t.what}) <= 300`),
    check('queue_claims_set_aside_check', sql`${t.setAsideAt} is null or ${t.lockOwner} is null`),
  ],
);

/** Calls of admins to other people's servers. A serving worker writes them and waits, and a background worker makes them. */
export const backgroundCalls = pgTable(
  'background_calls',
  {
    id: int64('id').primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind', { enum: callKinds }).notNull(),
    /** The SHA-256 of kind, admin and input in hex: the same call joins the one that runs. */
    key: text('key').notNull(),
    /** `{ actor, input }`: the admin as the call was allowed, and what to call. */
    request: jsonb('request').$type<unknown>().notNull(),
    createdAt: dueAt('created_at').notNull().defaultNow(),
    endedAt: dueAt('ended_at'),
    /** What it answers: `{ result }`, or `{ error }` with the code, message and details of a domain error. */
    answer: jsonb('answer').$type<unknown>(),
    /** When the answer was sent; until then the same call gets this one. */
    deliveredAt: dueAt('delivered_at'),
  },
  (t) => [
    uniqueIndex('background_calls_open_key').on(t.key).where(sql`ended_at is null`),
    index('background_calls_key_idx').on(t.key, t.id),
    index('background_calls_created_idx').on(t.createdAt),
    check('background_calls_kind_check', isOneOf(t.kind, callKinds)),
    check('background_calls_ended_check', sql`(${t.endedAt} is null) = (${t.answer} is null)`),
  ],
);

/** Servers whose background worker is down, as their first serving worker says every few seconds. */
export const backgroundOutages = pgTable('background_outages', {
  /** A number of the supervisor's. */
  server: uuid('server').primaryKey(),
  since: at('since').notNull(),
  seenAt: dueAt('seen_at').notNull().defaultNow(),
});
