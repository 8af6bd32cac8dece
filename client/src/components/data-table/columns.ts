import type { ReactNode } from 'react';

/** One column, which is also one line of a card on narrow screens. */
export interface Column<Row> {
  id: string;
  header: string;
  /** Its name on a card, where the header is a sign. */
  cardLabel?: string;
  /** @param index the row's place in the list, from 0 */
  cell: (row: Row, index: number) => ReactNode;
  /** Numbers and money stand at the end. */
  align?: 'start' | 'end';
  /**
   * Where a card shows it: as its title, beside the title, as a labelled line (the default), below, or nowhere. A second
   * title has the line below the first one.
   */
  card?: 'title' | 'aside' | 'line' | 'footer' | 'hidden';
  /** False for a column that every row needs; the column menu leaves it out. */
  canHide?: boolean;
  width?: string;
  /**
   * The orders in which the list can be read by this column, from the lowest and from the highest, as far as there are both;
   * `first` is had by one press.
   */
  sorts?: Sorts;
  /** In a dense list: the least width of the list, in pixels, at which it is displayed. Columns to decide by have none. */
  fromPx?: number;
  /** In a dense list: whether it may reach over its neighbours, as the full date does. */
  spills?: boolean;
  /** Whether the cell depends on the row's place in the list. */
  byIndex?: boolean;
  /** Stays in sight at the end of the table while the other columns scroll sideways below it. */
  pinned?: boolean;
}

export type Sorts =
  | { first: 'ascending'; ascending: string; descending?: string }
  | { first: 'descending'; descending: string; ascending?: string };

/** The `#` column: the row's place in the list, from 1. */
export function indexColumn<Row>(): Column<Row> {
  return { id: 'index', header: '#', cell: (_row, index) => index + 1, byIndex: true, width: '3rem', card: 'hidden' };
}

/** The `#` column of a list whose rows have numbers that people say on the phone. */
export function numberColumn<Row extends { id: number }>(cardLabel: string): Column<Row> {
  return { id: 'number', header: '#', cardLabel, cell: ({ id }) => id, width: '4rem', canHide: false };
}
