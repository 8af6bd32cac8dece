import { z } from 'zod';
import { latinDigits } from '#shared/latin-digits.ts';
import { type Micros, type Nanos, parsePrice } from '#shared/money.ts';
import { parseInteger, parseTypedDollars, ungrouped } from './parse-typed.ts';

/*
 * Fields in which people type a number. The form keeps the text as typed, so nothing is lost or reformatted under the
 * cursor; the schema turns it into the integer that the procedure takes and then applies the procedure's own rules.
 */

/** Dollars as typed ("12.5") into nano-dollars. @param required the message when the text is no such amount */
export function typedDollars(rules: z.core.$ZodType<Nanos, Nanos>, required: string, maxDecimals = 2) {
  return typedNumber((text) => parseTypedDollars(text, maxDecimals), required).pipe(rules);
}

/**
 * The same, where each way to be no such amount has a message of its own.
 * @param tooLarge the message for more than any amount is
 */
export function typedDollarsExplained(rules: z.core.$ZodType<Nanos, Nanos>, maxDecimals: number, tooLarge: string) {
  const whatIsWrong = (text: string) => {
    const [, whole, fraction = ''] = /^-?\$?([\d,]*)(?:\.(\d*))?$/.exec(latinDigits(text).trim()) ?? [];
    if (whole === undefined || !/\d/.test(whole + fraction) || /^,|,,|,$/.test(whole)) return AMOUNT_IS_A_NUMBER;
    if (fraction.length > maxDecimals) return `Amount may have at most ${maxDecimals} decimals`;
    return ungrouped(whole).includes(',') ? AMOUNT_IS_A_NUMBER : tooLarge;
  };
  return typedNumber((text) => parseTypedDollars(text, maxDecimals), 'Amount is required', whatIsWrong).pipe(rules);
}

const AMOUNT_IS_A_NUMBER = 'Amount must be a number, such as 12.50';

/**
 * A price per 1000 units as typed ("0.95") into micro-dollars.
 * @param required the message when nothing is typed
 * @param malformed the message when something else than a price is
 */
export function typedPrice(rules: z.core.$ZodType<Micros, Micros>, required: string, malformed = required) {
  return typedNumber((text) => parsePrice(latinDigits(text)), required, malformed).pipe(rules);
}

/**
 * A whole number as typed ("1,000") into an integer.
 * @param required the message when nothing is typed
 * @param malformed the message when something else than a whole number is
 */
export function typedInteger(rules: z.ZodType<number, number>, required: string, malformed = required) {
  return typedNumber(parseInteger, required, malformed).pipe(rules);
}

/**
 * A number as typed, read by `parse`.
 * @param required the message when nothing is typed
 * @param malformed the message when something else than such a number is
 */
export function typedNumber<Value extends number>(
  parse: (text: string) => Value | null,
  required: string,
  malformed: string | ((text: string) => string) = required,
) {
  return z.string().transform((text, context): Value => {
    const value = parse(text);
    if (value !== null) return value;
    const whatIsWrong = typeof malformed === 'string' ? malformed : malformed(text);
    context.addIssue({ code: 'custom', message: text.trim() === '' ? required : whatIsWrong });
    return z.NEVER;
  });
}
