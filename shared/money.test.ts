import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  changedByPercent,
  chargeFor,
  decimalFromMicros,
  decimalFromNanos,
  formatBalance,
  formatDollars,
  formatPrice,
  formatShortfall,
  formatTaka,
  MAX_NANOS,
  micros,
  NANOS_PER_CENT,
  nanos,
  negate,
  type Price,
  paisaPerDollar,
  parseDollars,
  parsePrice,
  refundFor,
  subtract,
  sum,
  taka,
  takaFor,
} from './money.ts';

const DOLLAR = 1_000_000_000;
const anyNanos = fc.integer({ min: -MAX_NANOS, max: MAX_NANOS }).map(nanos);

describe('an amount', () => {
  test.each([nanos, micros, taka, paisaPerDollar])('is a safe integer or refused', (unit) => {
    expect(unit(7)).toBe(7);
    for (const wrong of [0.1, Number.NaN, Number.POSITIVE_INFINITY, MAX_NANOS + 1]) expect(() => unit(wrong)).toThrow();
  });
});

const perThousand = (priceMicros: number): Price => ({ priceMicros: micros(priceMicros), per: 1000 });

describe('a charge', () => {
  test.each([
    [1000, 950_000, 950_000_000],
    [1, 1, 1],
    [100, 400, 40_000],
    [2_147_483_647, 1, 2_147_483_647],
  ])('of %i units at %i micro-dollars per 1000 is %i nano-dollars', (quantity, priceMicros, chargeNanos) => {
    expect(chargeFor(quantity, perThousand(priceMicros))).toBe(chargeNanos);
  });

  test('of a package is its price', () => {
    expect(chargeFor(1, { priceMicros: micros(2_500_000), per: 1 })).toBe(2_500_000_000);
  });

  test('beyond the exact range is null', () => {
    expect(chargeFor(2_147_483_647, perThousand(1_000_000_000))).toBeNull();
  });
});

describe('a refund', () => {
  test('of undelivered units is their charge', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9_007 }),
        fc.integer({ min: 0, max: 9_007 }),
        fc.integer({ min: 0, max: 100_000_000_000 }).map(perThousand),
        (delivered, remaining, price) => {
          const charge = chargeFor(delivered + remaining, price) ?? nanos(0);
          expect(subtract(charge, refundFor(remaining, price))).toBe(chargeFor(delivered, price));
        },
      ),
    );
  });

  test('beyond the exact range is refused', () => {
    expect(() => refundFor(2_147_483_647, perThousand(1_000_000_000))).toThrow(RangeError);
  });
});

describe('sums', () => {
  test('are exact, or refused', () => {
    expect(sum([])).toBe(0);
    expect(sum([nanos(1), nanos(-3), nanos(5)])).toBe(3);
    expect(subtract(nanos(3), nanos(5))).toBe(-2);
    expect(negate(nanos(-5))).toBe(5);
    expect(() => sum([MAX_NANOS, nanos(1)])).toThrow(RangeError);
    expect(() => subtract(nanos(-1), MAX_NANOS)).toThrow(RangeError);
  });

  test('zero has no sign', () => {
    expect(negate(nanos(0))).toBe(0);
    expect(sum([nanos(-0)])).toBe(0);
  });
});

describe('the total in taka', () => {
  test.each([
    [10, 126, 1260],
    [0.01, 126, 1],
    [0.5, 1, 1],
    [0.49, 1, 0],
    [12.34, 126.5, 1561],
    [10_000, 126, 1_260_000],
  ])('for $%d at %d is ৳%i', (dollars, rate, total) => {
    expect(takaFor(nanos(Math.round(dollars * DOLLAR)), paisaPerDollar(Math.round(rate * 100)))).toBe(total);
  });

  test('is the nearest whole taka, halves up', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000 * 100 }),
        fc.integer({ min: 1, max: 100_000 }),
        (cents, ratePaisa) => {
          const exact = BigInt(cents) * BigInt(ratePaisa); // in 1/10,000 taka
          const off = BigInt(takaFor(nanos(cents * NANOS_PER_CENT), paisaPerDollar(ratePaisa))) * 10_000n - exact;
          expect(off > -5_000n && off <= 5_000n).toBe(true);
        },
      ),
    );
  });
});

describe('parsing dollars', () => {
  test.each([
    ['12.5', 12.5],
    [' $1,000 ', 1000],
    ['.5', 0.5],
    ['5.', 5],
    ['-3.25', -3.25],
    ['0', 0],
    ['-0', 0],
    ['0.000000001', 1e-9],
  ])('%j', (text, dollars) => {
    expect(parseDollars(text)).toBe(Math.round(dollars * DOLLAR));
  });

  test.each(['', ' ', '.', '-', '$', '1,00', '1e3', '12.5.1', '0x10', 'NaN', '১২', '1 000', '9007200', '0.0000000001'])(
    '%j is not an amount',
    (text) => {
      expect(parseDollars(text)).toBeNull();
    },
  );

  test('refuses more decimals than allowed', () => {
    expect(parseDollars('1.25', 2)).toBe(1.25 * DOLLAR);
    expect(parseDollars('1.250', 2)).toBeNull();
  });

  test('parses everything that was formatted in full', () => {
    fc.assert(
      fc.property(anyNanos, (amount) => {
        expect(parseDollars(decimalFromNanos(amount))).toBe(amount);
      }),
    );
  });
});

describe('a price', () => {
  test.each([
    ['0.95', 950_000, '$0.95', '0.95'],
    ['0.0004', 400, '$0.0004', '0.0004'],
    ['1234.5', 1_234_500_000, '$1,234.50', '1234.5'],
    ['3', 3_000_000, '$3.00', '3'],
  ])('%s', (text, priceMicros, shown, plain) => {
    const price = micros(priceMicros);
    expect(parsePrice(text)).toBe(price);
    expect(formatPrice(price)).toBe(shown);
    expect(decimalFromMicros(price)).toBe(plain);
  });

  test('has at most six decimals', () => {
    expect(parsePrice('0.0000001')).toBeNull();
  });
});

describe('formatting dollars', () => {
  test.each([
    [0, '$0.00', '$0.00', '$0.00'],
    [5 * DOLLAR, '$5.00', '$5.00', '$5.00'],
    [1_234_567.8 * DOLLAR, '$1,234,567.80', '$1,234,567.80', '$1,234,567.80'],
    [408_000_000, '$0.41', '$0.40', '$0.41'],
    [404_000_000, '$0.40', '$0.40', '$0.41'],
    [405_000_000, '$0.41', '$0.40', '$0.41'],
    [999_999_999, '$1.00', '$0.99', '$1.00'],
    [5_000_000, '$0.01', '$0.005', '$0.01'],
    [4_000_000, '$0.004', '$0.004', '$0.01'],
    [400_000, '$0.0004', '$0.0004', '$0.01'],
    [1, '$0.000000001', '$0.000000001', '$0.01'],
    [-408_000_000, '-$0.41', '-$0.41', '-$0.40'],
    [-404_000_000, '-$0.40', '-$0.41', '-$0.40'],
    [-400_000, '-$0.0004', '-$0.01', '-$0.0004'],
    [MAX_NANOS, '$9,007,199.25', '$9,007,199.25', '$9,007,199.26'],
  ])('%d nano-dollars', (value, amount, balance, shortfall) => {
    const amountNanos = nanos(value);
    expect(formatDollars(amountNanos)).toBe(amount);
    expect(formatBalance(amountNanos)).toBe(balance);
    expect(formatShortfall(amountNanos)).toBe(shortfall);
  });

  test('never rounds a balance up, nor a shortfall down, nor an amount to zero', () => {
    const shown = (text: string) => parseDollars(text.replace('-$', '-')) ?? Number.NaN;
    fc.assert(
      fc.property(fc.oneof(anyNanos, fc.integer({ min: -DOLLAR, max: DOLLAR }).map(nanos)), (amount) => {
        fc.pre(Math.abs(amount) < MAX_NANOS - NANOS_PER_CENT);
        expect(shown(formatBalance(amount))).toBeLessThanOrEqual(amount);
        expect(shown(formatShortfall(amount))).toBeGreaterThanOrEqual(amount);
        expect(Math.abs(shown(formatDollars(amount)) - amount)).toBeLessThanOrEqual(NANOS_PER_CENT / 2);
        if (amount !== 0) expect(shown(formatDollars(amount))).not.toBe(0);
      }),
    );
  });

  test('taka are whole, and displayed with two decimals', () => {
    expect(formatTaka(taka(1_260_000))).toBe('৳1,260,000.00');
  });
});

test.each([
  [850_000, 1_050, 1, 939_250],
  [333, 1_050, 1, 368],
  [1, 5_000, 1, 2],
  [1, 4_999, 1, 1],
  [1_014_999, -100, 10_000, 1_000_000],
  [1_015_000, 1, 10_000, 1_020_000],
  [0, 100_000, 1, 0],
  [1_000_000_000_000, 100_000, 1, 11_000_000_000_000],
])(
  '%i micro-dollars changed by %i hundredths of a percent, to multiples of %i, are %i',
  (price, hundredths, step, changed) => {
    expect(changedByPercent(micros(price), hundredths, step)).toBe(changed);
  },
);
