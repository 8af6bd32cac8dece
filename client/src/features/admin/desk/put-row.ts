import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';

type Pages = InfiniteData<{ items: readonly { id: number }[] }> | undefined;

/** Shows at once what is known of a row by now, in every list of it that is loaded; the lists are read again all the same. */
export function putRow(queryClient: QueryClient, listKey: QueryKey, { id, ...changes }: { id: number }): void {
  queryClient.setQueriesData<Pages>({ queryKey: listKey }, (list) => {
    if (!list) return list;
    const pages = list.pages.map((page) => ({
      ...page,
      items: page.items.map((row) => (row.id === id ? { ...row, ...changes } : row)),
    }));
    return { ...list, pages };
  });
}
