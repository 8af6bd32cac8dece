import { z } from 'zod';
import { parseDollars, parsePrice } from '../../../shared/money.ts';

/*
 * Fields in which people type a number. The form keeps the text as typed, so nothing is lost or reformatted under the
 * cursor; the schema turns it into the integer that the procedure takes and then applies the procedure's own rules.
 */

/** Dollars as typed ("12.5") into nano-dollars. @param required the message when the text is no such amount */
export function typedDollars(rules: z.ZodType<number, number>, required: string, maxDecimals = 2) {
  return typed((text) => parseDollars(text, maxDecimals), rules, required);
}

/** A price per 1000 units as typed ("0.95") into micro-dollars. */
export function typedPrice(rules: z.ZodType<number, number>, required: string) {
  return typed(parsePrice, rules, required);
}

/** A whole number as typed ("1,000") into an integer. */
export function typedInteger(rules: z.ZodType<number, number>, required: string) {
  return typed(parseInteger, rules, required);
}

/** A number with up to two decimals as typed ("126.50") into hundredths: taka into paisa, percent into basis points. */
export function typedHundredths(rules: z.ZodType<number, number>, required: string) {
  return typed(parseHundredths, rules, required);
}

/** Hundredths as they are typed: 12650 is "126.50", 12600 is "126". */
export function decimalFromHundredths(hundredths: number): string {
  const rest = hundredths % 100;
  const whole = (hundredths - rest) / 100;
  return rest === 0 ? String(whole) : `${whole}.${String(rest).padStart(2, '0')}`;
}

/** Reads digits with or without thousands separators; null for anything else or beyond what an integer holds. */
export function parseInteger(text: string): number | null {
  const digits = text.trim().replaceAll(',', '');
  if (!/^-?\d{1,15}$/.test(digits)) return null;
  return Number(digits);
}

function parseHundredths(text: string): number | null {
  const [, whole, decimals = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim().replaceAll(',', '')) ?? [];
  return whole === undefined ? null : Number(whole + decimals.padEnd(2, '0'));
}

function typed(parse: (text: string) => number | null, rules: z.ZodType<number, number>, required: string) {
  return z
    .string()
    .transform((text, context) => {
      const value = parse(text);
      if (value !== null) return value;
      context.addIssue({ code: 'custom', message: required });
      return z.NEVER;
    })
    .pipe(rules);
}
