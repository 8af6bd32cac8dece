import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { directClient } from '../../../lib/trpc.ts';
import { isEnded, type Job } from './job-words.ts';
import { useLatestJobs } from './jobs.ts';

/** Row id → the job that is going to decide it; the same map until that changes. The rows of a job never do, so they are read once. */
export function useRowsInJobs(kind: Job['kind']): ReadonlyMap<number, number> {
  const open = (useLatestJobs() ?? []).filter((job) => job.kind === kind && !isEnded(job));
  const answers = useQueries({
    queries: open.map(({ id }) => ({
      queryKey: [['rowsInJob'], { id }],
      queryFn: async () => (await directClient.admin.jobs.get.query({ id })).rows.map((row) => row.id),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  const known = open.flatMap(({ id }, at) => (answers[at]?.data ? [{ id, rows: answers[at].data }] : []));
  const key = known.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows of these jobs do not change.
  return useMemo(() => new Map(known.flatMap(({ id, rows }) => rows.map((row) => [row, id] as const))), [key]);
}
