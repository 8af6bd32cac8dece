import { expect, test } from 'vitest';
import { hasMoved } from './use-settling.ts';

test.each([
  ['a row that leaves', ['3', '2', '1'], ['3', '1'], true],
  ['a row that comes in above', ['3', '2', '1'], ['4', '3', '2', '1'], true],
  ['the first page', [], ['3', '2'], false],
  ['a further page', ['3', '2'], ['3', '2', '1'], false],
  ['a refresh without news', ['3', '2'], ['3', '2'], false],
])('whether %s moves rows', (_name, before, after, moved) => {
  expect(hasMoved(before, after)).toBe(moved);
});
