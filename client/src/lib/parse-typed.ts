import { latinDigits } from '#shared/latin-digits.ts';
import { type Nanos, parseDollars } from '#shared/money.ts';
import { readNumber } from '#shared/paste/number.ts';
import { parseInteger, ungrouped } from './parse-integer.ts';

export { ungrouped } from './parse-integer.ts';

/** A longer text is not a percentage. */
const LONGEST_PERCENT = 20;

/* Parses typed numbers: Bengali digits are accepted, and commas and spaces only as group separators, so "2,5" is not
   a number. Without schemas, so that a page that only parses does not load zod. */

/** A count as people write it ("1,000", "5k"); null for any other text. `CountField` displays how it is read. */
export function parseCount(text: string): number | null {
  const read = readNumber(text, 'person');
  // The range has a message for a number below 0.
  return 'value' in read ? read.value : parseInteger(text);
}

/** A typed percentage of a change ("+10", "-5.5 %") in hundredths; null for any other text. */
export function parsePercent(text: string): number | null {
  const [, sign = '', amount = ''] =
    /^([+\-\u2212]?)\s*([^%]*?)\s*%?$/.exec(text.slice(0, LONGEST_PERCENT).trim()) ?? [];
  const hundredths = parseHundredths(amount);
  return hundredths !== null && sign && sign !== '+' ? -hundredths : hundredths;
}

/** Hundredths as typed: 12650 is "126.50", 12600 is "126". */
export function decimalFromHundredths(hundredths: number): string {
  const rest = hundredths % 100;
  const whole = (hundredths - rest) / 100;
  return rest === 0 ? String(whole) : `${whole}.${String(rest).padStart(2, '0')}`;
}

/** Parses dollars like `parseDollars`, with both kinds of digits; null for any other text. */
export function parseTypedDollars(text: string, maxDecimals?: number): Nanos | null {
  return parseDollars(latinDigits(text), maxDecimals);
}

/** A number with up to two decimals, as hundredths; null for any other text. */
export function parseHundredths(text: string): number | null {
  const [, whole, decimals = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(ungrouped(latinDigits(text).trim())) ?? [];
  return whole === undefined ? null : Number(whole + decimals.padEnd(2, '0'));
}

/** 10,000 percent. */
const MOST_HUNDREDTHS = 1_000_000;

/** A typed margin: its percentage, undefined for an empty field. */
export function parseMargin(typed: string): { percent: number | undefined; isWrong: boolean } {
  const text = typed.replace(/%\s*$/, '').trim();
  if (text === '') return { percent: undefined, isWrong: false };
  const hundredths = parseHundredths(text);
  if (hundredths === null || hundredths > MOST_HUNDREDTHS) return { percent: undefined, isWrong: true };
  return { percent: hundredths / 100, isWrong: false };
}
