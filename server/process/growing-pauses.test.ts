import { expect, it } from 'vitest';
import { createBackoff } from './growing-pauses.ts';

it('waits longer each time, up to 5 s, and starts again after a long run', () => {
  const pauseAfter = createBackoff();
  const pauses = [0, 0, 0, 0, 0, 0, 0, 0].map(pauseAfter);
  expect(pauses).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000]);
  expect([30_000, 10].map(pauseAfter)).toEqual([100, 200]);
});
