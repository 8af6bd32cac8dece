import {
  columnVisibilityFeature,
  type RowData,
  type RowSelectionState,
  rowSelectionFeature,
  tableFeatures,
  type useTable,
} from '@tanstack/react-table';
import type { ReadableAtom } from 'nanostores';
import type { ComponentType, ReactNode } from 'react';
import type { Column } from './columns.ts';

/** Only these parts of the table library are loaded. */
export const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature });
export type Features = typeof features;

/** The parts of a tRPC `useInfiniteQuery` that the table needs. */
export interface PagedQuery {
  /** Undefined until the first page has loaded. */
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
  /** The list's name for screen readers. */
  name: string;
  /** The key of the stored hidden columns; required if the name is translated. */
  keptAs?: string;
  /** Define them outside the component or in `useMemo`: new ones rebuild every row. */
  columns: readonly Column<Row>[];
  query: PagedQuery;
  /** All loaded rows; `useRows` extracts them from the query. */
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** One line per row; the toolbar and the header stay visible, and the columns fit every width. */
  dense?: boolean;
  /** Whether rows of a dense table have two lines on every screen, as on a tablet. */
  twoLines?: boolean;
  /** From this screen width on it is a table, if its columns need more room than usual. */
  tableFromPx?: number;
  emptyText: string;
  emptyAction?: ReactNode;
  /** The colour of a row, for example of failed orders. */
  rowTone?: (row: Row) => 'error' | undefined;
  /** Rows that wait for the server's answer. */
  pendingIds?: Pick<ReadonlySet<string>, 'has'>;
  /** Called for a click on the row outside its links and buttons. For the keyboard, a cell needs a button that does the same. */
  onRowClick?: ((row: Row) => void) | undefined;
  /** The id of the row for keyboard shortcuts; it is framed and kept in view. */
  active?: ReadableAtom<string | undefined>;
  /** A note in a line below a row: passes it to `children`, or renders nothing. */
  Note?: ComponentType<{ id: string; children: (note: ReactNode) => ReactNode }> | undefined;
  /** Makes rows selectable; ids map to true. */
  selection?: {
    selected: RowSelectionState;
    onChange: (selected: RowSelectionState) => void;
    canSelect?: (row: Row) => boolean;
  };
  /** The list's sort order; the headers of sortable columns change it. */
  sort?: { value: string; onChange: (sort: string) => void };
  /** The total number of rows as text, if known. */
  total?: string | undefined;
  /** At the start of the line above the rows: search and filters. */
  toolbar?: ReactNode;
  /** On a separate line below it. */
  filters?: ReactNode;
  /** At its end, next to the column menu: actions on the whole list. */
  tools?: ReactNode;
}

/** The table instance. */
type AppTable<Row extends RowData> = ReturnType<typeof useTable<Features, Row>>;
export type AppRow<Row extends RowData> = ReturnType<AppTable<Row>['getRowModel']>['rows'][number];

export interface ViewProps<Row extends RowData> extends DataTableProps<Row> {
  table: AppTable<Row>;
}
