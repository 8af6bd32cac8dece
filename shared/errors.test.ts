import { expect, test } from 'vitest';
import { tooManyRequestsMessage } from './errors.ts';

test.each([
  [1, '1 second'],
  [59, '59 seconds'],
  [119, '119 seconds'],
  [120, '2 minutes'],
  [121, '3 minutes'],
  [3600, '60 minutes'],
])('too many attempts have the time to wait: %i s is %s', (seconds, time) => {
  expect(tooManyRequestsMessage(seconds)).toBe(`Too many attempts. Please try again in ${time}.`);
});
