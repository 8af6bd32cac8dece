import type { FileColumn } from '../catalogue-file.ts';
import { latinForm, visible } from './clean.ts';
import { type NumberRead, type NumberRefused, readNumber } from './number.ts';

const SEPARATORS = [',', ';', '\t', '|'];

/** The sign between the cells of a table, by its first line. */
export function separatorOf(line: string): string {
  const unquoted = line.replaceAll(/"[^"]*"/g, '');
  const count = (separator: string) => unquoted.split(separator).length;
  return SEPARATORS.toSorted((one, other) => count(other) - count(one))[0] ?? ',';
}

/** Usual headers of other panels, in plain form, better ones first; the first column that has one of the best gets it. */
const HEADERS: [FileColumn, ...RegExp[]][] = [
  ['minMax', /^(?:min(?:imum)? max(?:imum)?|limits?|quantity|min(?:imum)? max(?:imum)? (?:order|quantity))$/],
  [
    'externalId',
    /^(?:external id|service (?:id|no|number|code)|sid)$/,
    /^(?:id|number|code|service)$/,
    /^(?:(?:api|provider|supplier) (?:id|no|number|code)|no)$/,
  ],
  ['name', /^(?:(?:service )?(?:name|title)|services?|package|product|description of service|সার্ভিস(?:ের নাম)?|সেবা|নাম)$/],
  ['nameBn', /^(?:(?:name )?(?:bn|bengali|bangla)(?: name)?|name bn|বাংলা নাম)$/],
  ['category', /^(?:category|categories|category name|platform|social network|network|group|ক্যাটাগরি|বিভাগ)$/],
  [
    'price',
    /^(?:(?:selling|sale|sell)(?: (?:rate|price))?(?: (?:per )?1000)?|(?:(?:our|your|my) )?(?:rates?|prices?) (?:per )?1000|per 1000|1000 (?:rate|price))$/,
    /^(?:(?:(?:our|your|my) )?(?:rates?|prices?)|দাম|মূল্য|রেট|দর)$/,
    /^(?:(?:our|your|my) )?(?:cost|amount)(?: (?:per )?1000)?$/,
  ],
  ['min', /^(?:min(?:imum)?(?: (?:order|quantity|qty|amount|limit))?|সর্বনিম্ন|ন্যূনতম)$/],
  ['max', /^(?:max(?:imum)?(?: (?:order|quantity|qty|amount|limit))?|সর্বোচ্চ)$/],
  ['description', /^(?:(?:service )?(?:descriptions?|details?|desc|info|information|notes?)|বিবরণ|বর্ণনা)$/],
  ['avgTime', /^(?:(?:avg|average|completion|delivery)(?: completion| delivery)? time|time|সময়|সময়)$/],
  ['type', /^(?:(?:service )?type|ধরন|ধরণ)$/],
  ['refillDays', /^(?:refill(?: days?| period)?|guarantee(?: days?)?|রিফিল)$/],
  ['cancel', /^(?:cancel(?:l?able|lation)?(?: button)?|বাতিল)$/],
  ['speedUp', /^speed up$/],
  ['image', /^(?:image|icon|logo|picture)$/],
  ['hidden', /^(?:hidden|disabled)$/],
];

/** Guesses which of our columns the columns of another panel's file are, by the usual headers: null for each that is not used. */
export function guessColumns(headers: readonly string[]): (FileColumn | null)[] {
  const plain = headers.map(plainHeader);
  const guessed: (FileColumn | null)[] = headers.map(() => null);
  // A column called "service" has the names, unless another one does.
  const hasNames = plain.some((header) => /^(?:service )?(?:name|title)$/.test(header));
  for (const [column, ...forms] of HEADERS) {
    const isFree = (header: string, at: number) =>
      guessed[at] === null && (column !== 'externalId' || hasNames || header !== 'service');
    const best = forms.find((form) => plain.some((header, at) => form.test(header) && isFree(header, at)));
    const found = plain.flatMap((header, at) => (best?.test(header) && isFree(header, at) ? at : []));
    // One of two prices may be what the services cost.
    if (found[0] !== undefined && (column !== 'price' || found.length === 1)) guessed[found[0]] = column;
  }
  return guessed;
}

const BRACKETS = /\([^)]*\)|\[[^\]]*\]/g;
const wordsOf = (header: string) => header.slice(0, 100).replaceAll(/([a-z])([A-Z])/g, '$1 $2');

/** `RATE/1000 ($)` as `rate 1000`; a unit in brackets stays: `Rate (per 100)`. */
function plainHeader(header: string): string {
  if (header.trim() === '#') return 'no';
  return wordsOf(latinForm(visible(header.slice(0, 100))))
    .toLowerCase()
    .replaceAll(/1[,.]000|1 ?k\b|\bthousand\b/g, '1000')
    .replaceAll(BRACKETS, (text) =>
      /\d|\b(?:per|each|pcs?|pieces?|units?)\b/.test(text.replace(/\D*\b1000\b\D*/, '')) ? text : ' ',
    )
    .replaceAll(/\b(?:usd|bdt|eur|inr)\b/g, ' ')
    .replaceAll(/[^\p{L}\p{M}\d]+/gu, ' ')
    .trim();
}

/** Reads a count in a cell: `1,000,000`, `1E+06`, `'1000`, `10K`. */
export function readCount(cell: string): NumberRead | NumberRefused {
  return readNumber(bare(cell), 'person');
}

/** Reads both limits in one cell: `100/10,000`, `100 - 10K`. @returns null for any other text */
export function readLimits(cell: string): { min: number; max: number } | null {
  const parts = bare(cell).split(/\/|\s*(?:[-–—~]|\bto\b)\s*/);
  const [min, max] = parts.map((part) => readCount(part));
  if (parts.length !== 2 || !min || !max || !('value' in min) || !('value' in max)) return null;
  return { min: min.value, max: max.value };
}

const CURRENCIES: [code: string, sign: RegExp][] = [
  ['USD', /^(?:us ?\$|\$|usd|dollars?)$/],
  ['BDT', /^(?:৳|tk\.?|bdt|taka|টাকা)$/],
  ['EUR', /^(?:€|eur|euros?)$/],
  ['GBP', /^(?:£|gbp)$/],
  ['INR', /^(?:₹|rs\.?|rupees?|inr)$/],
  ['TRY', /^(?:₺|tl|try)$/],
  ['RUB', /^(?:₽|rub)$/],
];

export interface PriceRead {
  /** In plain decimal digits: `0.95`. */
  price: string;
  /** The currency that the cell names; null for none. */
  currency: string | null;
}

/** Why a cell has no price. */
export const priceProblems = {
  not_a_price: '“{text}” is not a price',
  ambiguous_price: '“{text}” can be read as {values}',
} as const;

export interface PriceRefused {
  /** A sentence in English. */
  problem: string;
  code: keyof typeof priceProblems;
  /** What the cell could mean. */
  values?: string[];
}

const ISO_CODES = new Set(Intl.supportedValuesOf('currency'));

/** The currency that a header names: `Price (BDT)`, `priceBDT`, `RATE/1000 ৳`; null for none. */
export function currencyIn(header: string): string | null {
  const text = wordsOf(header).replaceAll(BRACKETS, (part) => part.toUpperCase());
  for (const part of text.split(/[\s()[\]{}/:;,._-]+/)) {
    const word = part.replaceAll(/\d/g, '');
    const known = CURRENCIES.find(([, form]) => form.test(word.toLowerCase()))?.[0];
    if (known || /\p{Sc}/u.test(word) || ISO_CODES.has(word)) return known ?? word;
  }
  return null;
}

/** Whether the dot in the prices of a column is a decimal point: one of them can't be read otherwise, and none has a decimal comma. */
export function hasDecimalPoint(cells: readonly string[]): boolean {
  const isIn = (form: RegExp) => cells.some((cell) => form.test(cell.slice(0, 40)));
  return isIn(/(?:^|\D)(?:0?\.\d+|\d+\.(?:\d{1,2}|\d{4,}))(?:\D|$)/) && !isIn(/\d,(?:\d{1,2}|\d{4,})(?:\D|$)/);
}

/**
 * Reads a price in a cell: `$0.95`, `0,95 €`, `1,234.50`, `9.5E-1`, `0.95 / 1K`.
 * @param isPoint whether a dot is the decimal point; otherwise `1.250` is ambiguous
 */
export function readPrice(cell: string, isPoint = true): PriceRead | PriceRefused {
  const text = bare(cell)
    .toLowerCase()
    .replace(/ ?(?:\/|per) ?(?:1000|1,000|1 ?k)$/, '');
  const [, before = '', digits = '', after = ''] =
    /^((?:[^\d.,'\s-]+\.?)?) ?([\d.,' ]*\d(?:e[+-]?\d{1,2})?) ?(\D{0,10})$/.exec(text) ?? [];
  const signs = [before, after].map((sign) => sign.trim()).filter(Boolean);
  const named = signs.map((sign) => CURRENCIES.find(([, form]) => form.test(sign))?.[0]);
  const [price, other] = decimalsOf(digits.trim(), isPoint);
  const isOne = named.every((code) => code !== undefined && code === named[0]);
  if (price === undefined || !isOne) return refusePrice('not_a_price', cell);
  if (other !== undefined) return refusePrice('ambiguous_price', cell, [price, other]);
  return { price, currency: named[0] ?? null };
}

/** The one currency of a column; null where no cell names one, and undefined where they name several. */
export function oneCurrency(prices: readonly Pick<PriceRead, 'currency'>[]): string | null | undefined {
  const named = new Set(prices.flatMap(({ currency }) => currency ?? []));
  return named.size > 1 ? undefined : ([...named][0] ?? null);
}

/** The decimal numbers that digits with signs between them can be. */
function decimalsOf(text: string, isPoint: boolean): string[] {
  if (/^\d{0,12}\.?\d{1,12}$/.test(text) && !/^[1-9]\d{0,2}\.\d{3}$/.test(text)) return [text.replace(/^\./, '0.')];
  // A price of three decimals is usual.
  if (/^\d{1,3}\.\d{3}$/.test(text)) return isPoint ? [text] : [text, text.replace('.', '')];
  if (/^[1-9]\d{0,2}(?:[ ,']\d{2,3})*[ ,']\d{3}\.\d{1,12}$/.test(text)) return [text.replaceAll(/[ ,']/g, '')];
  if (/^[1-9]\d{0,2}(?:[ .']\d{3})+,\d{1,12}$/.test(text)) return [text.replaceAll(/[ .']/g, '').replace(',', '.')];
  if (/^[1-9]\d{0,2}(?:(?:,\d{2,3})+,\d{3}|(?:[ ']\d{3})+|(?:\.\d{3}){2,})$/.test(text)) {
    return [text.replaceAll(/[ ,'.]/g, '')];
  }
  if (/^[1-9]\d{0,2},\d{3}$/.test(text)) return [text.replace(',', '.'), text.replace(',', '')];
  if (/^\d{1,12},\d{1,6}$/.test(text)) return [text.replace(',', '.')];
  const [, whole, decimals = '', sign, zeros] = /^(\d{1,12})(?:[.,](\d{1,12}))?e([+-]?)(\d{1,2})$/.exec(text) ?? [];
  return whole === undefined ? [] : [shifted(whole, decimals, sign === '-' ? -Number(zeros) : Number(zeros))];
}

/** A number with its decimal point moved: `9.5E-1` is `0.95`. */
function shifted(whole: string, decimals: string, by: number): string {
  const digits = whole + decimals;
  const point = whole.length + by;
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0');
  const at = Math.max(point, 1);
  return `${padded.slice(0, at)}.${padded.slice(at)}`.replace(/\.0*$|(\.\d*?)0+$/, '$1');
}

/** A cell without what a spreadsheet adds: an apostrophe before a number, quotes, invisible characters. A longer one is no number. */
export function bare(cell: string): string {
  return latinForm(visible(cell.length > 200 ? `${cell.slice(0, 200)}…` : cell))
    .replaceAll(/^['"=]+|"+$/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function refusePrice(code: PriceRefused['code'], cell: string, values?: string[]): PriceRefused {
  const problem = priceProblems[code]
    .replace('{text}', cell.slice(0, 40))
    .replace('{values}', values?.join(' or ') ?? '');
  return values ? { problem, code, values } : { problem, code };
}
