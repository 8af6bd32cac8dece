import { latinForm, visible } from './clean.ts';

/**
 * How freely a number is read: `plain` takes digits only; `api2` also `1000.0` and `1e3`; `person` also what people write, where they
 * see the reading before it counts.
 */
export type NumberMode = 'plain' | 'api2' | 'person';

/** Why a text is not a whole number. */
export const numberProblems = {
  missing: 'A number is required',
  not_whole: '“{text}” is not a whole number',
  ambiguous: '“{text}” can be read in more than one way: write {values}',
  not_plain: 'Write “{text}” in plain digits: {values}',
  too_large: 'The number is too large',
} as const;
export type NumberProblem = keyof typeof numberProblems;

export interface NumberRead {
  value: number;
}

export interface NumberRefused {
  /** A sentence in English. */
  problem: string;
  code: NumberProblem;
  /** What the text could mean. */
  values?: number[];
}

/** Longer texts are no numbers. */
const LONGEST = 40;
const MAX_DIGITS = 15;

/** Reads a whole number of 0 or more. */
export function readNumber(text: string, mode: NumberMode): NumberRead | NumberRefused {
  const typed = text.length > LONGEST * 4 ? text.slice(0, LONGEST * 4) : visible(text);
  if (typed === '') return refuse('missing', typed);
  if (typed.length > LONGEST) return refuse(/^\d+(?:e\+?\d+)?$/i.test(typed) ? 'too_large' : 'not_whole', typed);
  if (/^\d+$/.test(typed)) return whole(typed, [Number(typed)]);
  if (mode === 'person') return whole(typed, valuesOf(latinForm(typed).toLowerCase()));
  const isSent = mode === 'api2' && /^\d+(?:\.\d+)?(?:e\+?\d+)?$/i.test(typed);
  if (isSent && !LOOKS_GROUPED.test(typed)) return whole(typed, [Number(typed)]);
  const values = valuesOf(latinForm(typed).toLowerCase()).filter(isExact);
  if (values.length === 0) return refuse('not_whole', typed);
  return refuse(values.length > 1 ? 'ambiguous' : 'not_plain', typed, values);
}

/** `1.000` is one for some people, and a thousand for others. */
const LOOKS_GROUPED = /^[1-9]\d{0,2}\.\d{3}$/;

const UNITS: Record<string, number> = {
  k: 1e3,
  m: 1e6,
  হাজার: 1e3,
  লাখ: 1e5,
  লক্ষ: 1e5,
};
const WITH_UNIT = /^([\d.,]+) ?(k|m|হাজার|লাখ|লক্ষ)$/;

/** Groups of thousands or, as in Bangladesh, lakhs, by one separator; a decimal part of zeros may follow. */
const GROUPED: readonly [string, RegExp][] = [
  [',', /^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.0{1,2})?$/],
  [' ', /^\d{1,3}(?: \d{2,3})* \d{3}(?:[.,]0{1,2})?$/],
  ["'", /^\d{1,3}(?:'\d{3})+(?:[.,]0{1,2})?$/],
  ['.', /^\d{1,3}(?:\.\d{3}){2,}(?:,0{1,2})?$/],
];

/** The numbers that a person may mean; none for a text that is no number. */
function valuesOf(typed: string): number[] {
  const text = typed.replaceAll(/[\s\u2007]+/g, ' ').replaceAll('’', "'");
  const [, digits, unit] = WITH_UNIT.exec(text) ?? [];
  if (digits !== undefined && unit !== undefined) return scaled(digits, UNITS[unit] ?? 1);
  for (const [separator, form] of GROUPED) {
    if (form.test(text)) return [Number(text.replaceAll(separator, '').replace(',', '.'))];
  }
  // A comma or a dot before three digits groups them, or is a decimal point; before one or two it may be a lost digit.
  const [, front, sign, back = ''] = /^(\d+)([.,])(\d+)$/.exec(text) ?? [];
  if (front !== undefined) {
    if (LOOKS_GROUPED.test(text)) return [Number(text), Number(front + back)];
    if (sign === ',' && /^00?$/.test(back) && front.length < 4) return [Number(front), Number(front + back)];
    return [Number(`${front}.${back}`)];
  }
  return /^\d+(?:(?:\.\d+)?e\+?\d+)?$/.test(text) ? [Number(text)] : [];
}

/** `2.5k`; `1.500k` is 1,500 or 1,500,000. */
function scaled(digits: string, unit: number): number[] {
  if (/^\d+$/.test(digits)) return [Number(digits) * unit];
  const times = (decimal: string) => Math.round(Number(decimal) * unit * 1000) / 1000;
  if (/^\d+[.,]\d{1,2}$/.test(digits)) return [times(digits.replace(',', '.'))];
  if (/^\d{1,3}[.,]\d{3}$/.test(digits)) {
    return [times(digits.replace(',', '.')), Number(digits.replace(/[.,]/, '')) * unit];
  }
  return [];
}

const isExact = (value: number): boolean => Number.isInteger(value) && value < 10 ** MAX_DIGITS;

function whole(typed: string, values: number[]): NumberRead | NumberRefused {
  const [value, other] = values.filter((each) => Number.isInteger(each) || each === Infinity);
  if (value === undefined) return refuse('not_whole', typed);
  if (!isExact(value)) return refuse('too_large', typed);
  if (other !== undefined) return refuse('ambiguous', typed, [value, other]);
  return values.length > 1 ? refuse('ambiguous', typed, [value]) : { value };
}

function refuse(code: NumberProblem, text: string, values?: number[]): NumberRefused {
  const problem = numberProblems[code].replace('{text}', text).replace('{values}', values?.join(' or ') ?? '');
  return values ? { problem, code, values } : { problem, code };
}
