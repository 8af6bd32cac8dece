import { useMemo } from 'react';
import { MAX_LIVE_PAGES, POLL_MS, usePollMs } from '../../lib/live/live-state.ts';
import { pagedList } from '../../lib/paged-list.ts';

/** Options of a paged list without live events: it polls while the tab is visible. */
export const polledList = listAskedFor(POLL_MS);

/** Options of a paged list that stays live while the tab is visible. */
export function useLiveList() {
  return listAskedFor(usePollMs());
}

function listAskedFor(everyMs: number) {
  return {
    ...pagedList,
    refetchIntervalInBackground: false,
    refetchInterval: ({ state }: { state: { data: { pages: unknown[] } | undefined } }) =>
      (state.data?.pages.length ?? 0) <= MAX_LIVE_PAGES ? everyMs : (false as const),
  };
}

/** A query of a list with few enough rows for one page, as a paged one. */
export function useOnePage<Row, Query extends object>(query: Query, items: readonly Row[] | undefined) {
  const data = useMemo(() => items && { pages: [{ items }] }, [items]);
  return { ...query, ...onePage, data };
}

const onePage = {
  hasNextPage: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: () => undefined,
};
