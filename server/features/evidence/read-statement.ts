import { setImmediate as othersTurn } from 'node:timers/promises';
import type { StatementMapping } from '#shared/evidence.ts';
import { plainNumber } from '#shared/recipient.ts';
import { readDefused } from '#shared/spreadsheet-text.ts';
import { MAX_STATEMENT_LINES, type StatementRow } from '#shared/statement-file.ts';
import { fieldError } from '../../base/errors.ts';
import { readCsv } from '../../base/lists/read-csv.ts';
import { momentOf } from './read-message.ts';

/** This many lines take about a millisecond; then other work gets a turn. */
const LINES_AT_ONCE = 250;
/** A longer cell is no amount, time or transaction ID. */
const LONGEST_CELL = 100;
const LONGEST_TEXT = 2000;

/** A payment with its line as it stands in the file. */
export interface StatementLine extends StatementRow {
  text: string;
}

export interface ReadStatement {
  rows: number;
  lines: StatementLine[];
  /** Lines without money in. */
  skipped: number;
  refused: { line: number; problem: string }[];
}

/**
 * Reads a provider's statement by its columns.
 * @throws DomainError `bad_input` beside `csv`, and beside `mapping` for a column that the file does not have
 */
export async function readStatement(csv: string, mapping: StatementMapping): Promise<ReadStatement> {
  const records = await readCsv(csv, { mostLines: MAX_STATEMENT_LINES, field: 'csv', keepsRaw: true });
  const [head] = records;
  if (!head) throw fieldError('bad_input', 'csv', 'The file is empty');
  const headers = head.cells.map((header) => header.trim());
  const columns = {
    at: columnOf(headers, mapping.at),
    reference: columnOf(headers, mapping.reference),
    amount: columnOf(headers, mapping.amount),
    payer: mapping.payer === undefined ? undefined : columnOf(headers, mapping.payer),
  };
  const read: ReadStatement = { rows: records.length - 1, lines: [], skipped: 0, refused: [] };
  for (const [index, { line, cells, raw = '' }] of records.entries()) {
    if (index === 0) continue;
    if (index % LINES_AT_ONCE === 0) await othersTurn();
    const cell = (column: number | undefined) => (column === undefined ? '' : (cells[column] ?? '').trim());
    const amount = amountOf(cell(columns.amount));
    if (amount === 'none') {
      read.skipped += 1;
      continue;
    }
    const at = timeOf(cell(columns.at));
    const reference = referenceOf(cell(columns.reference));
    if (amount === undefined) read.refused.push({ line, problem: 'The amount can not be read' });
    else if (!at) read.refused.push({ line, problem: 'The time needs a day and an hour, such as 30/12/2024 13:22' });
    else if (!reference) {
      read.refused.push({
        line,
        problem: 'The transaction ID has 6 to 32 letters and digits, with a digit among them',
      });
    } else {
      const payer = payerOf(cell(columns.payer));
      read.lines.push({ at, reference, amountPoisha: amount, payer, text: storable(raw.trim(), LONGEST_TEXT) });
    }
  }
  return read;
}

/** @throws DomainError `bad_input` beside `mapping` */
function columnOf(headers: string[], name: string): number {
  const found = headers.indexOf(name);
  if (found === -1) throw fieldError('bad_input', 'mapping', `The file has no column ${name}`);
  return found;
}

const NEGATIVE = /^(?:(?:৳|tk\.?|bdt)? ?[-−–].*|\(.*\))$/isu;
/** Thousands in groups of three, or as in `1,00,000`. */
const AMOUNT = /^\+? ?(?:৳|tk\.?|bdt)? ?(\d{1,12}|\d{1,3}(?:,\d{2,3}){0,4},\d{3})(?:\.(\d{1,2}))?$/iu;

/** Integer poisha; `none` without money in, and undefined for any other text. */
function amountOf(cell: string): number | 'none' | undefined {
  if (cell === '' || (cell.length <= LONGEST_CELL && NEGATIVE.test(cell))) return 'none';
  const [, taka, decimals = ''] = (cell.length <= LONGEST_CELL && AMOUNT.exec(cell.normalize('NFKC'))) || [];
  if (taka === undefined) return undefined;
  const poisha = Number(taka.replaceAll(',', '')) * 100 + Number(decimals.padEnd(2, '0'));
  return Number.isSafeInteger(poisha) ? poisha || 'none' : undefined;
}

function timeOf(cell: string): Date | undefined {
  return cell.length <= LONGEST_CELL ? momentOf(cell.replaceAll(/\s+/g, ' ')) : undefined;
}

/** Letters that only look like Latin ones are refused. */
function referenceOf(cell: string): string | undefined {
  return /^[A-Za-z0-9]{6,32}$/.test(cell) && /\d/.test(cell) ? cell : undefined;
}

/** A number as messages write it; any other text as it is. */
function payerOf(cell: string): string | null {
  const typed = readDefused(storable(cell, LONGEST_CELL));
  const [, number] = /^(?:\+?88)?(01\d{9,10})$/.exec(plainNumber(typed)) ?? [];
  return number ?? (typed || null);
}

/** A text that the database can store. */
const storable = (text: string, most: number) => text.replaceAll('\0', '\ufffd').slice(0, most).toWellFormed();
