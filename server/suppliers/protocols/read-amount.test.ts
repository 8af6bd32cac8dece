import { expect, test } from 'vitest';
import { readAmount } from './read-amount.ts';

/** In micro-units. */
test.each<[text: string, currency: string, amount: string]>([
  ['0.90', 'USD', '900000'],
  ['0.90 ', 'USD', '900000'],
  ['0.8999999999999999', 'USD', '900000'],
  ['.5', 'USD', '500000'],
  ['5.', 'USD', '5000000'],
  ['9e-1', 'USD', '900000'],
  ['1E3', 'USD', '1000000000'],
  ['1.234', 'USD', '1234000'],
  ['$ 1 200.50', 'USD', '1200500000'],
  ['$1,200.50', 'USD', '1200500000'],
  ['$1,200.12345678', 'USD', '1200123456.78'],
  ['US$ 3', 'USD', '3000000'],
  ['3 usd', 'USD', '3000000'],
  ['$0.95 / 1K', 'USD', '950000'],
  ['-$1.20', 'USD', '-1200000'],
  ['$-1.20', 'USD', '-1200000'],
  ['৳ 90', 'BDT', '90000000'],
  ['90৳', 'BDT', '90000000'],
  ['BDT 90', 'BDT', '90000000'],
  ['Tk. 90', 'BDT', '90000000'],
  ['৳ ১২০', 'BDT', '120000000'],
  ['₹12,34,567', 'INR', '1234567000000'],
  ['Rs.12', 'INR', '12000000'],
  ['Rs.12', 'PKR', '12000000'],
  ['12 Rs', 'PKR', '12000000'],
  ['$0.90', 'AUD', '900000'],
  ['1\u00a0234\u202f567', 'EUR', '1234567000000'],
  ['1,234,567.5 €', 'EUR', '1234567500000'],
  ['1.234,50 €', 'EUR', '1234500000'],
  ['0,95', 'EUR', '950000'],
  ['0,950', 'EUR', '950000'],
])('%s in %s is %s', (text, currency, amount) => {
  expect(readAmount(text, currency)).toEqual({ amount });
});

test.each<[text: string, currency: string, problem: string]>([
  ['1,234', 'USD', 'rate_not_a_number'],
  ['$1,234', 'USD', 'rate_not_a_number'],
  ['৳ 1,200', 'BDT', 'rate_not_a_number'],
  ['USD.50', 'USD', 'rate_not_a_number'],
  ['1 2', 'USD', 'rate_not_a_number'],
  ['1 2000', 'USD', 'rate_not_a_number'],
  ['0.90 per 100', 'USD', 'rate_not_a_number'],
  ['$0.90 per 100', 'USD', 'rate_not_a_number'],
  ['0.90 $ per 100', 'USD', 'rate_not_a_number'],
  ['1.2.3', 'USD', 'rate_not_a_number'],
  ['--5', 'USD', 'rate_not_a_number'],
  ['$', 'USD', 'rate_not_a_number'],
  ['free', 'USD', 'rate_not_a_number'],
  ['on request', 'USD', 'rate_not_a_number'],
  ['90000000000', 'USD', 'rate_not_a_number'],
  ['৳ 90', 'USD', 'rate_other_currency'],
  ['€5', 'USD', 'rate_other_currency'],
  ['5 EUR', 'USD', 'rate_other_currency'],
  ['$ 5 EUR', 'USD', 'rate_other_currency'],
  ['C$5', 'USD', 'rate_other_currency'],
  ['US$0.90', 'AUD', 'rate_other_currency'],
  ['R$5', 'ZAR', 'rate_other_currency'],
  ['Rs.12', 'USD', 'rate_other_currency'],
])('%s in %s is refused: %s', (text, currency, problem) => {
  expect(readAmount(text, currency)).toEqual({ problem });
});

test.each(['1', '1,', ' ', '$ 1', '1 $', '৳', '.'])('long texts of %j are no amounts', (part) => {
  const text = part.repeat(600_000 / part.length);
  for (const end of ['1', 'x']) {
    expect(readAmount(`1${text}${end}`, 'USD')).toMatchObject({ problem: expect.any(String) as string });
  }
});
