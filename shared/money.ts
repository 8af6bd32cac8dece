/**
 * Exact money. Every amount is an integer whose type and name carry its unit, and no amount that is charged or kept is ever
 * rounded, except by the one rule that turns dollars into whole taka. The `format…` functions round only what is shown,
 * each in the direction that its comment names.
 */

declare const unit: unique symbol;

/** Nano-dollars (10⁻⁹ $): charges, balances and every movement of money. */
export type Nanos = number & { readonly [unit]: 'Nanos' };
/** Micro-dollars (10⁻⁶ $) per 1000 units of a service, which is the same number as nano-dollars per unit. */
export type Micros = number & { readonly [unit]: 'Micros' };
/** Whole taka. */
export type Taka = number & { readonly [unit]: 'Taka' };

/** The largest amount that is exact in a JavaScript integer: 9,007,199.254740991 $. */
export const MAX_NANOS = Number.MAX_SAFE_INTEGER as Nanos;
export const NANOS_PER_DOLLAR = 1_000_000_000;
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

/**
 * The price of `quantity` units in nano-dollars.
 * A price of p micro-dollars per 1000 units is p nano-dollars per unit, so the charge needs no division.
 * @returns null when the charge can't be held exactly (beyond {@link MAX_NANOS}).
 */
export function chargeFor(quantity: number, priceMicros: number): Nanos | null {
  const charge = quantity * priceMicros;
  return Number.isSafeInteger(charge) ? (charge as Nanos) : null;
}

/**
 * Whole taka to pay for a dollar amount: round(amount × rate), halves up.
 * @param amountNanos the dollars asked for, in nano-dollars
 * @param ratePaisa paisa (1/100 taka) per dollar
 */
export function takaFor(amountNanos: number, ratePaisa: number): Taka {
  const perTaka = BigInt(NANOS_PER_DOLLAR) * 100n;
  const product = BigInt(amountNanos) * BigInt(ratePaisa);
  return Number((product * 2n + perTaka) / (perTaka * 2n)) as Taka;
}

/**
 * Reads a person's dollar amount ("12.5", " $1,000 ") into nano-dollars, digit by digit.
 * @param maxDecimals how many decimals are accepted, at most 9
 * @returns null when the text is not such an amount or can't be held exactly.
 */
export function parseDollars(text: string, maxDecimals = 9): Nanos | null {
  const scaled = parseDecimal(text, 9, maxDecimals);
  return scaled === null ? null : (scaled as Nanos);
}

/** Reads a price per 1000 units in dollars, up to 6 decimals, into micro-dollars; null when it is not one. */
export function parsePrice(text: string): Micros | null {
  const scaled = parseDecimal(text, 6, 6);
  return scaled === null ? null : (scaled as Micros);
}

/**
 * A dollar amount for people: `$` and 2 decimals, half a cent rounded up. An amount that is not zero but would show as 0.00
 * shows the digits it needs (`$0.0004`).
 */
export function formatDollars(amountNanos: number): string {
  return inCents(amountNanos, (restNanos) => restNanos * 2 >= NANOS_PER_CENT);
}

/** What somebody has, for people: like {@link formatDollars}, but never higher than it is. */
export function formatBalance(balanceNanos: number): string {
  return inCents(balanceNanos, () => balanceNanos < 0);
}

/** What somebody lacks, for people: like {@link formatDollars}, but never lower than it is, so that paying it suffices. */
export function formatShortfall(shortfallNanos: number): string {
  return inCents(shortfallNanos, () => shortfallNanos > 0);
}

/** A price per 1000 units for people, by the same rule but with every digit it has (at least 2 decimals). */
export function formatPrice(priceMicros: number): string {
  const { sign, whole, fraction } = digits(priceMicros, 6);
  return `${sign}$${grouped(whole)}.${trimZeros(fraction, 2)}`;
}

/** The plain decimal text of an amount in nano-dollars, every digit it has and no sign of currency: "12.5". */
export function decimalFromNanos(amountNanos: number): string {
  return plainDecimal(amountNanos, 9);
}

/** The plain decimal text of a price in micro-dollars: "0.95". */
export function decimalFromMicros(priceMicros: number): string {
  return plainDecimal(priceMicros, 6);
}

/** Whole taka for people: `৳1,260.00`, shown with 2 decimals. */
export function formatTaka(amountTaka: number): string {
  return `৳${grouped(String(amountTaka))}.00`;
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
function inCents(amountNanos: number, raises: (restNanos: number) => boolean): string {
  const absolute = Math.abs(amountNanos);
  const restNanos = absolute % NANOS_PER_CENT;
  const cents = (absolute - restNanos) / NANOS_PER_CENT + (restNanos > 0 && raises(restNanos) ? 1 : 0);
  const { sign, whole, fraction } = cents === 0 ? digits(amountNanos, 9) : digits(amountNanos < 0 ? -cents : cents, 2);
  return `${sign}$${grouped(whole)}.${trimZeros(fraction, 2)}`;
}

function plainDecimal(value: number, scale: number): string {
  const { sign, whole, fraction } = digits(value, scale);
  const shown = trimZeros(fraction, 0);
  return `${sign}${whole}${shown && '.'}${shown}`;
}

function trimZeros(fraction: string, keep: number): string {
  return fraction.replace(/0+$/, '').padEnd(keep, '0');
}

function grouped(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, ',');
}
