import { jobTexts } from '../../../i18n/en/admin/jobs.ts';
import { errorCodeOf, reportError } from '../../../lib/errors.ts';
import { showSuccess } from '../../../lib/toasts/toasts.ts';
import { directClient } from '../../../lib/trpc.ts';
import type { Job } from './job-state.ts';
import { readJobsAgain } from './jobs.ts';

/** Stops a job before its next row; one that still waits decides no row. A job that has ended by then stays as it is. */
export async function cancelJob({ id }: Pick<Job, 'id'>): Promise<void> {
  const t = jobTexts.get();
  try {
    const { job } = await directClient.admin.jobs.cancel.mutate({ id });
    if (job.done === 0) showSuccess(t.undone, t.undoneText);
  } catch (error) {
    if (errorCodeOf(error) !== 'job_over') void reportError(t.cancelFailed, error);
  }
  await readJobsAgain();
}
