import { expect, test } from 'vitest';
import { formatAgo, formatDay, formatMoment } from './dates.ts';

test('a moment is written to the second, a day without its time', () => {
  const at = new Date(2026, 2, 2, 15, 4, 5);
  expect(formatMoment(at)).toBe('March 2nd 2026, 3:04:05 pm');
  expect(formatDay(at)).toBe('March 2nd, 2026');
});

test('how long ago is told in the largest unit that says enough', () => {
  const nowMs = Date.UTC(2026, 2, 31, 12);
  const ago = (minutes: number) => formatAgo(new Date(nowMs - minutes * 60_000), nowMs);
  expect([0.9, 59, 60, 47 * 60, 48 * 60].map(ago)).toEqual([
    'just now',
    '59 min ago',
    '1 h ago',
    '47 h ago',
    '2 d ago',
  ]);
  expect(formatAgo(new Date(nowMs + 5000), nowMs)).toBe('just now');
});
