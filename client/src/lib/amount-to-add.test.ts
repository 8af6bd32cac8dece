import { expect, test } from 'vitest';
import { nanos } from '#shared/money.ts';
import { readAmountToAdd, toAddAmount } from './amount-to-add.ts';

test.each([
  [1, '1'],
  [370_000_000, '1'],
  [1_000_000_000, '1'],
  [1_000_000_001, '2'],
  [2_000_000_001, '5'],
  [5_000_000_000, '5'],
  [5_000_000_001, '10'],
  [23_000_000_000, '25'],
  [50_000_000_001, '60'],
  [100_000_000_001, '150'],
  [1_234_560_000_001, '1300'],
  [9_999_990_000_000, '10000'],
])('for a shortfall of %d nanos, $%s is proposed', (lacking, proposed) => {
  expect(readAmountToAdd(toAddAmount(nanos(lacking)))).toBe(proposed);
});

test('an amount above the limit of a request is proposed to the cent', () => {
  expect(readAmountToAdd(toAddAmount(nanos(10_000_010_000_001)))).toBe('10000.02');
});

test.each([null, 'text', {}, { amountToAdd: 5 }])('%j is not an amount', (state) => {
  expect(readAmountToAdd(state)).toBeUndefined();
});
