import type { $brand } from 'zod';
import { groupedDigits } from './grouped-digits.ts';

/**
 * Exact money. Every amount is an integer whose type and name carry its unit. Charged and stored amounts are never rounded,
 * except when dollars become whole taka. The `format…` functions round only for display.
 * `nanos(…)`, a zod schema of `numbers.ts`, or a column of the database schema gives a checked number its type.
 */

/** Nano-dollars (10⁻⁹ $): charges, balances and every movement of money. */
export type Nanos = number & $brand<'Nanos'>;
/** Micro-dollars (10⁻⁶ $) per 1000 units of a service, which is the same number as nano-dollars per unit. */
export type Micros = number & $brand<'Micros'>;
/** Whole taka. */
export type Taka = number & $brand<'Taka'>;
/** Paisa (1/100 taka) to pay for a dollar: the shop's rate. */
export type PaisaPerDollar = number & $brand<'PaisaPerDollar'>;

export const NANOS_PER_DOLLAR = 1_000_000_000;
/** The largest amount that is exact in a JavaScript integer: 9,007,199.254740991 $. */
export const MAX_NANOS = nanos(Number.MAX_SAFE_INTEGER);
/** The most that a recharge or a gift may move. */
export const MAX_MOVE_NANOS = nanos(10_000 * NANOS_PER_DOLLAR);
export const maxMoveMessage = 'At most $10,000 at a time';
export const amountTooLarge = 'This amount is too large.';
export const NANOS_PER_CENT = 10_000_000;
export const MICROS_PER_DOLLAR = 1_000_000;
/** Characters of the longest text that is looked at for an amount; anything longer was not typed as one. */
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
 * The sum of amounts, 0 of none.
 * @throws RangeError where it can't be held exactly.
 */
export function sum(amounts: Nanos[]): Nanos {
  return nanos(amounts.reduce((total: number, amount) => total + amount, 0));
}

/**
 * An amount minus another; the result may be negative.
 * @throws RangeError where it can't be held exactly.
 */
export function subtract(fromNanos: Nanos, amountNanos: Nanos): Nanos {
  return nanos(fromNanos - amountNanos);
}

/** The same amount in the other direction. */
export function negate(amountNanos: Nanos): Nanos {
  return nanos(0 - amountNanos);
}

/**
 * The price of `quantity` units in nano-dollars.
 * A price of p micro-dollars per 1000 units is p nano-dollars per unit, so the charge needs no division.
 * @returns null when the charge can't be held exactly (beyond {@link MAX_NANOS}).
 */
export function chargeFor(quantity: number, priceMicros: Micros): Nanos | null {
  const charge = quantity * priceMicros;
  return Number.isSafeInteger(charge) ? nanos(charge) : null;
}

/**
 * The refund for `remaining` undelivered units in nano-dollars: their charge.
 * @throws RangeError for more units than any order has.
 */
export function refundFor(remaining: number, priceMicros: Micros): Nanos {
  return nanos(remaining * priceMicros);
}

/**
 * Whole taka to pay for a dollar amount: round(amount × rate), halves up.
 * @param amountNanos the dollars asked for, in nano-dollars
 */
export function takaFor(amountNanos: Nanos, ratePaisa: PaisaPerDollar): Taka {
  const perTaka = BigInt(NANOS_PER_DOLLAR) * 100n;
  const product = BigInt(amountNanos) * BigInt(ratePaisa);
  return taka(Number((product * 2n + perTaka) / (perTaka * 2n)));
}

/**
 * A price that is changed by a percentage and rounded, halves up, to a whole multiple of `stepMicros`.
 * @param hundredths of a percent, more than -10,000: 1050 raises by 10.5 %
 * @throws RangeError where it can't be held exactly.
 */
export function changedByPercent(priceMicros: Micros, hundredths: number, stepMicros: number): Micros {
  const product = BigInt(priceMicros) * BigInt(10_000 + hundredths);
  const perStep = 10_000n * BigInt(stepMicros);
  return micros(Number((product * 2n + perStep) / (perStep * 2n)) * stepMicros);
}

/**
 * Reads a person's dollar amount ("12.5", " $1,000 ") into nano-dollars, digit by digit.
 * @param maxDecimals how many decimals are accepted, at most 9
 * @returns null when the text is not such an amount or can't be held exactly.
 */
export function parseDollars(text: string, maxDecimals = 9): Nanos | null {
  const scaled = parseDecimal(text, 9, maxDecimals);
  return scaled === null ? null : nanos(scaled);
}

/** Reads a price per 1000 units in dollars, up to 6 decimals, into micro-dollars; null when it is not one. */
export function parsePrice(text: string): Micros | null {
  const scaled = parseDecimal(text, 6, 6);
  return scaled === null ? null : micros(scaled);
}

/** A sum for people: `$` and 2 decimals, half a cent rounded up, and more digits where 2 would show a false 0.00 (`$0.0004`). */
export function formatDollars(amountNanos: Nanos): string {
  return inCents(amountNanos, (restNanos) => restNanos * 2 >= NANOS_PER_CENT);
}

/** One movement of money for people: all its digits, at least 2 decimals (`$6.417`), so that a statement adds up. */
export function formatAmount(amountNanos: Nanos): string {
  const { sign, whole, fraction } = digits(amountNanos, 9);
  return `${sign}$${groupedDigits(whole)}.${trimZeros(fraction, 2)}`;
}

/** A balance for people: like {@link formatDollars}, but never higher than it is. */
export function formatBalance(balanceNanos: Nanos): string {
  return inCents(balanceNanos, () => balanceNanos < 0);
}

/** A missing amount for people: like {@link formatDollars}, but never lower than it is, so that paying it suffices. */
export function formatShortfall(shortfallNanos: Nanos): string {
  return inCents(shortfallNanos, () => shortfallNanos > 0);
}

/** A price per 1000 units for people, by the same rule but with every digit it has (at least 2 decimals). */
export function formatPrice(priceMicros: Micros): string {
  const { sign, whole, fraction } = digits(priceMicros, 6);
  return `${sign}$${groupedDigits(whole)}.${trimZeros(fraction, 2)}`;
}

/** The plain decimal text of an amount in nano-dollars, every digit it has and no sign of currency: "12.5". */
export function decimalFromNanos(amountNanos: Nanos): string {
  return plainDecimal(amountNanos, 9);
}

/** The plain decimal text of a price in micro-dollars: "0.95". */
export function decimalFromMicros(priceMicros: Micros): string {
  return plainDecimal(priceMicros, 6);
}

/** Whole taka for people: `৳1,260.00`, shown with 2 decimals. */
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

/** @param raises whether a rest below a cent makes the shown amount a cent further from zero */
function inCents(amountNanos: Nanos, raises: (restNanos: number) => boolean): string {
  const absolute = Math.abs(amountNanos);
  const restNanos = absolute % NANOS_PER_CENT;
  const cents = (absolute - restNanos) / NANOS_PER_CENT + (restNanos > 0 && raises(restNanos) ? 1 : 0);
  const { sign, whole, fraction } = cents === 0 ? digits(amountNanos, 9) : digits(amountNanos < 0 ? -cents : cents, 2);
  return `${sign}$${groupedDigits(whole)}.${trimZeros(fraction, 2)}`;
}

function plainDecimal(value: number, scale: number): string {
  const { sign, whole, fraction } = digits(value, scale);
  const shown = trimZeros(fraction, 0);
  return `${sign}${whole}${shown && '.'}${shown}`;
}

function trimZeros(fraction: string, keep: number): string {
  return fraction.replace(/0+$/, '').padEnd(keep, '0');
}
