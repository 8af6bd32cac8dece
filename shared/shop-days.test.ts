import { expect, test } from 'vitest';
import { daysBefore, isDay, monthOf, shopDay } from './shop-days.ts';

test("a day begins at midnight in the shop's time zone", () => {
  expect(shopDay(new Date('2026-03-31T17:59:59Z'), 'Asia/Dhaka')).toBe('2026-03-31');
  expect(shopDay(new Date('2026-03-31T18:00:00Z'), 'Asia/Dhaka')).toBe('2026-04-01');
  expect(shopDay(new Date('2026-03-31T18:15:00Z'), 'Asia/Kathmandu')).toBe('2026-04-01');
  expect(shopDay(new Date('2026-03-31T18:00:00Z'), 'America/New_York')).toBe('2026-03-31');
});

test('months have their own lengths, and the one before January is December', () => {
  expect(monthOf('2026-03-31')).toEqual({ from: '2026-03-01', to: '2026-03-31' });
  expect(monthOf('2026-03-31', 1)).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  expect(monthOf('2028-03-01', 1)).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(monthOf('2026-01-15', 1)).toEqual({ from: '2025-12-01', to: '2025-12-31' });
});

test('days are counted back over the end of a month', () => {
  expect(daysBefore('2026-03-01', 1)).toBe('2026-02-28');
});

test.each(['2026-02-29', '2026-13-01', '1999-12-31', '2026-1-1', '26-01-01', '2026-01-32', '', 'x'])(
  '"%s" is not a day',
  (day) => {
    expect(isDay(day)).toBe(false);
  },
);
