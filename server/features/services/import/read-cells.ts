import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Db } from '#db/client.ts';
import { type ImportedColumn, type ImportServicesInput, MAX_CATALOGUE_LINES } from '#shared/catalogue-file.ts';
import { readDefused } from '#shared/spreadsheet-text.ts';
import { type CsvRecord, readCsv } from '../../../base/lists/read-csv.ts';
import type { CatalogueCells } from './catalogue-shape.ts';
import { type ReadColumns, readColumns, refusedFile, wrongCount } from './read-columns.ts';
import { readForeign } from './read-foreign.ts';

/** This many lines take about a millisecond; then other work gets a turn. */
const LINES_AT_ONCE = 250;

/** A file with its columns. */
export interface CatalogueFile extends ReadColumns {
  lines: CatalogueCells[];
}

/**
 * Reads a catalogue file, ours or another panel's, into cells.
 * @throws DomainError `bad_input` for `csv` or `mapping`
 */
export async function readCells(
  db: Db,
  { csv, mapping }: Pick<ImportServicesInput, 'csv' | 'mapping'>,
): Promise<CatalogueFile> {
  const [head, ...records] = await readCsv(csv, { mostLines: MAX_CATALOGUE_LINES, field: 'csv' });
  if (!head) throw refusedFile('The file is empty');
  const { columns, from } = await readColumns(db, head, { mapping, records });
  const lines = await (from === 'headers' ? readOurs : readForeign)(columns, records);
  if (lines.length === 0) throw refusedFile('The file has headers and no lines', columns);
  return { lines, columns, from };
}

async function readOurs(columns: ImportedColumn[], records: CsvRecord[]): Promise<CatalogueCells[]> {
  const lines: CatalogueCells[] = [];
  for (const [index, { line, cells }] of records.entries()) {
    if (index % LINES_AT_ONCE === 0) await othersTurn();
    const byColumn: CatalogueCells['cells'] = Object.fromEntries<string>(
      columns.map(({ column }, at) => [column ?? '', readDefused(cells[at] ?? '')]),
    );
    lines.push({ line, cells: byColumn, messages: wrongCount(cells, columns) });
  }
  return lines;
}
