import { expect, test } from 'vitest';
import { namesCurrency, plainAmount } from './read-amount.ts';

test.each<[text: string, currency: string, plain: string]>([
  ['0.90', 'USD', '0.90'],
  ['$ 1 200.50', 'USD', '1200.50'],
  ['$1,200.50', 'USD', '1,200.50'],
  ['US$ 3', 'USD', '3'],
  ['3 usd', 'USD', '3'],
  ['-$1.20', 'USD', '-1.20'],
  ['$-1.20', 'USD', '-1.20'],
  ['৳ 90', 'BDT', '90'],
  ['90৳', 'BDT', '90'],
  ['BDT 90', 'BDT', '90'],
  ['₹1,200', 'INR', '1,200'],
  ['1\u00a0234\u202f567', 'EUR', '1234567'],
  ['1,234,567.5 €', 'EUR', '1,234,567.5'],
  ['9e-1', 'USD', '9E-1'],
  ['1 2', 'USD', '1 2'],
  ['1 2000', 'USD', '1 2000'],
  ['৳ 90', 'USD', '৳ 90'],
  ['€5', 'USD', '€5'],
  ['$', 'USD', ''],
])('%s in %s is %s', (text, currency, plain) => {
  expect(plainAmount(text, currency)).toBe(plain);
});

test.each([
  ['৳ 90', true],
  ['5 EUR', true],
  ['free', false],
  ['on request', false],
  ['1.2.3', false],
])('%s names a currency: %s', (text, is) => {
  expect(namesCurrency(text)).toBe(is);
});
