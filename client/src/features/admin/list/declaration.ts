import type { ComponentType, Context, ReactNode } from 'react';
import type { Column } from '../../../components/data-table/columns.ts';
import type { PagedQuery } from '../../../components/data-table/table-props.ts';
import type { UrlParams } from '../../../lib/url-state.ts';

export interface ListQuery<Row> extends PagedQuery {
  data: { pages: readonly { items: readonly Row[] }[] } | undefined;
  dataUpdatedAt: number;
}

export type PageOf<Query extends ListQuery<unknown>> = NonNullable<Query['data']>['pages'][number];

/** The texts of a list in the current language. */
interface ListWords {
  heading: string;
  headingText?: string;
  /** Without a row. */
  none: string;
  /** More about a list that has never had a row: it stands instead of the table. */
  noneText?: string;
  /** With it the list has a search box. */
  search?: string;
  searchHint?: string;
}

/** Shows a dialog above the page; null closes it. It is rendered again with the rows of each read. */
export type Show<Row> = (dialog: ((rows: readonly Row[]) => ReactNode) | null) => void;

interface ListState<Row, Input, Query extends ListQuery<Row>> {
  input: Input;
  /** The first page, which has the counts. */
  page: PageOf<Query> | undefined;
  rows: readonly Row[];
  /** Whether the rows are still those of another input. */
  isOld: boolean;
  show: Show<Row>;
}

/** Handlers for the buttons of the rows. */
export interface RowActions {
  /** The rows that wait for the server's answer. */
  pending: Pick<ReadonlySet<string>, 'has'>;
}

/** A list of admins: everything that differs between lists. */
export interface ListDeclaration<Row, Props, Input, Query extends ListQuery<Row>, Actions extends RowActions> {
  /** The name under which this device stores the hidden columns. */
  keptAs?: string;
  words: (input: Input) => ListWords;
  /** A page's heading: on one low line, or larger. Without it the list is a part of a page. */
  heading?: 'dense' | 'plain';
  /** Whether the text stands beside the filters and not in the heading. */
  isTextBelow?: boolean;
  /** How many rows there are in all, in words. */
  useCount?: () => string | undefined;
  /** The filters in the URL, as the procedure's input. */
  useInput: (url: UrlParams) => Input;
  useList: (input: Input, props: Props) => Query;
  /** Renders the rows of a list without columns. */
  Rows?: ComponentType<{ name: string; query: Query; rows: readonly Row[]; emptyText: string }>;
  /** Computed again for another input or language. */
  columns?: (state: { input: Input; show: Show<Row>; readAtMs: number }) => Column<Row>[];
  /** Whether the columns depend on the time of the read. */
  ageOnRead?: boolean;
  /** By default its `id`. */
  rowId?: (row: Row) => string;
  rowTone?: (row: Row) => 'error' | undefined;
  /** The page that a click on a row opens. */
  rowPath?: (row: Row) => string;
  onRowClick?: (row: Row, show: Show<Row>) => void;
  /** Whether the input includes a row, if the server does not filter them. */
  includes?: (row: Row, input: Input) => boolean;
  actions?: { Context: Context<Actions | null>; useActions: (show: Show<Row>, props: Props) => Actions };
  /** Chips and other filters, each stored in the URL. */
  filters?: (state: ListState<Row, Input, Query>) => ReactNode;
  /** The figures of all rows together, above them. */
  summary?: (state: ListState<Row, Input, Query>) => ReactNode;
  /** The sort orders, of which the first is the default. The headers choose them, without headers a select. */
  sorts?: { values: readonly string[]; words: () => Record<string, string> };
  /** The export, and other buttons on the whole list. */
  tools?: (input: Input) => ReactNode;
  /** Buttons beside the heading. */
  headingTools?: (state: ListState<Row, Input, Query>) => ReactNode;
  /** What the URL opens above the list, with the actions in its context. */
  Layer?: ComponentType;
  emptyIcon?: ReactNode;
  /** Whether rows have one line. */
  dense?: boolean;
  /** From this screen width on it is a table, if its columns need more room than usual. */
  tableFromPx?: number;
  /** Whether the URL has the number of loaded pages. */
  hasPagesInUrl?: boolean;
}
