import { keepPreviousData } from '@tanstack/react-query';
import { createContext, use, useMemo } from 'react';
import { usePollMs } from '../../../lib/live/live-state.ts';
import { type Outputs, trpc } from '../../../lib/trpc.ts';

type AskableOrder = Outputs['orders']['askable']['items'][number];

/** The ids that each order of the list is read with: those of its page. */
export const PageOfRow = createContext<ReadonlyMap<number, number[]>>(new Map());

interface Pages {
  data: { pages: readonly { items: readonly { id: number }[] }[] } | undefined;
}

/** Polls the requests of all loaded pages, more pages less often. @returns the ids of each order's page, for {@link PageOfRow} */
export function usePagesOfRows({ data }: Pages): ReadonlyMap<number, number[]> {
  const pollMs = usePollMs();
  const pages = useMemo(
    () => (data?.pages ?? []).map(({ items }) => items.map(({ id }) => id)).filter((ids) => ids.length > 0),
    [data],
  );
  const refetchInterval = pollMs * Math.max(1, pages.length);
  // Each row reads its own result.
  trpc.useQueries((t) => pages.map((ids) => t.orders.askable({ ids }, { refetchInterval, notifyOnChangeProps: [] })));
  return useMemo(() => new Map(pages.flatMap((ids) => ids.map((id) => [id, ids] as const))), [pages]);
}

/** The open request of an order in the list, and what can be asked for it. The list does not wait for it. */
export function useAskableOrder(id: number): AskableOrder | undefined {
  const ids = use(PageOfRow).get(id);
  const { data } = trpc.orders.askable.useQuery(
    { ids: ids ?? [id] },
    {
      enabled: ids !== undefined,
      placeholderData: keepPreviousData,
      select: ({ items }) => items.find((order) => order.id === id),
    },
  );
  return data;
}
