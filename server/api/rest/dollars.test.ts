import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chargeFor, micros, nanos } from '#shared/money.ts';
import { decimalText, dollars, isShownAs, pricePer1000, shownDollars, toDollars } from './dollars.ts';

/** Above 2^23 adjacent doubles differ by more than a nano-dollar. */
const EXACT_BELOW_DOLLARS = 2 ** 23;
const read = (value: unknown) => dollars('Amount').safeParse(value);

test.each([
  [12.5, 12_500_000_000],
  [0.1, 100_000_000],
  [1e-9, 1],
  [1.5e-7, 150],
  [-0.01, -10_000_000],
  [0, 0],
  [8_388_607.999999999, 8_388_607_999_999_999],
])('%d dollars are %d nano-dollars', (amount, expected) => {
  expect(read(amount).data).toBe(expected);
});

test.each([
  ['12,5', 'Amount must be a number'],
  [null, 'Amount is required'],
  [Number.NaN, 'Amount is required'],
  [Number.POSITIVE_INFINITY, 'Amount must be a number'],
  [1e-10, 'Amount may have at most 9 decimals'],
  [1.2345678901, 'Amount may have at most 9 decimals'],
  [9_007_199.3, 'This amount is too large.'],
  [1e21, 'This amount is too large.'],
  [-1e300, 'This amount is too large.'],
])('%s is refused: %s', (amount, message) => {
  expect(read(amount).error?.issues[0]?.message).toBe(message);
});

test('every amount survives a round trip, digit by digit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: EXACT_BELOW_DOLLARS * 1_000_000_000 - 1 }), (amountNanos) => {
      expect(read(toDollars(nanos(amountNanos))).data).toBe(amountNanos);
    }),
  );
});

test('a price has at most 6 decimals', () => {
  expect(pricePer1000.parse(0.000001)).toBe(1);
  expect(pricePer1000.safeParse(1e-7).error?.issues[0]?.message).toBe('Price may have at most 6 decimals');
});

test('a small number is written without an exponent', () => {
  expect(decimalText(1e-7)).toBe('0.0000001');
  expect(decimalText(-2.5e-8)).toBe('-0.000000025');
});

describe('the price that a customer saw', () => {
  const isAccepted = (shown: number, chargeNanos: number) => isShownAs(nanos(chargeNanos), shownDollars.parse(shown));

  test('is compared in the precision that was sent', () => {
    const charge = 513_600_000;
    expect([0.5136, 0.514, 0.513, 0.51].map((shown) => isAccepted(shown, charge))).toEqual([true, true, true, true]);
    expect([0.52, 0.5, 0.515, 0.5135, 0.51361, 0, 1].map((shown) => isAccepted(shown, charge))).not.toContain(true);
  });

  test('is at least to the cent, because JSON drops the zeros of 12.00', () => {
    expect(isAccepted(12, 12_000_000_000)).toBe(true);
    expect(isAccepted(12, 12_400_000_000)).toBe(false);
    expect(isAccepted(1, 900_000_000)).toBe(false);
  });

  test('an amount below a cent may be displayed as 0.00', () => {
    expect(isAccepted(0, 400_000)).toBe(true);
    expect(isAccepted(0, 10_000_000)).toBe(false);
  });

  test('a floating-point result of an older client is accepted, in full or with 2 decimals', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10, max: 1_000_000 }),
        fc.integer({ min: 0, max: 50_000_000 }),
        (quantity, priceMicros) => {
          const charge = chargeFor(quantity, { priceMicros: micros(priceMicros), per: 1000 }) ?? nanos(0);
          const computed = (quantity * (priceMicros / 1_000_000)) / 1000;
          expect(isAccepted(computed, charge)).toBe(true);
          expect(isAccepted(Number(computed.toFixed(2)), charge)).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
