import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';

/** Options of every list that comes page by page: the old rows stay until those of another filter are there. */
export const pagedList = {
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor,
  placeholderData: keepPreviousData,
};

interface Pages<Row> {
  data: { pages: readonly { items: readonly Row[] }[] } | undefined;
}

/** The rows of all pages that are loaded; the same array as long as nothing of it changes. */
export function useRows<Row>({ data }: Pages<Row>): Row[] {
  return useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
}
