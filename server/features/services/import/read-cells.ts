import { setImmediate as othersTurn } from 'node:timers/promises';
import { fieldError } from '#server/base/errors.ts';
import { type CatalogueColumn, catalogueColumns, MAX_CATALOGUE_LINES } from '#shared/catalogue-file.ts';
import { readDefused } from '#shared/spreadsheet-text.ts';
import type { LineMessage } from './catalogue-shape.ts';
import { type CsvRecord, readCsv } from './read-csv.ts';

/** This many lines take about a millisecond; then other work gets a turn. */
const LINES_AT_ONCE = 250;

/** At most this many unknown headers are named. */
const MOST_NAMED = 5;

/** More columns indicate a lost line break. */
const MOST_COLUMNS = 100;

/** The cells of a line by column; a column that the file lacks is missing. */
export interface CatalogueCells {
  line: number;
  cells: Partial<Record<CatalogueColumn, string>>;
  messages: LineMessage[];
}

/**
 * Reads a catalogue file into cells.
 * @throws DomainError `bad_input` for `csv`
 */
export async function readCells(csv: string): Promise<CatalogueCells[]> {
  const [head, ...records] = await readCsv(csv, { mostLines: MAX_CATALOGUE_LINES, field: 'csv' });
  if (!head) throw refused('The file is empty');
  const columns = columnsOf(withoutBlankEnd(head.cells));
  if (records.length === 0) throw refused('The file has headers and no lines');
  const lines: CatalogueCells[] = [];
  for (const [index, record] of records.entries()) {
    if (index % LINES_AT_ONCE === 0) await othersTurn();
    lines.push(cellsOf(record, columns));
  }
  return lines;
}

/** Spreadsheets write empty cells after the last column that was ever used. */
function withoutBlankEnd(cells: string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);
}

/** Headers are recognized in any case, with or without spaces. */
function columnsOf(headers: string[]): CatalogueColumn[] {
  if (headers.length > MOST_COLUMNS) throw refused('The file has too many columns');
  const plain = (header: string) => header.toLowerCase().replaceAll(/[\s_-]/g, '');
  const known = new Map(catalogueColumns.map((column) => [plain(column), column]));
  const found = headers.map((header) => known.get(plain(header.slice(0, 100))));
  const unknown = headers.filter((_, index) => found[index] === undefined);
  if (unknown.length > 0) {
    throw refused(`There is no column ${named(unknown)}. The columns are ${catalogueColumns.join(', ')}`);
  }
  const twice = found.filter((column, index) => found.indexOf(column) !== index);
  if (twice.length > 0) throw refused(`The column ${twice[0]} is there twice`);
  return found as CatalogueColumn[];
}

function named(headers: string[]): string {
  const names = headers.slice(0, MOST_NAMED).map((header) => `"${header.slice(0, 40)}"`);
  return headers.length > MOST_NAMED ? `${names.join(', ')} …` : names.join(', ');
}

function cellsOf({ line, cells }: CsvRecord, columns: CatalogueColumn[]): CatalogueCells {
  const byColumn = Object.fromEntries(columns.map((column, index) => [column, readDefused(cells[index] ?? '')]));
  return { line, cells: byColumn, messages: hasCellsFor(columns, cells) ? [] : [wrongCount(cells, columns)] };
}

function hasCellsFor({ length }: CatalogueColumn[], cells: string[]): boolean {
  return cells.length >= length && cells.slice(length).every((cell) => cell.trim() === '');
}

function wrongCount(cells: string[], columns: CatalogueColumn[]): LineMessage {
  const message = `The line has ${cells.length} cells and the headers are ${columns.length}: a text with a separator in it needs quotes`;
  return { field: null, message };
}

function refused(message: string) {
  return fieldError('bad_input', 'csv', message);
}
