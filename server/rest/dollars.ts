import { z } from 'zod';
import { errorMessages } from '../../shared/errors.ts';
import {
  decimalFromMicros,
  decimalFromNanos,
  type Micros,
  type Nanos,
  parseDollars,
  parsePrice,
} from '../../shared/money.ts';
import { isLeftEmpty } from '../../shared/numbers.ts';
import type { ShownDollars } from './shown-dollars.ts';

/** A double holds 15 digits of any decimal number faithfully; what follows them is noise of the sender's arithmetic. */
const FAITHFUL_DIGITS = 15;
/** Every screen shows at least cents, and JSON can't tell 12.00 from 12. */
const LEAST_DECIMALS_SHOWN = 2;
const NANO_DECIMALS = 9;

/** A JSON number of dollars that a field named `label` asks for, read digit by digit into nano-dollars. */
export function dollars(label: string) {
  return jsonNumber(label).transform((value, context): Nanos => {
    const nanos = parseDollars(decimalText(value));
    if (nanos !== null) return nanos;
    context.addIssue(
      decimalsOf(value) > NANO_DECIMALS ? 'Amount may have at most 9 decimals' : errorMessages.amount_too_large,
    );
    return z.NEVER;
  });
}

/** A JSON number of dollars per 1000 units, read digit by digit into micro-dollars. */
export const pricePer1000 = jsonNumber('Price').transform((value, context): Micros => {
  const micros = parsePrice(decimalText(value));
  if (micros !== null) return micros;
  context.addIssue(decimalsOf(value) > 6 ? 'Price may have at most 6 decimals' : 'Price is too large');
  return z.NEVER;
});

/** The total a client computed and showed, at the precision it sent. */
export const shownDollars = z
  .number('Price must be a number')
  .min(0, 'Price must be a positive number')
  .transform((value, context): ShownDollars => {
    const text = decimalText(Number(value.toPrecision(FAITHFUL_DIGITS)));
    const decimals = Math.min(Math.max(decimalsIn(text), LEAST_DECIMALS_SHOWN), NANO_DECIMALS);
    const nanos = parseDollars(cutTo(decimals, text));
    if (nanos !== null) return { nanos, decimals };
    context.addIssue(errorMessages.amount_too_large);
    return z.NEVER;
  });

/** Nano-dollars as the JSON number nearest to them, which prints all their digits below $8,388,608 (2^23). */
export function toDollars(nanos: Nanos): number {
  return Number(decimalFromNanos(nanos));
}

/** Micro-dollars per 1000 units as a JSON number of dollars. */
export function toPrice(micros: Micros): number {
  return Number(decimalFromMicros(micros));
}

/** A number's shortest decimal text, without the exponent that JavaScript gives small ones; huge ones keep theirs. */
export function decimalText(value: number): string {
  const text = String(value);
  const [, sign = '', first = '', rest = '', exponent] = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(text) ?? [];
  return exponent === undefined ? text : `${sign}0.${'0'.repeat(Number(exponent) - 1)}${first}${rest}`;
}

function jsonNumber(label: string) {
  return z.number({ error: ({ input }) => `${label} ${isLeftEmpty(input) ? 'is required' : 'must be a number'}` });
}

const decimalsOf = (value: number) => decimalsIn(decimalText(value));
const decimalsIn = (text: string) => text.split('.', 2)[1]?.length ?? 0;

function cutTo(decimals: number, text: string): string {
  const [whole = '', fraction = ''] = text.split('.', 2);
  return `${whole}.${fraction.slice(0, decimals)}`;
}
