/**
 * What a spreadsheet takes for a formula: it looks at the first character that can be seen, so spaces and marks that can't be seen
 * before it change nothing. A tab or a line break at the very beginning counts as well.
 */
const FORMULA = String.raw`(?:[\t\r]|[\p{Z}\p{C}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])`;
/** One that bears an apostrophe already needs another, or the reader would take that one off. */
const READS_AS_FORMULA = new RegExp(`^'*${FORMULA}`, 'u');
const IS_DEFUSED = new RegExp(`^'+${FORMULA}`, 'u');

/** A text as it is written into a cell: an apostrophe before what would be a formula makes it text for every program. */
export function defuseFormula(text: string): string {
  return READS_AS_FORMULA.test(text) ? `'${text}` : text;
}

/** The text that {@link defuseFormula} made this cell of. */
export function readDefused(cell: string): string {
  return IS_DEFUSED.test(cell) ? cell.slice(1) : cell;
}
