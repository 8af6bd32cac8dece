import { expect, test } from 'vitest';
import { formatAmount, formatDollars, MAX_NANOS, nanos } from './money.ts';
import { addSums, drawnDollars, formatExactSum, formatSum, moneySum } from './money-sum.ts';

test('a sum beyond the range of a number is exact', () => {
  const twice = addSums([MAX_NANOS, MAX_NANOS]);
  expect(twice).toBe('18014398509481982');
  expect(formatSum(twice)).toBe('$18,014,398.51');
  expect(formatExactSum(twice)).toBe('$18,014,398.509481982');
  expect(formatSum(addSums([twice, moneySum('-18014398509481981')]))).toBe('$0.000000001');
  expect(addSums([])).toBe('0');
});

test.each([0, 1, -1, 4_999_999, 5_000_000, 9_999_999, 10_000_000, 1_234_567_890, -1_005_000_000, 999_995_000_000_000])(
  '%d nano-dollars are displayed like a single amount',
  (amount) => {
    expect(formatSum(moneySum(BigInt(amount)))).toBe(formatDollars(nanos(amount)));
    expect(formatExactSum(moneySum(BigInt(amount)))).toBe(formatAmount(nanos(amount)));
  },
);

test('a length on the screen is approximate', () => {
  expect(drawnDollars(moneySum('18014398509481982'))).toBeCloseTo(18_014_398.5, 1);
});
