import { setImmediate as othersTurn } from 'node:timers/promises';
import type { FileColumn, ImportedColumn } from '#shared/catalogue-file.ts';
import { OTHER, readCategory, slugOf } from '#shared/market/categories.ts';
import {
  bare,
  currencyIn,
  hasDecimalPoint,
  oneCurrency,
  type PriceRead,
  readCount,
  readLimits,
  readPrice,
} from '#shared/paste/table.ts';
import { readDefused } from '#shared/spreadsheet-text.ts';
import type { CsvRecord } from '../../../base/lists/read-csv.ts';
import type { CatalogueCells, LineMessage } from './catalogue-shape.ts';
import { refusedFile, wrongCount } from './read-columns.ts';

/** This many lines take about a millisecond; then other work gets a turn. */
const LINES_AT_ONCE = 50;
/** The refill period of a file that says yes. */
const REFILL_DAYS = 30;
/** The promised time of a service whose file promises none, as for suppliers' lists. */
const AVG_TIME_HOURS = '24';

/**
 * Reads the lines of another panel's file into cells of ours. A line with one text is a heading: the category of the lines below.
 * @throws DomainError `bad_input` for `csv` if the prices are not in dollars
 */
export async function readForeign(columns: ImportedColumn[], records: CsvRecord[]): Promise<CatalogueCells[]> {
  const priceAt = columns.findIndex(({ column }) => column === 'price');
  const isPoint = hasDecimalPoint(records.map(({ cells }) => cells[priceAt] ?? ''));
  const currencyAt = columns.findIndex(({ header }) => /^currency(?: code)?$/i.test(header));
  const currencies: Pick<PriceRead, 'currency'>[] = [{ currency: currencyIn(columns[priceAt]?.header ?? '') }];
  const lines: CatalogueCells[] = [];
  let heading = '';
  for (const [index, { line, cells }] of records.entries()) {
    if (index % LINES_AT_ONCE === 0) await othersTurn();
    const texts = textsOf(columns, cells);
    const alone = columns.length > 1 ? textAlone(cells) : null;
    const next = records[index + 1];
    // A name without lines below it is a service whose other cells are missing.
    if (alone && !(texts.has('name') && (!next || textAlone(next.cells)))) {
      heading = alone;
      continue;
    }
    // Some lists have the headers again for every category.
    if (columns.every(({ header }, at) => header === cells[at]?.trim())) continue;
    const read = readLine(texts, isPoint);
    const currency = cells[currencyAt]?.trim().slice(0, 20);
    currencies.push(read, { currency: currency ? (currencyIn(currency) ?? currency) : null });
    lines.push({
      line,
      cells: read.cells,
      ifNew: defaultsOf(read.cells, texts.get('category') ?? '', heading),
      messages: [...wrongCount(cells, columns), ...read.messages],
    });
  }
  assertDollars(currencies, columns);
  return lines;
}

/** The only text of a line; null if it has more, or none with a letter. */
function textAlone(cells: string[]): string | null {
  const [text = '', other] = cells.filter((cell) => cell.trim() !== '');
  return other === undefined && /\p{L}/u.test(text.slice(0, 200)) ? text : null;
}

/** @throws DomainError `bad_input` for `csv` */
function assertDollars(prices: Pick<PriceRead, 'currency'>[], columns: ImportedColumn[]): void {
  const currency = oneCurrency(prices);
  if (currency === null || currency === 'USD') return;
  const names = [...new Set(prices.flatMap((price) => price.currency ?? []))].slice(0, 5).join(', ');
  throw refusedFile(`The prices are in ${names}. Convert them all to dollars in the file first`, columns);
}

/** The texts of a line; an empty cell says nothing, and 1 is yes where days are not asked for. */
function textsOf(columns: ImportedColumn[], cells: string[]): Map<FileColumn, string> {
  const texts = new Map<FileColumn, string>();
  for (const [at, { header, column }] of columns.entries()) {
    const text = readDefused(cells[at] ?? '').trim();
    const isYes = column === 'refillDays' && text === '1' && !/day/i.test(header);
    if (column && text !== '') texts.set(column, isYes ? 'yes' : text);
  }
  return texts;
}

/** The form of our own file; null for a text that says nothing. A text that is in no form stays, and the rules refuse it. */
const formOf: Partial<Record<FileColumn, (text: string) => string | null | { problem: string }>> = {
  id: bare,
  externalId: bare,
  category: () => null,
  min: countIn,
  max: countIn,
  avgTime: hoursIn,
  refillDays: refillIn,
};

function readLine(texts: Map<FileColumn, string>, isPoint: boolean) {
  const cells: CatalogueCells['cells'] = {};
  const messages: LineMessage[] = [];
  let currency: string | null = null;
  for (const [column, text] of texts) {
    if (column === 'minMax') {
      const limits = readLimits(text);
      if (!limits)
        messages.push({ field: 'min', message: `“${text.slice(0, 40)}” is not two limits, such as 100/10000` });
      else Object.assign(cells, { min: String(limits.min), max: String(limits.max) });
    } else if (column === 'price') {
      const read = readPrice(text, isPoint);
      if ('problem' in read) messages.push({ field: column, message: read.problem });
      else [cells.price, currency] = [read.price, read.currency];
    } else {
      const form = (formOf[column] ?? String)(text);
      if (typeof form === 'string') cells[column] = form;
      else if (form) messages.push({ field: column, message: form.problem });
    }
  }
  return { cells, messages, currency };
}

/** What a new service has where the line says nothing. */
function defaultsOf({ name = '' }: CatalogueCells['cells'], text: string, heading: string): CatalogueCells['cells'] {
  const [cell, own, above] = [text, name, heading].map((each) => readCategory(each));
  const top = [cell, own, above].find((read) => read && read.top !== OTHER.slug)?.top ?? OTHER.slug;
  const kind = own?.kind ?? cell?.kind ?? above?.kind ?? null;
  return { description: name, avgTime: AVG_TIME_HOURS, category: slugOf(top, kind) };
}

function countIn(text: string): string | { problem: string } {
  const read = readCount(text);
  return 'value' in read ? String(read.value) : read;
}

/** `6 hours`, `0-6h`, `2 days`, `45 min` as whole hours. */
function hoursIn(text: string): string | null {
  const [, count, unit] = /(\d{1,6}) ?(d|h|min|$)/i.exec(bare(text)) ?? [];
  if (count === undefined) return null;
  return unit?.toLowerCase() === 'min' ? '1' : String(Number(count) * (/d/i.test(unit ?? '') ? 24 : 1));
}

function refillIn(text: string): string {
  const typed = bare(text).toLowerCase();
  if (/^(?:no|none|false|0|-|no refill)$/.test(typed)) return '';
  if (/^(?:yes|true|refill)$/.test(typed)) return String(REFILL_DAYS);
  return /^r?(\d{1,4}) ?(?:d|days?)?(?: refill)?$/.exec(typed)?.[1] ?? text;
}
