import { loadedJobs } from './jobs.ts';

/** With its messages, which a page without jobs does not need. */
const loadCancel = () => import('./cancel-job.ts');

/** Cancels the newest job of this admin that waits for its first row, if there is one. */
export function undoWaitingJob(): void {
  if (loadedJobs().some(({ status }) => status === 'waiting')) void loadCancel().then(({ undoNewest }) => undoNewest());
}
