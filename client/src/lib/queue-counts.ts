import { useSession } from './session.ts';
import { type Outputs, trpc } from './trpc.ts';

export type QueueCounts = Outputs['admin']['desk']['counts'];

/** Decided rows are counted with a delay, so the counts are polled even without changes. */
const COUNTED_EVERY_MS = 15_000;

/** Counts of waiting rows and of each status, for admins; undefined for others, and until they have loaded. */
export function useQueueCounts(): QueueCounts | undefined {
  const { isAdmin, mustEnroll } = useSession();
  return trpc.admin.desk.counts.useQuery(undefined, {
    enabled: isAdmin && !mustEnroll,
    refetchInterval: COUNTED_EVERY_MS,
  }).data;
}
