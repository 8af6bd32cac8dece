import { usePollMs } from '../../../lib/live/live-state.ts';
import { useSession } from '../../../lib/session.ts';
import { queryUtils, trpc } from '../../../lib/trpc.ts';
import { isEnded, type Job } from './job-state.ts';

/** More are not open at once. */
const LATEST = { limit: 20 };
/** A job waits 8 seconds and decides many rows a second; the stream may be down. */
export const OPEN_POLL_MS = 1_000;

/** The newest jobs of all admins; undefined until they have loaded. */
export function useLatestJobs(): Job[] | undefined {
  const { isAdmin } = useSession();
  const pollMs = usePollMs();
  return trpc.admin.jobs.list.useQuery(LATEST, {
    enabled: isAdmin,
    refetchInterval: ({ state }) => (state.data?.items.every(isEnded) ? pollMs : OPEN_POLL_MS),
  }).data?.items;
}

/** Refetches the jobs after one has changed. */
export function readJobsAgain(): Promise<unknown> {
  return queryUtils.admin.jobs.invalidate();
}

/** The newest jobs, if they have loaded. */
export function loadedJobs(): readonly Job[] {
  return queryUtils.admin.jobs.list.getData(LATEST)?.items ?? [];
}
