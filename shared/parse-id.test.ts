import { expect, test } from 'vitest';
import { parseId } from './parse-id.ts';

test.each([
  ['1', 1],
  ['1042', 1042],
  ['999999999999999', 999_999_999_999_999],
])('%s is an id, exactly', (text, id) => {
  expect(parseId(text)).toBe(id);
  expect(Number.isSafeInteger(id)).toBe(true);
});

test.each(['', '0', '-1', '+1', '007', '1.0', '1e3', '0x10', ' 1', '1 ', '1\n', '১২', '#1', '1000000000000000'])(
  '%j is not an id',
  (text) => {
    expect(parseId(text)).toBeNull();
  },
);
