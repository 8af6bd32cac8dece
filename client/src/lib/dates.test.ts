import { expect, test } from 'vitest';
import { formatDay, formatMoment } from './dates.ts';

test('a moment is written to the second, a day without its time', () => {
  const at = new Date(2026, 2, 2, 15, 4, 5);
  expect(formatMoment(at)).toBe('March 2nd 2026, 3:04:05 pm');
  expect(formatDay(at)).toBe('March 2nd, 2026');
});
