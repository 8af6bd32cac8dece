import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { jobs } from '#db/schema/jobs.ts';
import type { Job, jobIdInput } from '#shared/jobs.ts';
import type { Actor } from '#shared/users.ts';
import type { WriteDeps } from '../../base/deps.ts';
import { DomainError } from '../../base/errors.ts';
import { assertAdmin } from '../../base/identity/assert-admin.ts';
import { readJob } from './get-job.ts';

/**
 * Cancels a job before its next row, or before its first one. Waits for the row that is being decided; once this returns no other row
 * is decided. Canceling a canceled job changes nothing. Admins only, any job.
 * @throws DomainError `not_found`, `job_over` for a job that has ended by itself
 */
export async function cancelJob(
  { db, events }: WriteDeps,
  actor: Actor,
  { id }: z.output<typeof jobIdInput>,
): Promise<{ job: Job }> {
  assertAdmin(actor);
  const canceled = await db.transaction(async (tx) => {
    // The worker that decides one of its rows holds this lock.
    const [job] = await tx
      .select({ endedAt: jobs.endedAt, stoppedFor: jobs.stoppedFor, startedBy: jobs.startedBy })
      .from(jobs)
      .where(eq(jobs.id, id))
      .for('no key update');
    if (!job) throw new DomainError('not_found');
    if (job.endedAt && job.stoppedFor !== 'canceled') throw new DomainError('job_over');
    if (!job.endedAt) {
      await tx
        .update(jobs)
        .set({ endedAt: sql`clock_timestamp()`, stoppedFor: 'canceled', canceledBy: actor.id })
        .where(eq(jobs.id, id));
    }
    return { job: await readJob(tx, id), startedBy: job.startedBy };
  });
  events.publish('jobs', `${canceled.startedBy}:${id}`);
  return { job: canceled.job };
}
