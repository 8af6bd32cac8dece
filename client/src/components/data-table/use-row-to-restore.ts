import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent } from 'react';
import { rowToRestore } from '../../lib/row-to-restore.ts';
import type { PagedQuery } from './table-props.ts';

/** Above this, finding the row takes too long for the reader. */
const MOST_ROWS = 2_000;

/** Loads a list until it contains the row to restore. @param isOn whether this list loads it */
export function useRowToRestore<Row>(
  query: PagedQuery,
  rows: readonly Row[],
  rowId: (row: Row) => string,
  isOn: boolean,
): void {
  const wanted = useStore(rowToRestore);
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const loadMore = useEffectEvent(() => {
    const isOver = !hasNextPage || isFetchingNextPage || isFetchNextPageError || rows.length >= MOST_ROWS;
    if (!isOn || !wanted || !data || isOver || rows.some((row) => rowId(row) === wanted.row)) return;
    void fetchNextPage();
  });
  useEffect(() => loadMore(), [wanted, data, isFetchingNextPage]);
}
