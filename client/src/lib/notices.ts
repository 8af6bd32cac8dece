import { getQueryKey } from '@trpc/react-query';
import { atMost } from './at-most.ts';
import { deviceStorage } from './storage.ts';
import { directClient, type Outputs, queryClient, trpc } from './trpc.ts';

/** A notice of the shop, which is not a toast. */
export type Notice = Outputs['notices']['list'][number];

/** Visitors have no live stream; for signed-in users it reports changes. */
const ASK_EVERY_MS = 300_000;
/** index.html preloads the notices, so they have usually arrived by then. */
const WAIT_MS = 1_000;
const STORAGE_KEY = 'put-away-notices';

/** The shop's current notices, the latest start first. */
export function useNotices() {
  return trpc.notices.list.useQuery(undefined, { staleTime: ASK_EVERY_MS, refetchInterval: ASK_EVERY_MS });
}

/**
 * Loads the notices before the first render, so that a banner is there from the first paint on and moves nothing later. Resolves
 * without them if they take long or fail.
 */
export async function readNoticesFirst(): Promise<void> {
  const read = queryClient.query({
    queryKey: getQueryKey(trpc.notices.list, undefined, 'query'),
    queryFn: () => directClient.notices.list.query(),
    retry: false,
  });
  await atMost(
    WAIT_MS,
    read.catch(() => undefined),
  );
}

/** The notices dismissed on this device: id → the notice's last change at that time. */
export type Dismissed = Readonly<Record<string, string>>;

export function readPutAway(): Dismissed {
  const kept = deviceStorage.readJson(STORAGE_KEY);
  return typeof kept === 'object' && kept !== null ? (kept as Dismissed) : {};
}

/** Whether it was dismissed and has not changed since. */
export function isDismissed(putAway: Dismissed, { id, updatedAt }: Notice): boolean {
  return putAway[id] === updatedAt;
}

/** @returns the new dismissed notices, without those that no longer exist */
export function dismissNotice(notice: Notice, told: readonly Notice[]): Dismissed {
  const before = readPutAway();
  const kept = told.filter((each) => each.id === notice.id || isDismissed(before, each));
  const putAway = Object.fromEntries(kept.map(({ id, updatedAt }) => [id, updatedAt]));
  deviceStorage.keep(STORAGE_KEY, JSON.stringify(putAway));
  return putAway;
}
