import { latinDigits } from '#shared/latin-digits.ts';
import { type Nanos, parseDollars } from '#shared/money.ts';

/** Anything longer was not typed as a percentage. */
const LONGEST_PERCENT = 20;

/** The spaces that part thousands in print, and in what is pasted from there: no-break, figure, thin and narrow no-break. */
const PRINTED_SPACES = /[\u00a0\u2007\u2009\u202f]/g;
/** Commas or spaces, not both, where they part thousands or, as in Bangladesh, lakhs. */
const GROUPED = [
  { separator: ',', form: /^-?\d{1,3}(,\d{2,3})*,\d{3}(\.|$)/ },
  { separator: ' ', form: /^-?\d{1,3}( \d{2,3})* \d{3}(\.|$)/ },
];

/*
 * Numbers as people type them: Bengali digits count like Latin ones, and commas and spaces only where they group digits, so that
 * "2,5" is no number. Without schemas, which a page that only reads what was typed elsewhere need not load.
 */

/** A percentage to change something by, as typed ("+10", "-5.5 %"), in hundredths; null when the text is none. */
export function parsePercent(text: string): number | null {
  const [, sign = '', amount = ''] =
    /^([+\-\u2212]?)\s*([^%]*?)\s*%?$/.exec(text.slice(0, LONGEST_PERCENT).trim()) ?? [];
  const hundredths = parseHundredths(amount);
  return hundredths !== null && sign && sign !== '+' ? -hundredths : hundredths;
}

/** Hundredths as they are typed: 12650 is "126.50", 12600 is "126". */
export function decimalFromHundredths(hundredths: number): string {
  const rest = hundredths % 100;
  const whole = (hundredths - rest) / 100;
  return rest === 0 ? String(whole) : `${whole}.${String(rest).padStart(2, '0')}`;
}

/** Reads dollars as `parseDollars` does, in either kind of digits; null when the text is no such amount. */
export function parseTypedDollars(text: string, maxDecimals?: number): Nanos | null {
  return parseDollars(latinDigits(text), maxDecimals);
}

/** Reads digits with or without separators of groups; null for anything else or beyond what an integer holds. */
export function parseInteger(text: string): number | null {
  const digits = ungrouped(latinDigits(text).trim());
  if (!/^-?\d{1,15}$/.test(digits)) return null;
  return Number(digits);
}

/** A number with up to two decimals in hundredths; null for anything else. */
export function parseHundredths(text: string): number | null {
  const [, whole, decimals = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(ungrouped(latinDigits(text).trim())) ?? [];
  return whole === undefined ? null : Number(whole + decimals.padEnd(2, '0'));
}

/** Takes the commas or spaces away where they part thousands ("1,500,000", "1 500") or, as in Bangladesh, lakhs ("15,00,000"). */
export function ungrouped(text: string): string {
  const plain = text.replace(PRINTED_SPACES, ' ');
  const grouped = GROUPED.find(({ form }) => form.test(plain));
  return grouped ? plain.replaceAll(grouped.separator, '') : text;
}
