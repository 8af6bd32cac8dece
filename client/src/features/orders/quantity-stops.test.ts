import { expect, test } from 'vitest';
import { nearestStop, quantityStops, quickQuantities } from './quantity-stops.ts';

test.each([
  [100, 50_000],
  [10, 5_000],
  [50, 100_000],
  [37, 4_321],
  [100, 10_000_000],
  [10, 11],
  [10, 10],
  [100, 2_147_483_647],
])(
  'from %d to %d the slider has whole stops in order, including both ends, and not too many for a thumb',
  (min, max) => {
    const stops = quantityStops(min, max);
    expect(stops[0]).toBe(min);
    expect(stops.at(-1)).toBe(max);
    expect(stops.every(Number.isInteger)).toBe(true);
    expect(stops).toEqual([...new Set(stops)].toSorted((one, other) => one - other));
    expect(stops.length).toBeLessThanOrEqual(80);
  },
);

test('small quantities can be reached in a large range', () => {
  expect(quantityStops(100, 100_000).slice(0, 6)).toEqual([100, 120, 150, 200, 250, 300]);
});

test('each quantity of a small range has its stop', () => {
  expect(quantityStops(10, 20)).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
});

test('the slider is at the stop nearest to a typed quantity', () => {
  const stops = [100, 200, 500, 1000];
  expect([500, 5, 5000, 340, 360].map((quantity) => stops[nearestStop(stops, quantity)])).toEqual([
    500, 100, 1000, 200, 500,
  ]);
  expect(nearestStop(stops, null)).toBe(0);
});

test.each([
  [100, 100_000, [500, 1000, 5000, 10_000]],
  [10, 5_000, [50, 100, 500, 1000]],
  [1000, 1_000_000, [5000, 10_000, 50_000, 100_000]],
  [100, 500, []],
  [10, 10, []],
])('from %d to %d the quick quantities are %j', (min, max, quick) => {
  expect(quickQuantities(min, max)).toEqual(quick);
});
