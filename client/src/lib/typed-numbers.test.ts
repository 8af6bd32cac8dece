import { expect, test } from 'vitest';
import { z } from 'zod';
import { rechargeAmount } from '#shared/balance.ts';
import { microsOut } from '#shared/numbers.ts';
import { parseInteger } from './parse-integer.ts';
import { decimalFromHundredths, parseHundredths, parsePercent, parseTypedDollars } from './parse-typed.ts';
import { typedDollars, typedInteger, typedNumber, typedPrice } from './typed-numbers.ts';

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

test('Bengali digits are read like Latin ones in every field', () => {
  expect(parseInteger('১,৫০০')).toBe(1500);
  expect(parseTypedDollars('১২.৫০')).toBe(12_500_000_000);
  expect(typedDollars(rechargeAmount, 'Required').parse('$১,০২৩.৪৫')).toBe(1_023_450_000_000);
  expect(typedPrice(microsOut, 'Required').parse('০.৬৭৮৯')).toBe(678_900);
  expect(typedNumber(parseHundredths, 'Required').parse('১২৬.৫')).toBe(12_650);
});

test('a comma groups digits, as thousands or as lakhs, and is not a decimal point', () => {
  expect(['1,500', '1,500,000', '15,00,000', '-1,500'].map(parseInteger)).toEqual([1500, 1_500_000, 1_500_000, -1500]);
  expect(['2,5', '1,50', '1,5000', ',500', '1,,500'].map(parseInteger)).toEqual([null, null, null, null, null]);
  expect(firstMessage(typedNumber(parseHundredths, 'Required').safeParse('126,5'))).toBe('Required');
});

test.each([' ', '\u00a0', '\u2007', '\u2009', '\u202f'])('"1%s500" is fifteen hundred', (space) => {
  expect(
    ['1 500', '১ ৫০০', ' 1 500 000 ', '15 00 000', '-1 500'].map((text) => parseInteger(text.replaceAll(' ', space))),
  ).toEqual([1500, 1500, 1_500_000, 1_500_000, -1500]);
});

test.each(['1 50', '15 0', '1  500', '1 5000', '1,500 000', '1 500,000', '100 200 30', '1\n500'])(
  'spaces that do not group thousands make "%s" invalid',
  (text) => expect(parseInteger(text)).toBeNull(),
);

test('an empty field and an invalid number have different messages', () => {
  const quantity = typedInteger(z.int(), 'Quantity is required', 'Whole numbers only');
  expect(['', ' ', '2.5', 'many'].map((text) => firstMessage(quantity.safeParse(text)))).toEqual([
    'Quantity is required',
    'Quantity is required',
    'Whole numbers only',
    'Whole numbers only',
  ]);
});

test('a typed price keeps six decimals', () => {
  expect(typedPrice(microsOut, 'Price is required').parse('0.000001')).toBe(1);
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
])('"%s" is %i hundredths, which is displayed as "%s"', (text, hundredths, shown) => {
  expect(typedNumber(parseHundredths, 'Required').parse(text)).toBe(hundredths);
  expect(decimalFromHundredths(hundredths)).toBe(shown);
});

test.each(['', '1.005', '-1', '1e3', '.5', '৳126'])('"%s" is not a number of hundredths', (text) => {
  expect(firstMessage(typedNumber(parseHundredths, 'Required').safeParse(text))).toBe('Required');
});

test.each([
  ['10', 1000],
  ['+10.5 %', 1050],
  ['-5.25%', -525],
  ['−৫', -500],
  ['', null],
  ['-', null],
  ['1.234', null],
  ['--1', null],
  ['ten', null],
])('%o is a change by %o hundredths of a percent', (typed, hundredths) => {
  expect(parsePercent(typed)).toBe(hundredths);
});
