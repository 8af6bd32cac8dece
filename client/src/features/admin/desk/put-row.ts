import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';

interface Page {
  items: readonly { id: number }[];
}
/** A list that comes page by page, or one that was asked for at once, as what is found is. */
type List = InfiniteData<Page> | Page | undefined;

/** Shows at once what is known of a row by now, in every list of it that is loaded; the lists are read again all the same. */
export function putRow(queryClient: QueryClient, listKey: QueryKey, { id, ...changes }: { id: number }): void {
  const changed = <Some extends Page>(page: Some): Some => ({
    ...page,
    items: page.items.map((row) => (row.id === id ? { ...row, ...changes } : row)),
  });
  queryClient.setQueriesData<List>({ queryKey: listKey }, (list) => {
    if (!list) return list;
    return 'pages' in list ? { ...list, pages: list.pages.map(changed) } : changed(list);
  });
}
