import { Button, Flex, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type RowData, useTable } from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { commonTexts } from '../../i18n/en/common.ts';
import { useIsWide } from '../../lib/media.ts';
import { EmptyState } from '../empty-state.tsx';
import { ErrorState } from '../error-state.tsx';
import { CardView } from './card-view.tsx';
import { ColumnButton } from './column-button.tsx';
import { type DataTableProps, features, type PagedQuery, type ViewProps } from './table-props.ts';
import { TableSkeleton } from './table-skeleton.tsx';
import { TableView } from './table-view.tsx';
import { useHiddenColumns } from './use-hidden-columns.ts';

/** A list from one column definition: a table on wide screens, cards on narrow ones. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { name, keptAs = name, columns, query, rows, rowId, selection, toolbar, filters, tools, tableFromPx } = props;
  const isWide = useIsWide(tableFromPx);
  const [hidden, setHidden] = useHiddenColumns(keptAs);
  const definitions = useMemo(
    () => columns.map(({ id, header, canHide = true }) => ({ id, header, enableHiding: canHide })),
    [columns],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowId,
    state: { columnVisibility: hidden, rowSelection: selection?.selected ?? {} },
    onColumnVisibilityChange: (update) => setHidden(typeof update === 'function' ? update(hidden) : update),
    enableRowSelection: selection ? (row) => selection.canSelect?.(row.original) ?? true : false,
    onRowSelectionChange: (update) =>
      selection?.onChange(typeof update === 'function' ? update(selection.selected) : update),
  });

  return (
    <Flex direction="column" gap="4">
      <Flex gap="3" justify="space-between" align="start" wrap="wrap">
        {toolbar && (
          <Flex gap="3" wrap="wrap" flex={{ base: '1 1 100%', md: '1' }} minW="0">
            {toolbar}
          </Flex>
        )}
        {rows.length > 0 && (
          <Flex gap="2" wrap="wrap" ms={{ md: 'auto' }}>
            {tools}
            {isWide && <ColumnButton table={table} />}
          </Flex>
        )}
      </Flex>
      {filters}
      <Content {...props} table={table} isWide={isWide} />
      <More query={query} shown={rows.length} />
    </Flex>
  );
}

function Content<Row extends RowData>({ isWide, ...view }: ViewProps<Row> & { isWide: boolean }) {
  const { query, columns, emptyText, emptyAction } = view;
  if (query.isPending) return <TableSkeleton columns={columns.length} isWide={isWide} />;
  if (query.isError && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (view.table.getRowModel().rows.length === 0) return <EmptyState title={emptyText}>{emptyAction}</EmptyState>;
  return isWide ? <TableView {...view} /> : <CardView {...view} />;
}

function More({ query, shown }: { query: PagedQuery; shown: number }) {
  const hasFailed = useMoreFailed(query, shown);
  const t = useStore(commonTexts);
  if (shown === 0) return null;
  return (
    <Flex align="center" justify="space-between" gap="4" minH="10">
      <Text textStyle="sm" color="fg.muted" aria-live="polite">
        {query.hasNextPage ? t.firstShown({ count: shown }) : t.allShown({ count: shown })}
      </Text>
      {query.hasNextPage && (
        <Flex align="center" justify="end" gap="3" wrap="wrap">
          <Text role="alert" textStyle="sm" color="fg.error">
            {hasFailed && t.couldNotLoadMore}
          </Text>
          <Button variant="outline" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {hasFailed ? t.tryAgain : t.loadMore}
          </Button>
        </Flex>
      )}
    </Flex>
  );
}

/** Whether the last try to load more failed. A live list forgets that at its next refetch; the reader is told until they try again. */
function useMoreFailed(query: PagedQuery, shown: number): boolean {
  const { isFetchNextPageError, isFetchingNextPage, isPlaceholderData } = query;
  const [failedAt, setFailedAt] = useState<number | null>(null);
  const isOver = isFetchingNextPage || isPlaceholderData;
  if (isOver && failedAt !== null) setFailedAt(null);
  if (!isOver && isFetchNextPageError && failedAt !== shown) setFailedAt(shown);
  return failedAt === shown;
}
