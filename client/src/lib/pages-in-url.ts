import { useEffect } from 'react';
import { useUrlParam } from './url-state.ts';

/** After a reload at most this many pages are loaded: each is a request. */
const MOST_PAGES = 20;

interface PagedQuery {
  data: { pages: readonly unknown[] } | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

/** Stores in the URL how many pages of a list were loaded, so that a reload and the back button restore them. */
export function usePagesInUrl(query: PagedQuery): void {
  const [param, setParam] = useUrlParam('pages', { replace: true });
  const wanted = Math.min(/^\d{1,3}$/.test(param) ? Number(param) : 1, MOST_PAGES);
  const loaded = query.data?.pages.length ?? 0;
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  useEffect(() => {
    if (loaded === 0 || isFetchingNextPage || isFetchNextPageError) return;
    if (loaded < wanted && hasNextPage) void fetchNextPage();
    else if (loaded !== wanted && loaded <= MOST_PAGES) setParam(loaded > 1 ? String(loaded) : '');
  }, [loaded, wanted, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, setParam]);
}
