import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type ColumnVisibilityState, type RowData, useTable } from '@tanstack/react-table';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { commonTexts } from '../../i18n/en/common.ts';
import { useIsWide } from '../../lib/media.ts';
import { rowToRestore } from '../../lib/row-to-restore.ts';
import { deviceStorage } from '../../lib/storage.ts';
import { EmptyState } from '../empty-state.tsx';
import { ErrorState } from '../error-state.tsx';
import { CardView } from './card-view.tsx';
import { ColumnButton } from './column-button.tsx';
import { SelectAll } from './row-parts.tsx';
import { DENSE_FROM_PX } from './table-looks.ts';
import { type DataTableProps, features, type PagedQuery, type ViewProps } from './table-props.ts';
import { TableSkeleton } from './table-skeleton.tsx';
import { TableView } from './table-view.tsx';

/** Above this, finding the row takes too long for the reader. */
const MOST_ROWS = 2_000;

/** Loads a list until it contains the row to restore. @param isOn whether this list loads it */
function useRowToRestore<Row>(
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

/** A list from one column definition: a table on wide screens, cards on narrow ones. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { name, keptAs = name, columns, query, rows, rowId, selection, toolbar, filters, tools } = props;
  const { dense = false } = props;
  const isWide = useIsWide(props.tableFromPx);
  const hasRoom = useIsWide(dense ? DENSE_FROM_PX : props.tableFromPx);
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

  // A list with an active row restores its place itself.
  useRowToRestore(query, rows, rowId, props.active === undefined);
  const parts = {
    toolbar,
    filters,
    tools: rows.length > 0 && (
      <>
        {tools}
        {hasRoom && <ColumnButton table={table} />}
      </>
    ),
  };
  const list = (
    <>
      <Content {...props} table={table} isWide={isWide} />
      <More query={query} shown={rows.length} total={props.total} />
    </>
  );
  if (dense) {
    return (
      <DenseFrame {...parts} selectAll={!isWide && selection && rows.length > 0 && <SelectAll table={table} />}>
        {list}
      </DenseFrame>
    );
  }
  return (
    <Flex direction="column" gap="4">
      <Flex gap="3" justify="space-between" align="start" wrap="wrap">
        {toolbar && (
          <Flex gap="3" wrap="wrap" flex={{ base: '1 1 100%', md: '1' }} minW="0">
            {toolbar}
          </Flex>
        )}
        {parts.tools && (
          <Flex gap="2" wrap="wrap" ms={{ md: 'auto' }}>
            {parts.tools}
          </Flex>
        )}
      </Flex>
      {filters}
      {list}
    </Flex>
  );
}

interface DenseFrameProps {
  /** For cards, which have no header. */
  selectAll: ReactNode;
  toolbar: ReactNode;
  filters: ReactNode;
  tools: ReactNode;
  children: ReactNode;
}

/** The toolbar stays visible above the rows. On a phone it has two lines: search and filters, then the chips and tools. */
function DenseFrame({ selectAll, toolbar, filters, tools, children }: DenseFrameProps) {
  const { frameRef, toolsRef } = useToolsHeight();
  return (
    <Box ref={frameRef} data-dense>
      <Box ref={toolsRef} position="sticky" top="var(--under-bar)" zIndex="docked" bg="bg" pb="2" pt="1">
        <Flex gap="2" align={{ base: 'center', md: 'start' }} css={twoLines}>
          {selectAll && (
            <Flex
              h={{ base: '10', md: '9' }}
              align="center"
              ps={{ base: '1', md: '4' }}
              pe="1"
              order={{ base: 2, md: 0 }}
            >
              {selectAll}
            </Flex>
          )}
          <Flex
            display={{ base: 'contents', md: 'flex' }}
            gap="2"
            flex="1"
            minW="0"
            wrap="wrap"
            css={{ '& > :has(> input[type=search])': searchLook, '& > [role=group]': chipsLook }}
          >
            {toolbar}
          </Flex>
          {tools && (
            <Flex gap="2" order={{ base: 3, md: 0 }} ms="auto">
              {tools}
            </Flex>
          )}
        </Flex>
        {filters}
      </Box>
      {children}
    </Box>
  );
}

/** Parts after the first line have an `order` on a phone. */
const twoLines = {
  mdDown: { flexWrap: 'wrap', '&::before': { content: '""', flexBasis: '100%', order: '1' } },
};

const searchLook = {
  flex: { base: '1 1 8rem', md: '1 1 11rem' },
  w: 'auto',
  minW: '0',
  '& > input': { h: { md: '9' } },
};

/** Chips that do not fit on a phone scroll. */
const chipsLook = {
  mdDown: {
    order: '2',
    flex: '1 1 0',
    minW: '0',
    flexWrap: 'nowrap',
    overflowX: 'auto',
    scrollbarWidth: 'none',
    mx: '-1',
    px: '1',
    py: '1',
    my: '-1',
    '& > *': { flexShrink: '0' },
  },
  // Otherwise they have a line of their own if there is no room beside the search.
  md: {
    gap: { md: '1', xl: '2' },
    flexWrap: 'nowrap',
    overflowX: 'auto',
    scrollbarWidth: 'none',
    p: '1',
    m: '-1',
    '& > *': { flexShrink: '0' },
  },
};

function Content<Row extends RowData>({ isWide, ...view }: ViewProps<Row> & { isWide: boolean }) {
  const { query, columns, emptyText, emptyAction } = view;
  if (query.isPending) return <TableSkeleton columns={columns.length} isWide={isWide} />;
  if (query.isError && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (view.table.getRowModel().rows.length === 0) return <EmptyState title={emptyText}>{emptyAction}</EmptyState>;
  return isWide ? <TableView {...view} /> : <CardView {...view} />;
}

function More({ query, shown, total }: { query: PagedQuery; shown: number; total: string | undefined }) {
  const hasFailed = useMoreFailed(query, shown);
  const t = useStore(commonTexts);
  if (shown === 0) return null;
  return (
    <Flex align="center" justify="space-between" gap="4" minH="10">
      <Text textStyle="sm" color="fg.muted" aria-live="polite">
        {!query.hasNextPage
          ? t.allShown({ count: shown })
          : total === undefined
            ? t.firstShown({ count: shown })
            : t.someShown({ count: shown, total })}
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

/**
 * Whether the last try to load more failed. The next refetch of a live list clears its error; this message stays until the next try.
 */
function useMoreFailed(query: PagedQuery, shown: number): boolean {
  const { isFetchNextPageError, isFetchingNextPage, isPlaceholderData } = query;
  const [failedAt, setFailedAt] = useState<number | null>(null);
  const isOver = isFetchingNextPage || isPlaceholderData;
  if (isOver && failedAt !== null) setFailedAt(null);
  if (!isOver && isFetchNextPageError && failedAt !== shown) setFailedAt(shown);
  return failedAt === shown;
}

/** The hidden columns of a list, stored on this device. */
function useHiddenColumns(name: string): [ColumnVisibilityState, (visibility: ColumnVisibilityState) => void] {
  const key = `columns:${name}`;
  const [visibility, setVisibility] = useState(() => (deviceStorage.readJson(key) ?? {}) as ColumnVisibilityState);
  const remember = (next: ColumnVisibilityState) => {
    setVisibility(next);
    deviceStorage.keep(key, JSON.stringify(next));
  };
  return [visibility, remember];
}

/** Sets the toolbar's height as `--tools-px`, so that the header sticks right below it. */
function useToolsHeight() {
  const frameRef = useRef<HTMLDivElement>(null);
  const toolsRef = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const tools = toolsRef.current;
    if (!tools) return undefined;
    const tell = () => frameRef.current?.style.setProperty('--tools-px', `${Math.round(tools.offsetHeight)}px`);
    tell();
    const observer = new ResizeObserver(tell);
    observer.observe(tools);
    return () => observer.disconnect();
  }, []);
  return { frameRef, toolsRef };
}
