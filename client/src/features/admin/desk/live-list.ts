import { pagedList } from '../../../lib/paged-list.ts';

const REFRESH_MS = 5000;
/** With more pages than this loaded, reading them all again every few seconds costs the server more than it tells. */
const MAX_LIVE_PAGES = 4;

/** Options of a paged list that stays live while the tab is visible. */
export const liveList = {
  ...pagedList,
  refetchIntervalInBackground: false,
  refetchInterval: ({ state }: { state: { data: { pages: unknown[] } | undefined } }) =>
    (state.data?.pages.length ?? 0) <= MAX_LIVE_PAGES ? REFRESH_MS : (false as const),
};
