import { expect, it } from 'vitest';
import { grouped } from './grouped.ts';

it.each([
  [0, '0'],
  [999, '999'],
  [-999, '-999'],
  [1000, '1,000'],
  [-1000, '-1,000'],
  [999.5, '999.5'],
  [1_234_567, '1,234,567'],
])('%j is shown as %s', (value, text) => {
  expect(grouped(value)).toBe(text);
});
