import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { directClient } from '../../../lib/trpc.ts';
import { isEnded, type Job } from './job-state.ts';
import { useLatestJobs } from './jobs.ts';

interface RowsOfJob {
  jobId: number;
  rowIds: number[];
}

/** Row id → the job that is going to decide it; the same map until that changes. The rows of a job never do, so they are read once. */
export function useRowsInJobs(kind: Job['kind']): ReadonlyMap<number, number> {
  const open = (useLatestJobs() ?? []).filter((job) => job.kind === kind && !isEnded(job));
  const loaded = useQueries({
    queries: open.map(({ id }) => ({
      queryKey: [['rowsInJob'], { id }],
      queryFn: () => readRows(id),
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: loadedOf,
  });
  return useMemo(
    () => new Map(loaded.flatMap(({ jobId, rowIds }) => rowIds.map((rowId) => [rowId, jobId] as const))),
    [loaded],
  );
}

async function readRows(jobId: number): Promise<RowsOfJob> {
  const { rows } = await directClient.admin.jobs.get.query({ id: jobId });
  return { jobId, rowIds: rows.map(({ id }) => id) };
}

/** The library keeps the array while its parts are the same. */
function loadedOf(answers: readonly { data: RowsOfJob | undefined }[]): RowsOfJob[] {
  return answers.flatMap(({ data }) => data ?? []);
}
