import { useLocation } from 'react-router-dom';
import { withAdminTexts } from '../../../i18n/switch-language.ts';
import { lazyWithPreload } from '../../../lib/lazy-with-preload.tsx';
import { jobPath } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session.ts';
import { useNow } from '../../../lib/use-now.ts';
import { isEnded, type Job } from './job-state.ts';
import { useLatestJobs } from './jobs.ts';
import { useSeenJob } from './seen-job.ts';

/** An older result is found in the list of jobs. */
const ANNOUNCED_FOR_MS = 24 * 60 * 60 * 1000;

/** Most pages have no job to announce. */
const { Part: JobDock } = lazyWithPreload(() => withAdminTexts(import('./job-dock.tsx')));

interface AnnouncedJobsProps {
  /** The distance from the window's start, on a wide screen: away from the rows' buttons. */
  start?: string;
}

/** The admin's own jobs that wait or run, and the newest unread result: at the bottom of each page, also after a reload. */
export default function AnnouncedJobs({ start = '4' }: AnnouncedJobsProps) {
  const jobs = useAnnouncedJobs();
  return jobs.length > 0 && <JobDock jobs={jobs} start={start} />;
}

function useAnnouncedJobs(): Job[] {
  const { user } = useSession();
  const { pathname } = useLocation();
  const seen = useSeenJob();
  const nowMs = useNow();
  // A job's own page displays it.
  const own = (useLatestJobs() ?? []).filter(({ by, id }) => by.id === user?.id && jobPath(id) !== pathname);
  const isNews = (job: Job) =>
    job.id > seen && nowMs - Date.parse(job.endedAt ?? '') < ANNOUNCED_FOR_MS && !wasUndone(job);
  return [...own.filter((job) => !isEnded(job)), ...own.filter(isEnded).slice(0, 1).filter(isNews)];
}

/** The admin who undid a job has been told. */
function wasUndone({ done, by, canceledBy }: Job): boolean {
  return done === 0 && canceledBy?.id === by.id;
}
