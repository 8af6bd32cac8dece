import { expect, test } from 'vitest';
import { type Goal, goalOf, goalRows, verdictOf } from './goals.ts';
import { tableOf } from './table.ts';

const high = goalOf('orders', [3.456, 5, 2], { atLeast: [2, 4] });
const low = goalOf('log', 1500, { atMost: [4, 2], unit: 'kB' });

test.each<[Goal, number, string]>([
  [high, 4, 'goal met'],
  [high, 2, 'gate met'],
  [high, 1.99, 'MISSED'],
  [low, 2, 'goal met'],
  [low, 4, 'gate met'],
  [low, 4.01, 'MISSED'],
  [low, Number.NaN, 'MISSED'],
])('%o at %d: %s', (goal, value, verdict) => {
  expect(verdictOf({ ...goal, value })).toBe(verdict);
});

test('a figure is the median of its rounds, with the lowest and the highest', () => {
  expect(goalOf('orders', [3, 1, 2, 9], { atLeast: [2] })).toMatchObject({ value: 2.5, range: [1, 9], goal: 2 });
});

test('a line has the figure, its limits and its verdict', () => {
  const [, orders, log] = tableOf(goalRows([high, low])).split('\n');
  expect(orders).toMatch(/^orders +3\.46 \(2–5\) +≥ 2 +≥ 4 +gate met$/);
  expect(log).toMatch(/^log +1,500 kB +≤ 4 kB +≤ 2 kB +MISSED$/);
});
