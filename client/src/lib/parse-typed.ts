import { latinDigits } from '#shared/latin-digits.ts';
import { type Nanos, parseDollars } from '#shared/money.ts';

/** A longer text is not a percentage. */
const LONGEST_PERCENT = 20;

/** Spaces that separate thousands in printed and pasted text: no-break, figure, thin and narrow no-break. */
const PRINTED_SPACES = /[\u00a0\u2007\u2009\u202f]/g;
/** Commas or spaces, not both, that group thousands or, as in Bangladesh, lakhs. */
const GROUPED = [
  { separator: ',', form: /^-?\d{1,3}(,\d{2,3})*,\d{3}(\.|$)/ },
  { separator: ' ', form: /^-?\d{1,3}( \d{2,3})* \d{3}(\.|$)/ },
];

/* Parses typed numbers: Bengali digits are accepted, and commas and spaces only as group separators, so "2,5" is not
   a number. Without schemas, so that a page that only parses does not load zod. */

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

/** Parses digits with or without group separators; null for any other text or an unsafe integer. */
export function parseInteger(text: string): number | null {
  const digits = ungrouped(latinDigits(text).trim());
  if (!/^-?\d{1,15}$/.test(digits)) return null;
  return Number(digits);
}

/** A number with up to two decimals, as hundredths; null for any other text. */
export function parseHundredths(text: string): number | null {
  const [, whole, decimals = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(ungrouped(latinDigits(text).trim())) ?? [];
  return whole === undefined ? null : Number(whole + decimals.padEnd(2, '0'));
}

/** Removes commas or spaces that group thousands ("1,500,000", "1 500") or, as in Bangladesh, lakhs ("15,00,000"). */
export function ungrouped(text: string): string {
  const plain = text.replace(PRINTED_SPACES, ' ');
  const grouped = GROUPED.find(({ form }) => form.test(plain));
  return grouped ? plain.replaceAll(grouped.separator, '') : text;
}
