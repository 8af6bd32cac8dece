import { expect, test } from 'vitest';
import { paisaPerDollar } from '#shared/money.ts';
import { formatRate } from './format-rate.ts';

test('a rate has decimals only for paisa', () => {
  expect(formatRate(paisaPerDollar(12_600))).toBe('৳126');
  expect(formatRate(paisaPerDollar(12_605))).toBe('৳126.05');
});
