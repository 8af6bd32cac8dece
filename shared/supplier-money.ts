import type { $brand } from 'zod';
import { type Micros, micros, type Nanos, nanos } from './money.ts';
import type { Per } from './service-types.ts';

/**
 * The money of suppliers, in their own currencies. Everything is computed exactly, in integers of 10⁻¹⁰ units, and rounded once: up.
 * A cost in dollars is `cost × rate`, where the rate is the dollars of one unit of the currency, rounded up to a nano-dollar.
 */

/**
 * Micro-units (10⁻⁶) of a supplier's currency, with the supplier's own digits: plain decimal text of up to 4 decimals, so up to 10 of a
 * unit. Equal amounts are equal texts. Compare others by {@link compareMicros}: `<` compares texts. A catalogue's cost is for `per`
 * units of a service.
 */
export type SupplierMicros = string & $brand<'SupplierMicros'>;
/** An exchange rate: pico-dollars (10⁻¹² $) for one unit of a supplier's currency. */
export type RatePicos = number & $brand<'RatePicos'>;

const MICROS_PER_UNIT = 1_000_000n;
const PARTS_PER_MICRO = 10_000n;
/** Decimals of a micro-unit. */
const PART_SCALE = 4;
/** Of a unit. */
const MICRO_SCALE = 6;
const MOST_PARTS = BigInt(Number.MAX_SAFE_INTEGER) * PARTS_PER_MICRO;
const PICOS_PER_NANO = 1_000n;
const BASIS_POINTS = 10_000n;
/** A supplier writes amounts in a few digits; a longer text is not one. */
const LONGEST_DECIMAL = 40;
const LARGEST_EXPONENT = 30;

/** No amount. */
export const NOTHING = '0' as SupplierMicros;
/** Dollars are their own currency. */
export const DOLLAR_RATE = 1_000_000_000_000 as RatePicos;

/**
 * An amount of whole micro-units.
 * @throws RangeError for a number that is no safe integer
 */
export function supplierMicros(value: number): SupplierMicros {
  return String(micros(value)) as SupplierMicros;
}

/** The amount in 10⁻¹⁰ units. */
function partsOf(amount: SupplierMicros): bigint {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(PART_SCALE, '0'));
}

/** @throws RangeError above nine billion units */
function ofParts(parts: bigint): SupplierMicros {
  if (parts > MOST_PARTS || parts < -MOST_PARTS) throw new RangeError('The amount is too large');
  return decimalText(parts, PART_SCALE) as SupplierMicros;
}

/** The difference of two amounts. @throws RangeError if it is too large */
export function minus(amount: SupplierMicros, other: SupplierMicros): SupplierMicros {
  return ofParts(partsOf(amount) - partsOf(other));
}

/** Below 0 if the first amount is less, above 0 if it is more, 0 if they are equal. */
export function compareMicros(amount: SupplierMicros, other: SupplierMicros): number {
  return Number(partsOf(amount) - partsOf(other));
}

/** An amount times a fraction, rounded up (towards plus infinity). @throws RangeError if it is too large */
export function shareOfMicros(amount: SupplierMicros, units: number, ofUnits: number): SupplierMicros {
  return ofParts(dividedUp(partsOf(amount) * BigInt(units), BigInt(ofUnits)));
}

/** Like {@link supplierMicros}, for an exchange rate. */
export function ratePicos(value: number): RatePicos {
  return micros(value) as number as RatePicos;
}

/**
 * The cost of an order in the supplier's currency, rounded up to 10 decimals of a unit.
 * @param costMicros of `per` units
 * @throws RangeError if it can't be held exactly
 */
export function supplierCostOf(quantity: number, costMicros: SupplierMicros, per: Per): SupplierMicros {
  return shareOfMicros(costMicros, quantity, per);
}

/**
 * The cost of an order in nano-dollars, rounded up once.
 * @param costMicros of `per` units
 * @throws RangeError if it can't be held exactly
 */
export function costNanosOf(quantity: number, costMicros: SupplierMicros, per: Per, rate: RatePicos): Nanos {
  const product = BigInt(quantity) * partsOf(costMicros) * BigInt(rate);
  return nanos(Number(dividedUp(product, BigInt(per) * PARTS_PER_MICRO * MICROS_PER_UNIT * PICOS_PER_NANO)));
}

/**
 * An amount of a supplier in nano-dollars, rounded up (towards plus infinity).
 * @throws RangeError if it can't be held exactly
 */
export function dollarsOf(amountMicros: SupplierMicros, rate: RatePicos): Nanos {
  const divisor = PARTS_PER_MICRO * MICROS_PER_UNIT * PICOS_PER_NANO;
  return nanos(Number(dividedUp(partsOf(amountMicros) * BigInt(rate), divisor)));
}

/** A rule that makes a price out of a cost. */
export interface PriceRule {
  /** 2000 adds 20 % to the cost. */
  marginBasisPoints: number;
  /** The least price, in micro-dollars. */
  floorMicros: Micros;
  /** Prices are multiples of it, in micro-dollars. */
  stepMicros: Micros;
}

/**
 * The price of a service in micro-dollars, for as many units as the cost: max(floor, cost × rate × (1 + margin)), rounded up to the
 * shop's step.
 * @throws RangeError if it can't be held exactly
 */
export function priceOf(costMicros: SupplierMicros, rate: RatePicos, rule: PriceRule): Micros {
  const { marginBasisPoints, floorMicros, stepMicros } = rule;
  const step = BigInt(stepMicros);
  const product = partsOf(costMicros) * BigInt(rate) * (BASIS_POINTS + BigInt(marginBasisPoints));
  // Cost × rate is in 10⁻²² dollars; a price is in 10⁻⁶.
  const steps = dividedUp(product, BASIS_POINTS * PARTS_PER_MICRO * MICROS_PER_UNIT * MICROS_PER_UNIT * step);
  const floorSteps = dividedUp(BigInt(floorMicros), step);
  return micros(Number((steps > floorSteps ? steps : floorSteps) * step));
}

/**
 * Whether a price is below the cost plus a margin, compared exactly.
 * @param priceMicros for as many units as the cost
 * @param leastBasisPoints the least margin over the cost
 */
export function isBelowCost(
  priceMicros: Micros,
  costMicros: SupplierMicros,
  rate: RatePicos,
  leastBasisPoints: number,
): boolean {
  const cost = partsOf(costMicros) * BigInt(rate) * (BASIS_POINTS + BigInt(leastBasisPoints));
  return BigInt(priceMicros) * PARTS_PER_MICRO * MICROS_PER_UNIT * MICROS_PER_UNIT * BASIS_POINTS < cost;
}

/**
 * How a cost differs from the accepted one.
 * @param smallBasisPoints a change up to this is small
 * @returns 1 if it is dearer, -1 if it is cheaper, 0 for a small change or none
 */
export function costChangeOf(cost: SupplierMicros, accepted: SupplierMicros, smallBasisPoints: number): -1 | 0 | 1 {
  const scaled = partsOf(cost) * BASIS_POINTS;
  if (scaled > partsOf(accepted) * (BASIS_POINTS + BigInt(smallBasisPoints))) return 1;
  return scaled < partsOf(accepted) * (BASIS_POINTS - BigInt(smallBasisPoints)) ? -1 : 0;
}

/**
 * Parses an amount as suppliers write it, with its digits; more than 10 decimals are rounded up.
 * @returns null if the text is no amount, or one above nine billion units
 */
export function parseSupplierAmount(text: string): SupplierMicros | null {
  const parts = parsedDecimal(text, MICRO_SCALE + PART_SCALE);
  return parts === null || parts > MOST_PARTS || parts < -MOST_PARTS ? null : ofParts(parts);
}

/**
 * Parses a number as suppliers write it: `0.90`, `1,234.5`, `9e-1`, a JSON number's text. Never through a float.
 * @param scale how many decimals the result's unit has: 0 for a count, 12 for a rate
 * @returns the number rounded up to that unit; null if the text is no number, or can't be held exactly
 */
export function parseSupplierDecimal(text: string, scale: number): number | null {
  const value = Number(parsedDecimal(text, scale) ?? NaN);
  return Number.isSafeInteger(value) ? value : null;
}

function parsedDecimal(text: string, scale: number): bigint | null {
  if (text.length > LONGEST_DECIMAL) return null;
  const match = /^([+-]?)([1-9]\d{0,2}(?:,\d{3})+|\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text.trim());
  if (!match) return null;
  const [, sign = '', wholeText = '', fraction = '', exponentText = '0'] = match;
  const digits = wholeText.replaceAll(',', '') + fraction;
  const exponent = Number(exponentText);
  if (digits === '' || Math.abs(exponent) > LARGEST_EXPONENT) return null;
  const shift = scale + exponent - fraction.length;
  const amount = BigInt(sign === '-' ? `-${digits}` : digits);
  return shift >= 0 ? amount * 10n ** BigInt(shift) : dividedUp(amount, 10n ** BigInt(-shift));
}

/** An amount or a rate as plain decimal text, without needless zeros: `0.0082`. */
export function supplierDecimal(value: number | SupplierMicros, scale: number): string {
  return typeof value === 'string'
    ? decimalText(partsOf(value), scale + PART_SCALE)
    : decimalText(BigInt(value), scale);
}

function decimalText(value: bigint, scale: number): string {
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  const fraction = digits.slice(-scale).replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -scale)}${fraction && '.'}${fraction}`;
}

/** A number as plain decimal text, the shortest that means it and never with an exponent: `0.0000001`. */
export function numberText(value: number): string {
  const text = String(value);
  const [, sign = '', whole = '', fraction = '', exponent] = /^(-?)(\d+)(?:\.(\d+))?e-(\d+)$/.exec(text) ?? [];
  if (exponent === undefined) return text;
  return `${sign}0.${'0'.repeat(Number(exponent) - 1)}${whole}${fraction}`;
}

/** Division by a positive divisor, rounded towards plus infinity. */
function dividedUp(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend > 0n && dividend % divisor !== 0n ? quotient + 1n : quotient;
}
