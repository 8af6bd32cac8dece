import type { $brand } from 'zod';
import { groupedDigits } from './grouped-digits.ts';
import type { Per } from './service-types.ts';

/**
 * Exact money. Every amount is an integer whose type and name carry its unit. Charged and stored amounts are never rounded, except when
 * dollars become whole taka. The `format…` functions round for display only. A number gets its type from `nanos(…)`, a zod schema of
 * `numbers.ts`, or a column of the database schema.
 */

/** Nano-dollars (10⁻⁹ $): charges, balances and every ledger amount. */
export type Nanos = number & $brand<'Nanos'>;
/** Micro-dollars (10⁻⁶ $) per 1000 units of a service, which is the same number as nano-dollars per unit, or per package. */
export type Micros = number & $brand<'Micros'>;
/** Whole taka. */
export type Taka = number & $brand<'Taka'>;
/** Paisa (1/100 taka) per dollar: the shop's rate. */
export type PaisaPerDollar = number & $brand<'PaisaPerDollar'>;

export const NANOS_PER_DOLLAR = 1_000_000_000;
/** The largest amount that is exact in a JavaScript integer: 9,007,199.254740991 $. */
export const MAX_NANOS = nanos(Number.MAX_SAFE_INTEGER);
/** The largest recharge or grant. */
export const MAX_MOVE_NANOS = nanos(10_000 * NANOS_PER_DOLLAR);
export const maxMoveMessage = 'At most $10,000 at a time';
export const amountTooLarge = 'This amount is too large.';
export const NANOS_PER_CENT = 10_000_000;
export const MICROS_PER_DOLLAR = 1_000_000;
/** A longer text is not parsed: it is not an amount. */
const LONGEST_AMOUNT = 100;

/**
 * Checks that a number is a safe integer and names its unit.
 * @throws RangeError for fractions and for amounts beyond {@link MAX_NANOS}.
 */
export function nanos(value: number): Nanos {
  return safeInteger(value) as Nanos;
}

/** Like {@link nanos}, for micro-dollars per 1000 units. */
export function micros(value: number): Micros {
  return safeInteger(value) as Micros;
}

/** Like {@link nanos}, for whole taka. */
export function taka(value: number): Taka {
  return safeInteger(value) as Taka;
}

/** Like {@link nanos}, for a rate. */
export function paisaPerDollar(value: number): PaisaPerDollar {
  return safeInteger(value) as PaisaPerDollar;
}

/**
 * The sum of amounts, 0 for none.
 * @throws RangeError if it can't be held exactly.
 */
export function sum(amounts: Nanos[]): Nanos {
  return nanos(amounts.reduce((total: number, amount) => total + amount, 0));
}

/**
 * @returns `fromNanos` minus `amountNanos`, which may be negative
 * @throws RangeError if it can't be held exactly.
 */
export function subtract(fromNanos: Nanos, amountNanos: Nanos): Nanos {
  return nanos(fromNanos - amountNanos);
}

/**
 * What paid poisha are worth by a rate, rounded down to the cent; undefined if it can't be held exactly.
 * Paid taka ÷ rate: `poisha ÷ (paisa per dollar)` dollars.
 */
export function nanosForPoisha(poisha: number, ratePaisa: PaisaPerDollar): Nanos | undefined {
  const cents = Number((BigInt(poisha) * 100n) / BigInt(ratePaisa));
  return cents <= MAX_NANOS / NANOS_PER_CENT ? nanos(cents * NANOS_PER_CENT) : undefined;
}

/** The amount with the opposite sign. */
export function negate(amountNanos: Nanos): Nanos {
  return nanos(0 - amountNanos);
}

/** The price of a service or an order: micro-dollars for `per` units. */
export interface Price {
  priceMicros: Micros;
  per: Per;
}

/**
 * The price of `quantity` units in nano-dollars: quantity × priceMicros × (1000 ÷ per).
 * A price of p micro-dollars per 1000 units is p nano-dollars per unit, so the charge needs no division.
 * @returns null when the charge can't be held exactly (beyond {@link MAX_NANOS}).
 */
export function chargeFor(quantity: number, { priceMicros, per }: Price): Nanos | null {
  const charge = quantity * priceMicros * (1000 / per);
  return Number.isSafeInteger(charge) ? nanos(charge) : null;
}

/**
 * The refund for `remaining` undelivered units in nano-dollars: their charge.
 * @throws RangeError for more units than an order can have.
 */
export function refundFor(remaining: number, { priceMicros, per }: Price): Nanos {
  return nanos(remaining * priceMicros * (1000 / per));
}

/**
 * Whole taka to pay for a dollar amount: round(amount × rate), halves up.
 * @param amountNanos the requested dollars, in nano-dollars
 */
export function takaFor(amountNanos: Nanos, ratePaisa: PaisaPerDollar): Taka {
  const perTaka = BigInt(NANOS_PER_DOLLAR) * 100n;
  const product = BigInt(amountNanos) * BigInt(ratePaisa);
  return taka(Number((product * 2n + perTaka) / (perTaka * 2n)));
}

/**
 * A price changed by a percentage and rounded, halves up, to a multiple of `stepMicros`.
 * @param hundredths of a percent, more than -10,000: 1050 raises by 10.5 %
 * @throws RangeError if it can't be held exactly.
 */
export function changedByPercent(priceMicros: Micros, hundredths: number, stepMicros: number): Micros {
  const product = BigInt(priceMicros) * BigInt(10_000 + hundredths);
  const perStep = 10_000n * BigInt(stepMicros);
  return micros(Number((product * 2n + perStep) / (perStep * 2n)) * stepMicros);
}

/**
 * Parses a typed dollar amount ("12.5", " $1,000 ") into nano-dollars, digit by digit.
 * @param maxDecimals how many decimals are accepted, at most 9
 * @returns null if the text is not such an amount or can't be held exactly.
 */
export function parseDollars(text: string, maxDecimals = 9): Nanos | null {
  const scaled = parseDecimal(text, 9, maxDecimals);
  return scaled === null ? null : nanos(scaled);
}

/** Parses a price per 1000 units in dollars, up to 6 decimals, into micro-dollars; null if it is not one. */
export function parsePrice(text: string): Micros | null {
  const scaled = parseDecimal(text, 6, 6);
  return scaled === null ? null : micros(scaled);
}

/** A sum for display: `$` and 2 decimals, half a cent rounded up, and more digits if 2 would show a false 0.00 (`$0.0004`). */
export function formatDollars(amountNanos: Nanos): string {
  return inCents(amountNanos, (restNanos) => restNanos * 2 >= NANOS_PER_CENT);
}

/** One ledger amount for display: all digits, at least 2 decimals (`$6.417`), so that a statement adds up. */
export function formatAmount(amountNanos: Nanos): string {
  const { sign, whole, fraction } = digits(amountNanos, 9);
  return `${sign}$${groupedDigits(whole)}.${trimZeros(fraction, 2)}`;
}

/** A balance for display: like {@link formatDollars}, but never rounded up. */
export function formatBalance(balanceNanos: Nanos): string {
  return inCents(balanceNanos, () => balanceNanos < 0);
}

/** A missing amount for display: like {@link formatDollars}, but never rounded down, so that paying it suffices. */
export function formatShortfall(shortfallNanos: Nanos): string {
  return inCents(shortfallNanos, () => shortfallNanos > 0);
}

/** A price per 1000 units for display: all digits, at least 2 decimals. */
export function formatPrice(priceMicros: Micros): string {
  const { sign, whole, fraction } = digits(priceMicros, 6);
  return `${sign}$${groupedDigits(whole)}.${trimZeros(fraction, 2)}`;
}

/** An amount in nano-dollars as a plain decimal, all digits and no currency sign: "12.5". */
export function decimalFromNanos(amountNanos: Nanos): string {
  return plainDecimal(amountNanos, 9);
}

/** A price in micro-dollars as a plain decimal, with at least so many decimals: "0.95". */
export function decimalFromMicros(priceMicros: Micros, leastDecimals = 0): string {
  return plainDecimal(priceMicros, 6, leastDecimals);
}

/** Whole taka for display, with 2 decimals: `৳1,260.00`. */
export function formatTaka(amountTaka: Taka): string {
  return `৳${groupedDigits(String(amountTaka))}.00`;
}

function safeInteger(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not an exact whole amount`);
  return value;
}

function parseDecimal(text: string, scale: number, maxDecimals: number): number | null {
  if (text.length > LONGEST_AMOUNT) return null;
  const match = /^(-?)\$?(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?$/.exec(text.trim());
  if (!match) return null;
  const [, sign = '', wholeText = '', fraction = ''] = match;
  const whole = wholeText.replaceAll(',', '');
  if (whole === '' && fraction === '') return null;
  if (fraction.length > maxDecimals) return null;
  const scaled = Number(BigInt((whole || '0') + fraction.padEnd(scale, '0')));
  if (!Number.isSafeInteger(scaled)) return null;
  return sign && scaled !== 0 ? -scaled : scaled;
}

function digits(value: number, scale: number) {
  const text = String(Math.abs(value)).padStart(scale + 1, '0');
  return { sign: value < 0 ? '-' : '', whole: text.slice(0, -scale), fraction: text.slice(-scale) };
}

/** @param raises whether a remainder below a cent moves the displayed amount one cent further from zero */
function inCents(amountNanos: Nanos, raises: (restNanos: number) => boolean): string {
  const absolute = Math.abs(amountNanos);
  const restNanos = absolute % NANOS_PER_CENT;
  const cents = (absolute - restNanos) / NANOS_PER_CENT + (restNanos > 0 && raises(restNanos) ? 1 : 0);
  const { sign, whole, fraction } = cents === 0 ? digits(amountNanos, 9) : digits(amountNanos < 0 ? -cents : cents, 2);
  return `${sign}$${groupedDigits(whole)}.${trimZeros(fraction, 2)}`;
}

function plainDecimal(value: number, scale: number, leastDecimals = 0): string {
  const { sign, whole, fraction } = digits(value, scale);
  const shown = trimZeros(fraction, leastDecimals);
  return `${sign}${whole}${shown && '.'}${shown}`;
}

function trimZeros(fraction: string, keep: number): string {
  return fraction.replace(/0+$/, '').padEnd(keep, '0');
}
