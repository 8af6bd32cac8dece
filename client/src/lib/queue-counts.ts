import { useSession } from './session.ts';
import { type Outputs, trpc } from './trpc.ts';

export type QueueCounts = Outputs['admin']['desk']['counts'];

/** What is decided is counted some seconds late, so it is looked at again although nothing happens any more. */
const COUNTED_EVERY_MS = 15_000;

/** What waits for admins, and how many there are of each status; undefined for anybody else, and until it is known. */
export function useQueueCounts(): QueueCounts | undefined {
  const { isAdmin } = useSession();
  return trpc.admin.desk.counts.useQuery(undefined, { enabled: isAdmin, refetchInterval: COUNTED_EVERY_MS }).data;
}
