/** A formula to a spreadsheet: by the first visible character, or a tab or line break at the very beginning. */
const FORMULA = String.raw`(?:[\t\r]|[\p{Z}\p{C}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])`;
/** One that bears an apostrophe already needs another, or the reader would take that one off. */
const READS_AS_FORMULA = new RegExp(`^'*${FORMULA}`, 'u');
const IS_DEFUSED = new RegExp(`^'+${FORMULA}`, 'u');

/** A text as a cell: an apostrophe keeps formulas text in every program. */
export function defuseFormula(text: string): string {
  return READS_AS_FORMULA.test(text) ? `'${text}` : text;
}

/** The text that {@link defuseFormula} made this cell of. */
export function readDefused(cell: string): string {
  return IS_DEFUSED.test(cell) ? cell.slice(1) : cell;
}
