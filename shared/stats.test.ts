import { expect, test } from 'vitest';
import { MAX_NANOS } from './money.ts';
import { addSums, moneySum } from './money-sum.ts';
import { monthEnds, monthsOf, recentDays } from './stats.ts';

const day = (name: string, orders: number) => ({ day: name, orders, revenue: moneySum(BigInt(orders) * 7n) });

test('a month ends with all orders up to its last day, including older ones', () => {
  const days = [
    day('2024-01-01', 100),
    day('2025-10-31', 3),
    day('2026-01-31', 5),
    day('2026-02-01', 7),
    day('2026-02-28', 1),
  ];
  expect(monthEnds(days, '2026-02-28')).toEqual([
    { month: '2025-09', orders: 100 },
    { month: '2025-10', orders: 103 },
    { month: '2025-11', orders: 103 },
    { month: '2025-12', orders: 103 },
    { month: '2026-01', orders: 108 },
    { month: '2026-02', orders: 116 },
  ]);
});

test('the last thirty days end today and have no gaps', () => {
  const days = recentDays([day('2026-01-31', 5), day('2026-03-01', 2)], '2026-03-01');
  expect(days).toHaveLength(30);
  expect(days.at(0)).toEqual(day('2026-01-31', 5));
  expect(days.at(1)).toEqual(day('2026-02-01', 0));
  expect(days.at(-1)).toEqual(day('2026-03-01', 2));
});

test('a month may exceed the range of a number', () => {
  const large = { orders: 1, revenue: addSums([MAX_NANOS]) };
  const days = [
    { ...large, day: '2026-02-28' },
    { ...large, day: '2026-03-01' },
    { ...large, day: '2026-03-02' },
  ];
  expect(monthsOf(days, '2026-03-02').slice(-2)).toEqual([
    { month: '2026-02', orders: 1, spent: '9007199254740991' },
    { month: '2026-03', orders: 2, spent: '18014398509481982' },
  ]);
});
