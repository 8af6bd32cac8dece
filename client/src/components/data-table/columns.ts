import { createElement, type ReactNode } from 'react';
import { formatCount } from '../../lib/format.ts';

/** A column of the table, and a line of the card on narrow screens. */
export interface Column<Row> {
  id: string;
  header: string;
  /** Its name on a card, if the header is a symbol. */
  cardLabel?: string;
  /** @param index the row's index in the list, from 0 */
  cell: (row: Row, index: number) => ReactNode;
  /** Numbers and money are aligned to the end. */
  align?: 'start' | 'end';
  /**
   * Its position on a card: the title, before every other title, next to the title, a quiet line without a label, a value on a quiet
   * line of several, one of a row of figures, a labelled line (the default), the footer, or hidden. A second title is below the first one.
   */
  card?: 'title' | 'lead' | 'aside' | 'detail' | 'brief' | 'figure' | 'line' | 'footer' | 'hidden';
  /** False for a column that every row needs; the column menu leaves it out. */
  canHide?: boolean;
  /** Whether its cells have only an icon, each with a title: the header is for screen readers. */
  isIcon?: boolean;
  width?: string;
  /** In a dense table: the text of its number. The column is as wide as the longest one, so that none is cut. */
  figure?: (row: Row) => string;
  /**
   * In a dense table on a tablet: a second, quieter line below the cell, for a column that has no room there. With one, rows have two
   * lines.
   */
  below?: (row: Row) => ReactNode;
  /** Its width where rows have two lines; it is then always visible. */
  stackedWidth?: string;
  /** Whether rows of two lines show it below another column instead. */
  stacked?: boolean;
  /** The sort orders of this column, ascending and descending, if available; `first` is the one of the first click. */
  sorts?: Sorts;
  /**
   * In a dense list: the minimum width of the list, in pixels, for this column. Columns needed for decisions have none.
   */
  fromPx?: number;
  /** In a dense list: whether it may overlap its neighbours, like the full date. */
  spills?: boolean;
  /** Whether the cell depends on the row's index. */
  byIndex?: boolean;
  /** Stays visible at the end of the table while the other columns scroll below it. */
  pinned?: boolean;
}

export type Sorts =
  | { first: 'ascending'; ascending: string; descending?: string }
  | { first: 'descending'; descending: string; ascending?: string };

/** The `#` column: the row's index, from 1. */
export function indexColumn<Row>(): Column<Row> {
  return {
    id: 'index',
    header: '#',
    cell: (_row, index) => formatCount(index + 1),
    byIndex: true,
    width: '3rem',
    card: 'hidden',
  };
}

/** The `#` column of a list whose rows have ids for the phone. */
export function numberColumn<Row extends { id: number }>(cardLabel: string): Column<Row> {
  return { id: 'number', header: '#', cardLabel, cell: ({ id }) => recordNumber(id), width: '4rem', canHide: false };
}

/** The number of an order or another record: the same digits in every language, because it is copied and typed. */
export function recordNumber(id: number): ReactNode {
  return createElement('span', { translate: 'no' }, id);
}
