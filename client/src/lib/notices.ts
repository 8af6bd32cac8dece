import { getQueryKey } from '@trpc/react-query';
import { deviceStorage } from './storage.ts';
import { directClient, type Outputs, queryClient, trpc } from './trpc.ts';

/** What the shop tells everybody, as opposed to what the panel says of a press just now. */
export type Notice = Outputs['notices']['list'][number];

/** Of visitors nobody is told that something has changed; who is signed in hears of it at once. */
const ASK_EVERY_MS = 300_000;
/** The page asks for it before its script has come, so that it is usually there by then. */
const WAIT_MS = 1_000;
const STORAGE_KEY = 'put-away-notices';

/** What the shop tells everybody now, the last begun first. */
export function useNotices() {
  return trpc.notices.list.useQuery(undefined, { staleTime: ASK_EVERY_MS, refetchInterval: ASK_EVERY_MS });
}

/**
 * Reads the notices before anything is shown, so that a banner stands there from the first paint on and moves nothing later.
 * Resolves without them where they take long or can't be had.
 */
export async function readNoticesFirst(): Promise<void> {
  const read = queryClient.query({
    queryKey: getQueryKey(trpc.notices.list, undefined, 'query'),
    queryFn: () => directClient.notices.list.query(),
    retry: false,
  });
  await Promise.race([read.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
}

/** Which notices were put away on this device: a notice's id → what it said then, by the time it was written. */
export type PutAway = Readonly<Record<string, string>>;

export function readPutAway(): PutAway {
  const kept = deviceStorage.readJson(STORAGE_KEY);
  return typeof kept === 'object' && kept !== null ? (kept as PutAway) : {};
}

/** Whether it was put away and says the same as then. */
export function isPutAway(putAway: PutAway, { id, updatedAt }: Notice): boolean {
  return putAway[id] === updatedAt;
}

/** @returns what is put away from now on: those of which nothing is told any more are forgotten */
export function putAwayNotice(notice: Notice, told: readonly Notice[]): PutAway {
  const before = readPutAway();
  const kept = told.filter((each) => each.id === notice.id || isPutAway(before, each));
  const putAway = Object.fromEntries(kept.map(({ id, updatedAt }) => [id, updatedAt]));
  deviceStorage.keep(STORAGE_KEY, JSON.stringify(putAway));
  return putAway;
}
