import { z } from 'zod';
import { errorMessages } from '#shared/errors.ts';
import {
  decimalFromMicros,
  decimalFromNanos,
  type Micros,
  micros,
  type Nanos,
  type Price,
  parseDollars,
  parsePrice,
} from '#shared/money.ts';
import { isLeftEmpty } from '#shared/numbers.ts';
import type { Per } from '#shared/service-types.ts';
import { text } from '#shared/text.ts';

/** A double represents 15 digits of any decimal number; further digits are noise of the sender's arithmetic. */
const FAITHFUL_DIGITS = 15;
/** Every client displays at least cents, and JSON can't distinguish 12.00 from 12. */
const LEAST_DECIMALS_SHOWN = 2;
const NANO_DECIMALS = 9;
/** Of a number as text: more than any amount has. */
const MAX_CHARACTERS = 30;

/** A number of dollars, parsed digit by digit into nano-dollars. @param label the field's name in its message */
export function dollars(label: string) {
  return decimal(label).transform((digits, context): Nanos => {
    const nanos = parseDollars(digits);
    if (nanos !== null) return nanos;
    context.addIssue(
      decimalsIn(digits) > NANO_DECIMALS ? 'Amount may have at most 9 decimals' : errorMessages.amount_too_large,
    );
    return z.NEVER;
  });
}

/** A number of dollars per 1000 units, parsed digit by digit into micro-dollars. For packages see {@link priceFromPer1000}. */
export const pricePer1000 = decimal('Price').transform((digits, context): Micros => {
  const price = parsePrice(digits);
  if (price !== null) return price;
  context.addIssue(decimalsIn(digits) > 6 ? 'Price may have at most 6 decimals' : 'Price is too large');
  return z.NEVER;
});

/** The total that a client computed and displayed, in the precision it sent. */
export const shownDollars = decimal('Price', { isOptional: true, textOf: faithfulText }).transform(
  (digits, context): ShownDollars => {
    const decimals = Math.min(Math.max(decimalsIn(digits), LEAST_DECIMALS_SHOWN), NANO_DECIMALS);
    const nanos = parseDollars(cutTo(decimals, digits));
    if (nanos !== null && nanos >= 0) return { nanos, decimals };
    context.addIssue(digits.startsWith('-') ? 'Price must be a positive number' : errorMessages.amount_too_large);
    return z.NEVER;
  },
);

/** Nano-dollars as the nearest JSON number, which prints all digits below $8,388,608 (2^23). */
export function toDollars(nanos: Nanos): number {
  return Number(decimalFromNanos(nanos));
}

/**
 * A price per 1000 units as a JSON number of dollars. Older clients compute quantity × price ÷ 1000, so it is the price of 1000 packages,
 * too.
 */
export function toPricePer1000({ priceMicros, per }: Price): number {
  return Number(decimalFromMicros(micros(priceMicros * (1000 / per))));
}

/** The inverse of {@link toPricePer1000}. @returns null if the price of one is no whole number of micro-dollars */
export function priceFromPer1000(per1000: Micros, per: Per): Micros | null {
  const price = (per1000 * per) / 1000;
  return Number.isInteger(price) ? micros(price) : null;
}

/** A number's shortest decimal text, without the exponent that JavaScript uses for small ones; huge ones keep theirs. */
export function decimalText(value: number): string {
  const shown = String(value);
  const [, sign = '', first = '', rest = '', exponent] = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(shown) ?? [];
  return exponent === undefined ? shown : `${sign}0.${'0'.repeat(Number(exponent) - 1)}${first}${rest}`;
}

/**
 * A JSON number, or plain digits as text: older clients send a form field's value.
 * @param textOf the digits of a number
 */
function decimal(label: string, { isOptional = false, textOf = decimalText } = {}) {
  const notANumber = `${label} must be a number`;
  const digits = text({ max: [MAX_CHARACTERS, notANumber], form: [/^-?\d+(?:\.\d+)?$/, notANumber] });
  return z
    .union([z.number().transform(textOf), digits], {
      error: ({ input }) => (isLeftEmpty(input) && !isOptional ? `${label} is required` : notANumber),
    })
    .meta({ description: 'A number, or its digits as text' });
}

function faithfulText(value: number): string {
  return decimalText(Number(value.toPrecision(FAITHFUL_DIGITS)));
}

const decimalsIn = (digits: string) => digits.split('.', 2)[1]?.length ?? 0;

function cutTo(decimals: number, digits: string): string {
  const [whole = '', fraction = ''] = digits.split('.', 2);
  return `${whole}.${fraction.slice(0, decimals)}`;
}

/** A displayed dollar amount, rounded or cut to some decimals. */
export interface ShownDollars {
  nanos: Nanos;
  /** How many decimals were displayed, 0 to 9. */
  decimals: number;
}

/** Whether an exact amount can be displayed like this: some clients cut further decimals, others round half up. */
export function isShownAs(exactNanos: Nanos, shown: ShownDollars): boolean {
  const step = 10 ** (9 - shown.decimals);
  const rest = exactNanos % step;
  const cut = exactNanos - rest;
  return shown.nanos === cut || (rest * 2 >= step && shown.nanos === cut + step);
}
