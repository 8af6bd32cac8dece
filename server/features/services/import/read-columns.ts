import type { Db } from '#db/client.ts';
import { DomainError, fieldError } from '#server/base/errors.ts';
import {
  type CatalogueColumn,
  type ColumnMapping,
  catalogueColumns,
  type FileColumn,
  type ImportedColumn,
  type ImportedServices,
  MAX_HEADER,
} from '#shared/catalogue-file.ts';
import { guessColumns } from '#shared/paste/table.ts';
import type { CsvRecord } from '../../../base/lists/read-csv.ts';
import type { LineMessage } from './catalogue-shape.ts';
import { recallMapping } from './remembered-mappings.ts';

/** At most this many unknown headers are named. */
const MOST_NAMED = 5;
/** More columns indicate a lost line break. */
const MOST_COLUMNS = 100;
const SAMPLE_LENGTH = 60;
const SAMPLED_LINES = 50;

/** What the columns of a file are. */
export interface ReadColumns {
  columns: ImportedColumn[];
  from: ImportedServices['columnsFrom'];
}

/**
 * Decides what the columns of a file are: by the mapping, or else by our own headers, an earlier mapping of the same headers, or the usual
 * headers of other panels.
 * @throws DomainError `bad_input` for `csv`, with the columns in its details, or for `mapping`
 */
export async function readColumns(
  db: Db,
  { cells }: CsvRecord,
  { mapping, records }: { mapping: ColumnMapping | undefined; records: CsvRecord[] },
): Promise<ReadColumns> {
  const headers = withoutBlankEnd(cells);
  if (headers.length > MOST_COLUMNS) throw refusedFile('The file has too many columns');
  const names = headers.map(nameOf);
  const described = (used: (FileColumn | null | undefined)[]) =>
    names.map((header, at) => ({ header, sample: sampleOf(records, at), column: used[at] ?? null }));
  if (mapping) return { columns: described(placed(names, mapping)), from: 'mapping' };
  const own = headers.map((header) => ownColumns.get(plain(header)));
  if (!own.includes(undefined)) {
    const twice = own.find((column, index) => own.indexOf(column) !== index);
    if (twice) throw refusedFile(`The column ${twice} is there twice`, described(own));
    return { columns: described(own), from: 'headers' };
  }
  const remembered = await recallMapping(db, names);
  if (remembered) return { columns: described(placed(names, remembered)), from: 'remembered' };
  const isOurs = headers.every((header, at) => own[at] !== undefined || header.trim() === '');
  const guessed = isOurs ? own : guessColumns(headers);
  if (isOfAnotherPanel(headers, own, guessed)) return { columns: described(guessed), from: 'guess' };
  const unknown = headers.filter((_, index) => own[index] === undefined);
  const message = `There is no column ${named(unknown)}. The columns are ${catalogueColumns.join(', ')}`;
  throw refusedFile(message, described(guessed.map((column, at) => own[at] ?? column)));
}

/** A refusal of the whole file, with its columns if it has some. */
export function refusedFile(message: string, columns: ImportedColumn[] = []): DomainError {
  const details = columns.length > 0 ? { columns } : {};
  return new DomainError('bad_input', { message, fieldErrors: { csv: [message] }, details });
}

/** Spreadsheets write empty cells after the last column that was ever used. */
function withoutBlankEnd(cells: string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);
}

/** Headers are recognized in any case, with or without spaces. */
const plain = (header: string) =>
  header
    .slice(0, MAX_HEADER)
    .toLowerCase()
    .replaceAll(/[\s_-]/g, '');
const ownColumns = new Map(catalogueColumns.map((column) => [plain(column), column]));

/** A header as a name that no other one has. */
function nameOf(header: string, at: number, headers: string[]): string {
  const name = header.trim().slice(0, MAX_HEADER).toWellFormed();
  return name === '' || headers.indexOf(header) < at ? `${name} #${at + 1}`.trim() : name;
}

/** The first cell with a text, not counting headings, which are alone in their lines. */
function sampleOf(records: CsvRecord[], at: number): string {
  const isLine = ({ cells }: CsvRecord) => cells.slice(0, MOST_COLUMNS).filter((cell) => cell.trim()).length > 1;
  const record = records.slice(0, SAMPLED_LINES).find((each) => each.cells[at]?.trim() && isLine(each));
  return record?.cells[at]?.trim().slice(0, SAMPLE_LENGTH).toWellFormed() ?? '';
}

function placed(names: string[], mapping: ColumnMapping): (FileColumn | undefined)[] {
  const used: (FileColumn | undefined)[] = [];
  for (const [column, header] of Object.entries(mapping) as [FileColumn, string][]) {
    const at = names.indexOf(header);
    if (at < 0) throw fieldError('bad_input', 'mapping', `The file has no column ${named([header])}`);
    if (used[at]) throw fieldError('bad_input', 'mapping', `The column ${named([header])} is chosen twice`);
    used[at] = column;
  }
  return used;
}

/** Whether usual headers say that the file comes from another panel. With our id, name and price, or a wrong encoding, it does not. */
function isOfAnotherPanel(
  headers: string[],
  own: (CatalogueColumn | undefined)[],
  guessed: (FileColumn | null | undefined)[],
): boolean {
  if (!guessed.includes('name') || !guessed.includes('price') || headers.some((header) => /[\0\ufffd]/.test(header))) {
    return false;
  }
  if (own.includes('id') && own.includes('externalId')) return false;
  const isTelling = (column: FileColumn) => !own.includes('id') || column === 'name' || column === 'price';
  return guessed.some((column, at) => column && !own[at] && isTelling(column));
}

function named(headers: string[]): string {
  const names = headers.slice(0, MOST_NAMED).map((header) => `"${header.slice(0, 40)}"`);
  return headers.length > MOST_NAMED ? `${names.join(', ')} …` : names.join(', ');
}

/** Why the cells of a line are not those of the headers, if so. */
export function wrongCount(cells: string[], { length }: ImportedColumn[]): LineMessage[] {
  if (cells.length >= length && cells.slice(length).every((cell) => cell.trim() === '')) return [];
  const message = `The line has ${cells.length} cells and the headers are ${length}: a text with a separator in it needs quotes`;
  return [{ field: null, message }];
}
