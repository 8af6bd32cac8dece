import { z } from 'zod';
import { MOST_JOB_ROWS } from './job-limits.ts';
import { id, moneySumOut, requestId } from './numbers.ts';
import { orderStatuses } from './order-status.ts';
import { pageInput, pageOf } from './paging.ts';
import { rechargeStatuses } from './recharge-status.ts';
import { requestDecisions, requestStatuses } from './request-status.ts';
import { reasonText } from './text.ts';

/** The rows that a job decides on. */
export const jobKinds = ['orders', 'recharges', 'requests'] as const;
export type JobKind = (typeof jobKinds)[number];

/** Why a job ended before its last row: an admin canceled it, or its starter lost the right to decide. */
export const jobStops = ['canceled', 'starter_blocked', 'starter_not_admin'] as const;
export type JobStop = (typeof jobStops)[number];

/** The stored outcomes of a row. */
export const rowOutcomes = ['done', 'refused'] as const;

const commonInput = {
  reason: reasonText.optional(),
  /** The idempotency key: the same id is the same job. */
  requestId: requestId.optional(),
};

function rowsOf<Status extends z.ZodType<string>>(status: Status) {
  return z
    .array(z.strictObject({ id, expectedStatus: status }))
    .min(1, 'Choose at least one row')
    .max(MOST_JOB_ROWS, 'A job has at most 10,000 rows. Start another one for the rest')
    .refine((rows) => new Set(rows.map((row) => row.id)).size === rows.length, 'A row is listed twice');
}

/** One decision on many rows. `expectedStatus` is the status that the admin saw; a row with another one by then is refused. */
export const startJobInput = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('orders'),
    decision: z.enum(['complete', 'complete_confirmed', 'processing', 'reject', 'reject_confirmed']),
    rows: rowsOf(z.enum(orderStatuses)),
    ...commonInput,
  }),
  z.strictObject({
    kind: z.literal('recharges'),
    decision: z.enum(['approve', 'reject']),
    rows: rowsOf(z.enum(rechargeStatuses)),
    ...commonInput,
  }),
  z.strictObject({
    kind: z.literal('requests'),
    decision: z.enum([...requestDecisions, 'accept_confirmed']),
    rows: rowsOf(z.enum(requestStatuses)),
    ...commonInput,
  }),
]);
export type StartJobInput = z.output<typeof startJobInput>;

export const jobIdInput = z.strictObject({ id });
export const getJobInput = z.strictObject({
  id,
  /** False omits the rows, for progress alone. */
  withRows: z.boolean().default(true),
});

const person = z.object({ id, userName: z.string(), name: z.string() });

export const jobStatuses = ['waiting', 'running', 'done', 'canceled'] as const;
export type JobStatus = (typeof jobStatuses)[number];

export const job = z.object({
  id,
  kind: z.enum(jobKinds),
  decision: z.string(),
  reason: z.string().nullable(),
  status: z.enum(jobStatuses),
  total: z.int(),
  /** Rows with an outcome, refused ones included. */
  done: z.int(),
  refused: z.int(),
  /** The sum of the money moved to customers, negative for charges. */
  movedNanos: moneySumOut,
  /** Who started it. */
  by: person,
  createdAt: z.date(),
  /** When its first row is decided, unless it is canceled before. */
  startsAt: z.date(),
  endedAt: z.date().nullable(),
  /** Why it ended before its last row. */
  stoppedFor: z.enum(jobStops).nullable(),
  canceledBy: person.nullable(),
});
export type Job = z.output<typeof job>;

/** A row of a job: `waiting` until it is decided, `not_run` if the job ended before it. */
export const jobRow = z.object({
  id,
  outcome: z.enum(['waiting', ...rowOutcomes, 'not_run']),
  /** The error code of a refused row. */
  code: z.string().optional(),
  /** Of a refused row: the status that the admin saw, to decide it in another job. */
  expectedStatus: z.string().optional(),
});
export type JobRow = z.output<typeof jobRow>;

export const jobOut = z.object({ job });
export const jobWithRows = z.object({ job, rows: z.array(jobRow) });
export type JobWithRows = z.output<typeof jobWithRows>;

export const jobListInput = pageInput;
export const jobPage = pageOf(job);
export type JobPage = z.output<typeof jobPage>;
