import { keepPreviousData } from '@tanstack/react-query';

const REFRESH_MS = 5000;
/** With more pages than this loaded, reading them all again every few seconds costs the server more than it tells. */
const MAX_LIVE_PAGES = 4;

/**
 * Options of an infinite query over a keyset-paged list that stays live while the tab is visible, and keeps showing the old
 * rows until those of another filter are there.
 */
export const liveList = {
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor,
  placeholderData: keepPreviousData,
  refetchIntervalInBackground: false,
  refetchInterval: ({ state }: { state: { data: { pages: unknown[] } | undefined } }) =>
    (state.data?.pages.length ?? 0) <= MAX_LIVE_PAGES ? REFRESH_MS : (false as const),
};
