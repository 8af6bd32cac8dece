import { expect, test } from 'vitest';
import { readOrderNumbers } from './order-numbers.ts';

test.each([
  ['123, 124 refill', { refill: [123, 124] }],
  ['123\n124\nrefill', { refill: [123, 124] }],
  ['refill\n123\n124', { refill: [123, 124] }],
  ['Refill 123 124 cancel 125', { refill: [123, 124], cancel: [125] }],
  ['123 refill; 124 cancel\nspeed up 125', { refill: [123], cancel: [124], speed_up: [125] }],
  ['#123 (124) 125.', { null: [123, 124, 125] }],
  ['১২৩ রিফিল\n১২৪ স্পিড আপ', { refill: [123], speed_up: [124] }],
  ['refill\n123\ncancel 124', { refill: [123], cancel: [124] }],
  ['123 123 refill 123 cancel', { refill: [123], cancel: [123] }],
  ['007 refilling', { refill: [7] }],
  ['', {}],
])('order numbers in %j', (message, groups) => {
  const { groups: read, unread } = readOrderNumbers(message);
  expect(Object.fromEntries(read.map(({ kind, orderIds }) => [String(kind), orderIds]))).toEqual(groups);
  expect(unread).toEqual([]);
});

test('what is no order number is listed', () => {
  const { groups, unread, count } = readOrderNumbers(
    'see https://example.com/123 and 99999999999999999999 12a 0 5 refill',
  );
  expect(groups).toEqual([{ kind: 'refill', orderIds: [5] }]);
  expect(unread).toEqual(['see', 'https://example.com/123', '99999999999999999999', '12a', '0']);
  expect(count).toBe(1);
});

test('60,000 characters are read at once', () => {
  const { count } = readOrderNumbers(Array.from({ length: 10_000 }, (_, at) => at + 1).join(','));
  expect(count).toBe(10_000);
});
