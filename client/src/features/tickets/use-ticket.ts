import { useMemo } from 'react';
import { usePollMs } from '../../lib/live/live-state.ts';
import { trpc } from '../../lib/trpc.ts';

/** One of the customer's tickets with its messages, oldest first; with null nothing is requested. */
export function useTicket(id: number | null) {
  const query = trpc.tickets.get.useInfiniteQuery(
    { id: id ?? 0 },
    {
      enabled: id !== null,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      refetchInterval: usePollMs(),
    },
  );
  const pages = query.data?.pages;
  const messages = useMemo(() => [...(pages ?? [])].reverse().flatMap((page) => page.messages), [pages]);
  return { query, ticket: pages?.[0], messages };
}
