import { expect, test } from 'vitest';
import { passwordStrength } from './password-strength.ts';

test.each([
  ['abc', 0],
  ['aaaaaaaaaaaa', 1],
  ['12345678', 0],
  ['১২৩৪৫৬৭৮', 0],
  ['124578875421', 1],
  ['e\u0301tude', 0],
  ['horsey', 1],
  ['tK7#qLm2', 2],
  ['tK7#qLm2Vx', 3],
  ['tK7#qLm2Vx!pRw', 4],
])('"%s" scores %i', (password, score) => {
  expect(passwordStrength(password, 6)).toBe(score);
});
