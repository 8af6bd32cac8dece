import { expect, test } from 'vitest';
import { isTimeZone, momentOfWall, wallTime } from './time-zone.ts';

const names = ['Asia/Dhaka', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'Etc/GMT+6', 'UTC'];
test.each(names)('%s is a zone', (name) => {
  expect(isTimeZone(name)).toBe(true);
});

test.each(['', 'Asia', 'Asia/Atlantis', '+06:00', "Asia/Dhaka'", 'Asia/Dhaka\n', '../etc/passwd', 'A'.repeat(60_000)])(
  'no. %$ is not a zone',
  (name) => {
    expect(isTimeZone(name)).toBe(false);
  },
);

test.each([
  ['Asia/Dhaka', '2026-03-20T12:00', '2026-03-20T06:00:00.000Z'],
  ['Asia/Kathmandu', '2026-01-01T00:15', '2025-12-31T18:30:00.000Z'],
  ['America/New_York', '2026-07-04T23:59', '2026-07-05T03:59:00.000Z'],
  ['America/New_York', '2026-12-31T23:59', '2027-01-01T04:59:00.000Z'],
  ['UTC', '2026-02-28T00:00', '2026-02-28T00:00:00.000Z'],
])('in %s it is %s at %s', (zone, wall, iso) => {
  expect(momentOfWall(wall, zone).toISOString()).toBe(iso);
  expect(wallTime(new Date(iso), zone)).toBe(wall);
});

test.each(['soon', '', '2026-13-01T00:00', '2026-03-20', '9'.repeat(60_000)])('no. %$ is not a local time', (wall) => {
  expect(momentOfWall(wall, 'Asia/Dhaka').getTime()).toBeNaN();
});

test('a time in the hour that summer time skips is still a moment', () => {
  expect(momentOfWall('2026-03-08T02:30', 'America/New_York').getTime()).not.toBeNaN();
});
