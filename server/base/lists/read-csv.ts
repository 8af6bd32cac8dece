import { Readable } from 'node:stream';
import { setImmediate as othersTurn } from 'node:timers/promises';
import { CsvError, type Options, parse } from 'csv-parse';
import { separatorOf } from '#shared/paste/table.ts';
import { fieldError } from '../errors.ts';

/** This much is read in about a millisecond; then other work gets a turn. */
const BYTES_AT_ONCE = 16 * 1024;

export interface CsvRecord {
  /** As in a spreadsheet, including empty lines: the first is line 1. */
  line: number;
  cells: string[];
  /** The record as it stands in the file, where it was asked for. */
  raw?: string;
}

interface CsvOptions {
  /** More records after the header are refused. */
  mostLines: number;
  /** The input field that errors refer to. */
  field: string;
  keepsRaw?: boolean;
}

/**
 * Reads a CSV file with a header, as programs and spreadsheets write it: with or without a byte order mark, any line breaks, separated
 * by commas, semicolons, tabs or |. Records with only empty cells are skipped.
 * @throws DomainError `bad_input` for `field`, naming the line
 */
export async function readCsv(text: string, { mostLines, field, keepsRaw = false }: CsvOptions): Promise<CsvRecord[]> {
  const { body, delimiter, linesBefore } = readPreamble(text);
  const options: Options = {
    delimiter,
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    raw: keepsRaw,
  };
  // Files with these seldom quote anything: quotes belong to the texts.
  options.relax_quotes = delimiter === '\t' || delimiter === '|';
  const records: CsvRecord[] = [];
  try {
    for await (const item of Readable.from(slices(body)).pipe(parse(options))) {
      const { record: cells, info, raw } = item as Item;
      if (cells.every((cell) => cell.trim() === '')) continue;
      if (records.length > mostLines) throw fieldError('bad_input', field, `The file has more than ${mostLines} lines`);
      records.push({ line: linesBefore + info.records + info.empty_lines, cells, ...(keepsRaw && { raw }) });
    }
  } catch (error) {
    if (error instanceof CsvError) throw fieldError('bad_input', field, plainMessage(error, linesBefore));
    throw error;
  }
  return records;
}

interface Item {
  record: string[];
  info: { records: number; empty_lines: number };
  raw?: string;
}

/** As bytes, because a text could be cut within a character. */
async function* slices(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += BYTES_AT_ONCE) {
    await othersTurn();
    yield bytes.subarray(at, at + BYTES_AT_ONCE);
  }
}

/** Spreadsheets that separate by semicolons may declare it in a line before the headers. */
function readPreamble(text: string): { body: string; delimiter: string; linesBefore: number } {
  const [said, separator] = /^\uFEFF?sep=([,;\t|])\r?\n/.exec(text) ?? [];
  if (said && separator) return { body: text.slice(said.length), delimiter: separator, linesBefore: 1 };
  return { body: text, delimiter: separatorOf(firstLineOf(text)), linesBefore: 0 };
}

/** Headers are short: a file without a line break within this many characters has no headers. */
function firstLineOf(text: string): string {
  return text.slice(0, 10_000).split(/[\r\n]/, 1)[0] ?? '';
}

function plainMessage({ code, lines, records, empty_lines }: CsvError, linesBefore: number): string {
  // The line in which its record begins.
  const begin = linesBefore + Number(records) + Number(empty_lines) + 1;
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `A quote in line ${begin} of the file is opened and never closed`;
  const line = String(lines);
  if (code === 'CSV_INVALID_CLOSING_QUOTE') return `Line ${line} of the file has text behind a closing quote`;
  if (code === 'INVALID_OPENING_QUOTE') return `Line ${line} of the file has a quote within a cell that is not quoted`;
  return `Line ${line} of the file can't be read as CSV`;
}
