import { expect, test } from 'vitest';
import { z } from 'zod';
import { rechargeAmount } from '../../../shared/balance.ts';
import {
  decimalFromHundredths,
  parseInteger,
  typedDollars,
  typedHundredths,
  typedInteger,
  typedPrice,
} from './typed-numbers.ts';

const firstMessage = (result: z.ZodSafeParseResult<unknown>) => result.error?.issues[0]?.message;

test('typed dollars become exact nano-dollars', () => {
  const amount = typedDollars(rechargeAmount, 'Amount is required');
  expect(amount.parse(' 1,000.10 ')).toBe(1_000_100_000_000);
});

test.each([
  ['', 'Amount is required'],
  ['abc', 'Amount is required'],
  ['0', 'Amount must be more than 0'],
  ['10000.01', 'At most $10,000 at a time'],
])('typed dollars "%s" are refused: %s', (text, message) => {
  expect(firstMessage(typedDollars(rechargeAmount, 'Amount is required').safeParse(text))).toBe(message);
});

test('a typed price keeps six decimals', () => {
  expect(typedPrice(z.int(), 'Price is required').parse('0.000001')).toBe(1);
});

test('whole numbers may have separators, and nothing else', () => {
  expect(typedInteger(z.int().min(10, 'Too small'), 'Required').parse('1,000')).toBe(1000);
  expect(firstMessage(typedInteger(z.int().min(10, 'Too small'), 'Required').safeParse('9'))).toBe('Too small');
  expect(['1.5', '1e3', '', '12a', '9'.repeat(16)].map(parseInteger)).toEqual([null, null, null, null, null]);
});

test.each([
  ['126', 12_600, '126'],
  [' 126.5 ', 12_650, '126.50'],
  ['1,260.05', 126_005, '1260.05'],
  ['0', 0, '0'],
])('"%s" is %i hundredths, which reads "%s"', (text, hundredths, shown) => {
  expect(typedHundredths(z.int(), 'Required').parse(text)).toBe(hundredths);
  expect(decimalFromHundredths(hundredths)).toBe(shown);
});

test.each(['', '1.005', '-1', '1e3', '.5', '৳126'])('"%s" is no number of hundredths', (text) => {
  expect(firstMessage(typedHundredths(z.int(), 'Required').safeParse(text))).toBe('Required');
});
