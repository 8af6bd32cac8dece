import type { ReactNode } from 'react';

/** One column, which is also one line of a card on narrow screens. */
export interface Column<Row> {
  id: string;
  header: string;
  /** What a card calls it, where the header says it in a sign. */
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
  /** False for what a row makes no sense without; such a column is missing in the column menu. */
  canHide?: boolean;
  width?: string;
  /**
   * The orders in which the list can be read by this column, from the lowest and from the highest, as far as there are both;
   * `first` is had by one press.
   */
  sorts?: Sorts;
  /** In a dense list: the list's own width, in pixels, from which there is room for it. What somebody decides by has none. */
  fromPx?: number;
  /** In a dense list: that something of it may reach over its neighbours, as the full date does. */
  spills?: boolean;
  /** That the cell says the row's place in the list, and so is drawn anew where that changes. */
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
