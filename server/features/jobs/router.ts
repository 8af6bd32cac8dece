import { getJobInput, jobIdInput, jobListInput, jobOut, jobPage, jobWithRows, startJobInput } from '#shared/jobs.ts';
import { adminProcedure, keyedAdminProcedure, router } from '../../base/trpc.ts';
import { cancelJob } from './cancel-job.ts';
import { getJob } from './get-job.ts';
import { listJobs } from './list-jobs.ts';
import { startJob } from './start-job.ts';

export const adminJobsRouter = router({
  start: keyedAdminProcedure
    // 10,000 rows with their statuses.
    .meta({ longInput: { ofAdminsUpToBytes: 1024 * 1024 } })
    .input(startJobInput)
    .output(jobOut)
    .mutation(({ ctx, input }) => startJob(ctx.deps, ctx.actor, input)),
  get: adminProcedure
    .input(getJobInput)
    .output(jobWithRows)
    .query(({ ctx, input }) => getJob(ctx.deps.db, ctx.actor, input)),
  list: adminProcedure
    .input(jobListInput)
    .output(jobPage)
    .query(({ ctx, input }) => listJobs(ctx.deps.db, ctx.actor, input)),
  cancel: adminProcedure
    .input(jobIdInput)
    .output(jobOut)
    .mutation(({ ctx, input }) => cancelJob(ctx.deps, ctx.actor, input)),
});
