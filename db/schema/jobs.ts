import { sql } from 'drizzle-orm';
import { check, index, integer, numeric, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { jobKinds, jobStops, rowOutcomes } from '#shared/jobs.ts';
import { at, dueAt, int64, isOneOf } from './columns.ts';
import { users } from './users.ts';

/**
 * A bulk run of one decision on many rows. Its status is derived: it waits until `startsAt`, has ended with `endedAt`, and runs in
 * between. A worker holds a lock on its row while it decides one of its rows, so that only one worker runs it, and a stopped job has
 * no row in flight.
 */
export const jobs = pgTable(
  'jobs',
  {
    id: int64('id').primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind', { enum: jobKinds }).notNull(),
    decision: text('decision').notNull(),
    reason: text('reason'),
    /** Of all audit entries of the job. */
    bulkId: uuid('bulk_id').notNull(),
    startedBy: int64('started_by')
      .notNull()
      .references(() => users.id),
    /** The idempotency key of the call, and the SHA-256 of its input in hex. */
    requestId: uuid('request_id').notNull(),
    requestHash: text('request_hash').notNull(),
    total: integer('total').notNull(),
    /** Rows with an outcome. */
    doneCount: integer('done_count').notNull().default(0),
    refusedCount: integer('refused_count').notNull().default(0),
    /** The sum of the money moved to customers, negative for charges. */
    movedNanos: numeric('moved_nanos', { precision: 30 }).notNull().default('0'),
    createdAt: at('created_at').notNull().defaultNow(),
    startsAt: dueAt('starts_at').notNull(),
    endedAt: at('ended_at'),
    /** Why it ended before its last row; null for a job that did all. */
    stoppedFor: text('stopped_for', { enum: jobStops }),
    /** The admin who canceled it. */
    canceledBy: int64('canceled_by').references(() => users.id),
  },
  (t) => [
    uniqueIndex('jobs_request_key').on(t.startedBy, t.requestId),
    uniqueIndex('jobs_bulk_key').on(t.bulkId),
    index('jobs_open_idx').on(t.startsAt).where(sql`ended_at is null`),
    check('jobs_kind_check', isOneOf(t.kind, jobKinds)),
    check('jobs_stopped_for_check', isOneOf(t.stoppedFor, jobStops)),
    check('jobs_total_check', sql`${t.total} between 1 and 10000`),
    check(
      'jobs_counts_check',
      sql`0 <= ${t.refusedCount} and ${t.refusedCount} <= ${t.doneCount} and ${t.doneCount} <= ${t.total}`,
    ),
    check('jobs_stop_check', sql`${t.stoppedFor} is null or ${t.endedAt} is not null`),
  ],
);

/** The rows of a job as it was started, each with its outcome, which is written in the transaction that moves the row's money. */
export const jobRows = pgTable(
  'job_rows',
  {
    jobId: int64('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    /** From 0. */
    position: integer('position').notNull(),
    /** The order or the recharge; of a request the negative id, which older servers don't find. */
    rowId: int64('row_id').notNull(),
    /** The status that the admin saw. */
    expectedStatus: text('expected_status').notNull(),
    /** Null until the row is decided. */
    outcome: text('outcome', { enum: rowOutcomes }),
    /** The error code of a refused row. */
    code: text('code'),
    at: at('at'),
  },
  (t) => [
    primaryKey({ columns: [t.jobId, t.position] }),
    uniqueIndex('job_rows_row_key').on(t.jobId, t.rowId),
    check('job_rows_outcome_check', isOneOf(t.outcome, rowOutcomes)),
    check('job_rows_code_check', sql`(${t.code} is not null) = (${t.outcome} is not distinct from 'refused')`),
  ],
);
