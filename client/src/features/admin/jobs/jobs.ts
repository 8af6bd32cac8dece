import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect, useState } from 'react';
import { JOB_WAIT_SECONDS } from '#shared/jobs.ts';
import { jobTexts } from '../../../i18n/en/admin/jobs.ts';
import { errorCodeOf, reportError } from '../../../lib/errors.ts';
import { usePollMs } from '../../../lib/live/live-state.ts';
import { session, useSession } from '../../../lib/session.ts';
import { deviceStorage } from '../../../lib/storage.ts';
import { showSuccess } from '../../../lib/toasts/toasts.ts';
import { directClient, queryUtils, trpc } from '../../../lib/trpc.ts';
import { isEnded, type Job } from './job-words.ts';

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

/** Cancels the newest job of this admin that waits for its first row. @returns whether there is one */
export function undoWaitingJob(): boolean {
  const userId = session.get().user?.id;
  const jobs = queryUtils.admin.jobs.list.getData(LATEST)?.items ?? [];
  const waiting = jobs.find(({ by, status }) => by.id === userId && status === 'waiting');
  if (waiting) void cancelJob(waiting);
  return waiting !== undefined;
}

/** The seconds until a job starts, at least 1. The clock of this device may differ from the server's. */
export function useSecondsUntil(at: string): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const ticking = setInterval(() => setNowMs(Date.now()), 250);
    return () => clearInterval(ticking);
  }, []);
  return Math.min(Math.max(Math.ceil((Date.parse(at) - nowMs) / 1000), 1), JOB_WAIT_SECONDS);
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
