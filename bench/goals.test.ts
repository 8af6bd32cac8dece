import { expect, test } from 'vitest';
import { type Goal, ratioGoal, verdictOf } from './goals.ts';
import { tableOf } from './report/table.ts';

const high: Goal = { name: 'orders', value: 0, gate: 2, goal: 4, better: 'higher' };
const low: Goal = { name: 'log', value: 0, gate: 4, goal: 2, better: 'lower', unit: 'kB' };

test.each([
  [high, 4, 'goal met'],
  [high, 2, 'gate met'],
  [high, 1.99, 'MISSED'],
  [low, 2, 'goal met'],
  [low, 4, 'gate met'],
  [low, 4.01, 'MISSED'],
  [low, Number.NaN, 'MISSED'],
] as const)('%o at %d: %s', (goal, value, verdict) => {
  expect(verdictOf({ ...goal, value })).toBe(verdict);
});

test('a ratio is the median of its rounds, with the lowest and the highest', () => {
  expect(ratioGoal('orders', [3, 1, 2, 9], [2, 4])).toMatchObject({ value: 2.5, range: [1, 9] });
});

test('a line says what was measured, what is demanded and whether that is met', () => {
  const [, orders, log] = tableOf([
    { ...high, value: 3, range: [2, 5] },
    { ...low, value: 1500 },
  ]).split('\n');
  expect(orders).toMatch(/^orders +3\.00 \(2\.00–5\.00\) +≥ 2\.00 +≥ 4\.00 +gate met$/);
  expect(log).toMatch(/^log +1,500 kB +≤ 4\.00 kB +≤ 2\.00 kB +MISSED$/);
});
