import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';

/** Options of every paged list: the old rows stay until those of a new filter have loaded. */
export const pagedList = {
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor,
  placeholderData: keepPreviousData,
};

interface Pages<Row> {
  data: { pages: readonly { items: readonly Row[] }[] } | undefined;
}

/** The rows of all loaded pages; the same array until they change. */
export function useRows<Row>({ data }: Pages<Row>): Row[] {
  return useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
}
