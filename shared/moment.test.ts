import { expect, test } from 'vitest';
import { moment } from './moment.ts';

const start = moment('Start');

test.each([
  ['2026-01-31T08:30:00Z', '2026-01-31T08:30:00.000Z'],
  ['2026-01-31T14:30:00+06:00', '2026-01-31T08:30:00.000Z'],
  [' 2026-01-31T08:30:00.123456Z ', '2026-01-31T08:30:00.123Z'],
  ['2100-01-01T02:00:00+06:00', '2099-12-31T20:00:00.000Z'],
])('%j is %s', (text, iso) => {
  expect(start.parse(text).toISOString()).toBe(iso);
});

test.each([
  '',
  '2026-01-31',
  '2026-01-31T08:30:00',
  '2026-02-30T08:30:00Z',
  '2026-01-31T25:00:00Z',
  '1999-12-31T23:59:59Z',
  '2100-01-01T00:00:00Z',
  '+012026-01-31T08:30:00Z',
  'x'.repeat(41),
])('%j is invalid', (text) => {
  expect(start.safeParse(text).error?.issues[0]?.message).toMatch(/^Start must be a date and time/);
});
