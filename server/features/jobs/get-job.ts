import { asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db, Tx } from '#db/client.ts';
import { jobRows, jobs } from '#db/schema/jobs.ts';
import type { getJobInput, Job, JobRow, JobWithRows } from '#shared/jobs.ts';
import type { Actor } from '#shared/users.ts';
import { DomainError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { jobRowColumns, selectJobs } from './job-rows.ts';

/**
 * Reads a job with the outcome of each of its rows, in the order in which they run. Admins only, any job.
 * @returns without rows if `withRows` is false
 * @throws DomainError `not_found`
 */
export async function getJob(
  db: Db,
  actor: Actor,
  { id, withRows }: z.output<typeof getJobInput>,
): Promise<JobWithRows> {
  assertAdmin(actor);
  const job = await readJob(db, id);
  return { job, rows: withRows ? await readRows(db, id) : [] };
}

/** @throws DomainError `not_found` */
export async function readJob(db: Db | Tx, id: number): Promise<Job> {
  const [job] = await selectJobs(db).where(eq(jobs.id, id));
  if (!job) throw new DomainError('not_found');
  return job;
}

async function readRows(db: Db, id: number): Promise<JobRow[]> {
  const rows = await db
    .select({ ...jobRowColumns, expectedStatus: jobRows.expectedStatus })
    .from(jobRows)
    .innerJoin(jobs, eq(jobs.id, jobRows.jobId))
    .where(eq(jobRows.jobId, id))
    .orderBy(asc(jobRows.position));
  return rows.map(({ code, expectedStatus, ...row }) => ({ ...row, ...(code !== null && { code, expectedStatus }) }));
}
