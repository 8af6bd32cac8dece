import { expect, test } from 'vitest';
import { hasMoved } from './use-settling.ts';

test('a row that leaves or comes in above moves the others', () => {
  expect(hasMoved(['3', '2', '1'], ['3', '1'])).toBe(true);
  expect(hasMoved(['3', '2', '1'], ['4', '3', '2', '1'])).toBe(true);
});

test('the first page, a further page and a refresh without news move nothing', () => {
  expect(hasMoved([], ['3', '2'])).toBe(false);
  expect(hasMoved(['3', '2'], ['3', '2', '1'])).toBe(false);
  expect(hasMoved(['3', '2'], ['3', '2'])).toBe(false);
});
