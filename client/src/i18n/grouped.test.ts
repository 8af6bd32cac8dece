import { afterEach, expect, test } from 'vitest';
import { grouped, inReadersDigits } from './grouped.ts';
import { switchTo } from './switch-language.ts';

afterEach(() => switchTo('en'));

test.each([
  [0, '0', '০'],
  [999, '999', '৯৯৯'],
  [-999, '-999', '-৯৯৯'],
  [1000, '1,000', '১,০০০'],
  [-1000, '-1,000', '-১,০০০'],
  [999.5, '999.5', '৯৯৯.৫'],
  [99_999, '99,999', '৯৯,৯৯৯'],
  [1_234_567, '1,234,567', '১২,৩৪,৫৬৭'],
  [1_234_567_890, '1,234,567,890', '১,২৩,৪৫,৬৭,৮৯০'],
  [-123_456.75, '-123,456.75', '-১,২৩,৪৫৬.৭৫'],
])('%j is displayed as %s, in Bengali as %s', async (value, english, bengali) => {
  expect(grouped(value)).toBe(english);
  await switchTo('bn');
  expect(grouped(value)).toBe(bengali);
});

test.each([
  ['$1,234,567.89', '$১২,৩৪,৫৬৭.৮৯'],
  ['$0.123456', '$০.১২৩৪৫৬'],
  ['৳1,260.00', '৳১,২৬০.০০'],
  ['-$28.58', '-$২৮.৫৮'],
  ['2026', '২০২৬'],
  ['$১২,৩৪,৫৬৭', '$১২,৩৪,৫৬৭'],
  ['1, 2 and 3', '১, ২ and ৩'],
])('the numbers of "%s" are read as "%s" in Bengali, and unchanged in English', async (text, bengali) => {
  expect(inReadersDigits(text)).toBe(text);
  await switchTo('bn');
  expect(inReadersDigits(text)).toBe(bengali);
});
