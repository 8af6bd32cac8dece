import { eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '#db/client.ts';
import { jobRows, jobs } from '#db/schema/jobs.ts';
import { users } from '#db/schema/users.ts';
import type { JobRow, JobStatus } from '#shared/jobs.ts';
import { moneySum } from '#shared/money-sum.ts';

const starters = alias(users, 'starters');
const cancelers = alias(users, 'cancelers');

const status: SQL<JobStatus> = sql`
  case when ${jobs.stoppedFor} is not null then 'canceled'
       when ${jobs.endedAt} is not null then 'done'
       when ${jobs.startsAt} > now() then 'waiting'
       else 'running' end`;

/** The rows of a job as the API has them. */
export function selectJobs(db: Db | Tx) {
  return db
    .select({
      id: jobs.id,
      kind: jobs.kind,
      decision: jobs.decision,
      reason: jobs.reason,
      status,
      total: jobs.total,
      done: jobs.doneCount,
      refused: jobs.refusedCount,
      movedNanos: sql`${jobs.movedNanos}::text`.mapWith(moneySum),
      by: { id: starters.id, userName: starters.userName, name: starters.name },
      createdAt: jobs.createdAt,
      startsAt: jobs.startsAt,
      endedAt: jobs.endedAt,
      stoppedFor: jobs.stoppedFor,
      canceledBy: { id: cancelers.id, userName: cancelers.userName, name: cancelers.name },
    })
    .from(jobs)
    .innerJoin(starters, eq(starters.id, jobs.startedBy))
    .leftJoin(cancelers, eq(cancelers.id, jobs.canceledBy));
}

/** The columns of a job's rows. Join `jobs`: a row without an outcome is `not_run` once its job has ended. */
export const jobRowColumns = {
  // Requests have negative ids there.
  id: sql<number>`abs(${jobRows.rowId})`.mapWith(jobRows.rowId),
  outcome: sql<JobRow['outcome']>`
    coalesce(${jobRows.outcome}, case when ${jobs.endedAt} is null then 'waiting' else 'not_run' end)`,
  code: jobRows.code,
};
