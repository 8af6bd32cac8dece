import { jobTexts } from '../../../i18n/en/admin/jobs.ts';
import { errorCodeOf, reportError } from '../../../lib/errors.ts';
import { session } from '../../../lib/session.ts';
import { showSuccess } from '../../../lib/toasts/toasts.ts';
import { directClient } from '../../../lib/trpc.ts';
import type { Job } from './job-state.ts';
import { loadedJobs, readJobsAgain } from './jobs.ts';

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

/** Cancels the newest job of this admin that waits for its first row, if there is one. */
export function undoNewest(): void {
  const userId = session.get().user?.id;
  const waiting = loadedJobs().find(({ by, status }) => by.id === userId && status === 'waiting');
  if (waiting) void cancelJob(waiting);
}
