import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { usePollMs } from '../../../lib/live/live-state.ts';
import { session, useSession } from '../../../lib/session.ts';
import { deviceStorage } from '../../../lib/storage.ts';
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

/** With its messages, which a page without jobs does not need. */
const loadCancel = () => import('./cancel-job.ts');

/** Cancels the newest job of this admin that waits for its first row. @returns whether there is one */
export function undoWaitingJob(): boolean {
  const userId = session.get().user?.id;
  const jobs = queryUtils.admin.jobs.list.getData(LATEST)?.items ?? [];
  const waiting = jobs.find(({ by, status }) => by.id === userId && status === 'waiting');
  if (waiting) void loadCancel().then(({ cancelJob }) => cancelJob(waiting));
  return waiting !== undefined;
}

/** On this device, for each of its users: the newest result that was read or dismissed. Older ones are not announced. */
const seenKey = () => `jobSeen:${session.get().user?.id ?? ''}`;
const readSeen = () => Number(deviceStorage.read(seenKey())) || 0;
/** Changes with it. */
const $writes = atom(0);

/** The id of the newest job whose result was read or dismissed. */
export function useSeenJob(): number {
  useStore($writes);
  return readSeen();
}

/** Marks the result of a job as read on this device. */
export function markJobSeen(id: number): void {
  deviceStorage.keep(seenKey(), String(Math.max(id, readSeen())));
  $writes.set($writes.get() + 1);
}
