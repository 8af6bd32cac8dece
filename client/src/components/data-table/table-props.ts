import {
  columnVisibilityFeature,
  type RowData,
  type RowSelectionState,
  rowSelectionFeature,
  tableFeatures,
  type useTable,
} from '@tanstack/react-table';
import type { ReadableAtom } from 'nanostores';
import type { ReactNode } from 'react';
import type { Column } from './columns.ts';

/** Only these parts of the table library are loaded. */
export const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature });
export type Features = typeof features;

/** The parts of a tRPC `useInfiniteQuery` that the table needs. */
export interface PagedQuery {
  /** Undefined until the first page is there. */
  data: unknown;
  isPending: boolean;
  isError: boolean;
  error: unknown;
  isPlaceholderData?: boolean;
  refetch: () => unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

export interface DataTableProps<Row extends RowData> {
  /** Names the list for screen readers. */
  name: string;
  /** Under which hidden columns are remembered; needed where the name differs from language to language. */
  keptAs?: string;
  /** Keep them outside the component or in `useMemo`: new ones rebuild every row. */
  columns: readonly Column<Row>[];
  query: PagedQuery;
  /** All that are loaded; `useRows` has them of the query. */
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** One line a row; the tool bar and the header stay in sight, and the columns fit every width. */
  dense?: boolean;
  /** From which width of the screen it is a table, where its columns need more room than most. */
  tableFromPx?: number;
  emptyText: string;
  emptyAction?: ReactNode;
  /** Tints a row, as failed orders are. */
  rowTone?: (row: Row) => 'error' | undefined;
  /** Rows that wait for the server's answer. */
  pendingIds?: Pick<ReadonlySet<string>, 'has'>;
  /** A click on the row beside its links and buttons. Keyboards need a button in a cell that does the same. */
  onRowClick?: ((row: Row) => void) | undefined;
  /** The id of the row that keys act on; the row is framed and kept in view. */
  active?: ReadableAtom<string | undefined>;
  /** Makes rows selectable; ids map to true. */
  selection?: {
    selected: RowSelectionState;
    onChange: (selected: RowSelectionState) => void;
    canSelect?: (row: Row) => boolean;
  };
  /** In which order the list is read; headers of columns that have orders choose it. */
  sort?: { value: string; onChange: (sort: string) => void };
  /** How many rows there are in all, in words, where that is known. */
  total?: string | undefined;
  /** Stands at the start of the line above the rows: search and filters. */
  toolbar?: ReactNode;
  /** Have a line of their own below it. */
  filters?: ReactNode;
  /** Stands at its end, beside the choice of columns: actions on the whole list. */
  tools?: ReactNode;
}

/** The table behind the lines and the cards. */
type AppTable<Row extends RowData> = ReturnType<typeof useTable<Features, Row>>;
export type AppRow<Row extends RowData> = ReturnType<AppTable<Row>['getRowModel']>['rows'][number];

export interface ViewProps<Row extends RowData> extends DataTableProps<Row> {
  table: AppTable<Row>;
}
