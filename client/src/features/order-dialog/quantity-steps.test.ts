import { expect, test } from 'vitest';
import { sliderStep, withinRange } from './quantity-steps.ts';

test.each([
  [100, 50_000, 100],
  [10, 5_000, 10],
  [50, 100_000, 10],
  [100, 10_000_000, 100],
  [10, 11, 1],
  [10, 10, 1],
  [100, 2_147_483_647, 1],
])('from %d to %d the slider steps by %d and reaches both ends', (min, max, step) => {
  expect(sliderStep(min, max)).toBe(step);
  expect((max - min) % step).toBe(0);
});

test('the slider stands as near to a typed quantity as it can', () => {
  expect(withinRange(500, 100, 1000)).toBe(500);
  expect(withinRange(5, 100, 1000)).toBe(100);
  expect(withinRange(5000, 100, 1000)).toBe(1000);
  expect(withinRange(null, 100, 1000)).toBe(100);
});
