import { MAX_LIVE_PAGES, POLL_MS, usePollMs } from './live-state.ts';

interface Paged {
  state: { data: { pages: unknown[] } | undefined };
}

/** How often to poll a paged list. A refetch reads all loaded pages, so longer lists are polled less often. */
export function useListPoll(): (query: Paged) => number {
  const pollMs = usePollMs();
  return ({ state }) => {
    const pages = state.data?.pages.length ?? 1;
    return pages > MAX_LIVE_PAGES ? POLL_MS * pages : pollMs * Math.max(1, pages);
  };
}
