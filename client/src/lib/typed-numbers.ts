import { z } from 'zod';
import { latinDigits } from '#shared/latin-digits.ts';
import { type Micros, type Nanos, parsePrice } from '#shared/money.ts';
import { readNumber } from '#shared/paste/number.ts';
import { parseCount, parseTypedDollars, ungrouped } from './parse-typed.ts';

/* Fields for typed numbers. The form keeps the text as typed, so nothing is lost or reformatted under the cursor;
   the schema parses it into the procedure's integer and then applies the procedure's own rules. */

/** Typed dollars ("12.5") as nano-dollars. @param required the message for any other text */
export function typedDollars(rules: z.core.$ZodType<Nanos, Nanos>, required: string, maxDecimals = 2) {
  return typedNumber((text) => parseTypedDollars(text, maxDecimals), required).pipe(rules);
}

/**
 * The same, with separate messages for each kind of invalid text.
 * @param tooLarge the message for more than the largest amount
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
 * A typed price per 1000 units ("0.95") as micro-dollars.
 * @param required the message for an empty field
 * @param malformed the message for any other text
 */
export function typedPrice(rules: z.core.$ZodType<Micros, Micros>, required: string, malformed = required) {
  return typedNumber((text) => parsePrice(latinDigits(text)), required, malformed).pipe(rules);
}

/**
 * A typed count ("1,000", "5k") as an integer, in a `CountField`.
 * @param required the message for an empty field
 * @param malformed the message for any other text; a number of two readings has its own
 */
export function typedInteger(rules: z.ZodType<number, number>, required: string, malformed = required) {
  const whatIsWrong = (text: string) => {
    const read = readNumber(text, 'person');
    return 'value' in read || read.code === 'not_whole' ? malformed : read.problem;
  };
  return typedNumber(parseCount, required, whatIsWrong).pipe(rules);
}

/**
 * The same; an empty field is undefined.
 * @param malformed the message for any other text
 */
export function typedIntegerIfAny(rules: z.ZodType<number, number>, malformed: string) {
  const typed = typedInteger(rules, malformed).optional();
  return z
    .string()
    .transform((text) => (text.trim() === '' ? undefined : text))
    .pipe(typed);
}

/**
 * A typed number, parsed by `parse`.
 * @param required the message for an empty field
 * @param malformed the message for any other text
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
