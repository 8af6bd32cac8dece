import type { Column } from './columns.ts';

/** The widest digit of the dense tables' text with its spacing, and the space around a cell's text. */
const DIGIT_REM = 0.56;
const AROUND_REM = 1;

/** The width of each column with figures: its own, or more if a row's figure is longer. */
export function widthsOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Partial<Record<string, string>> {
  const widths: Partial<Record<string, string>> = {};
  for (const { id, figure, width = '0rem' } of columns) {
    if (!figure) continue;
    const longest = rows.reduce((most, row) => Math.max(most, figure(row).length), 0);
    widths[id] = `max(${width}, ${Math.ceil((longest * DIGIT_REM + AROUND_REM) * 16) / 16}rem)`;
  }
  return widths;
}
