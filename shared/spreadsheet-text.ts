/** A spreadsheet reads a text as a formula by its first visible character, or by a tab or line break at the very beginning. */
const FORMULA = String.raw`(?:[\t\r]|[\p{Z}\p{C}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])`;
/** A text that already begins with an apostrophe gets another one, or the reader would remove the original. */
const READS_AS_FORMULA = new RegExp(`^'*${FORMULA}`, 'u');
const IS_DEFUSED = new RegExp(`^'+${FORMULA}`, 'u');

/** A text as a cell: an apostrophe before a formula keeps it a text in every program. */
export function defuseFormula(text: string): string {
  return READS_AS_FORMULA.test(text) ? `'${text}` : text;
}

/** Reverses {@link defuseFormula}. */
export function readDefused(cell: string): string {
  return IS_DEFUSED.test(cell) ? cell.slice(1) : cell;
}
