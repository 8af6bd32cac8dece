import { afterEach, expect, test } from 'vitest';
import { switchTo } from '../i18n/switch-language.ts';
import { formatAgo, formatDay, formatMoment, formatWeekdayTime } from './dates.ts';
import { $timeZone, setTimeZone } from './time-zone.ts';

afterEach(async () => {
  setTimeZone('Asia/Dhaka');
  await switchTo('en');
});

test("a moment has seconds, a day has no time, both in the shop's time zone", () => {
  const at = '2026-03-02T09:04:05Z';
  expect(formatMoment(at)).toBe('March 2nd 2026, 3:04:05 pm');
  expect(formatDay(new Date(at))).toBe('March 2nd, 2026');
  expect(formatMoment('2026-03-01T18:00:00Z')).toBe('March 2nd 2026, 12:00:00 am');
});

test('a time in another zone has the weekday there, and in Bengali the part of the day', async () => {
  const at = new Date('2026-03-01T22:04:05Z');
  const there = () => ['Asia/Dhaka', 'America/New_York'].map((zone) => formatWeekdayTime(at, zone));
  expect(there()).toEqual(['Monday, March 2, 4:04 am', 'Sunday, March 1, 5:04 pm']);
  await switchTo('bn');
  expect(there()).toEqual(['সোমবার ২ মার্চ, ভোর\u00a0৪:০৪', 'রবিবার ১ মার্চ, বিকাল\u00a0৫:০৪']);
});

test('another time zone has another day, also for dates formatted earlier', () => {
  const at = '2026-03-01T18:00:00Z';
  setTimeZone('America/New_York');
  expect(formatMoment(at)).toBe('March 1st 2026, 1:00:00 pm');
  expect(formatDay(at)).toBe('March 1st, 2026');
  expect(localStorage.getItem('timeZone')).toBe('America/New_York');
  setTimeZone('Asia/Atlantis');
  expect($timeZone.get()).toBe('America/New_York');
});

test.each([
  ['01', '1st'],
  ['03', '3rd'],
  ['04', '4th'],
  ['11', '11th'],
  ['12', '12th'],
  ['13', '13th'],
  ['21', '21st'],
  ['22', '22nd'],
  ['23', '23rd'],
  ['31', '31st'],
])('day %s is the %s', (day, ordinal) => {
  expect(formatDay(`2026-01-${day}T06:00:00Z`)).toBe(`January ${ordinal}, 2026`);
});

test('a relative time uses the largest meaningful unit', () => {
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

test.each([
  [0, 'রাত ১২:৫৯:০৫'],
  [3, 'রাত ৩:৫৯:০৫'],
  [4, 'ভোর ৪:৫৯:০৫'],
  [6, 'সকাল ৬:৫৯:০৫'],
  [11, 'সকাল ১১:৫৯:০৫'],
  [12, 'দুপুর ১২:৫৯:০৫'],
  [15, 'বিকাল ৩:৫৯:০৫'],
  [18, 'সন্ধ্যা ৬:৫৯:০৫'],
  [20, 'রাত ৮:৫৯:০৫'],
  [23, 'রাত ১১:৫৯:০৫'],
])('in Bengali a moment at %d:59:05 has the part of the day instead of am and pm', async (hour, time) => {
  await switchTo('bn');
  const at = new Date(`2025-11-21T${String(hour).padStart(2, '0')}:59:05+06:00`);
  expect(formatMoment(at)).toBe(`২১ নভেম্বর ২০২৫, ${time.replace(' ', '\u00a0')}`);
});

test('in Bengali a relative time has Bengali words and digits', async () => {
  await switchTo('bn');
  const nowMs = Date.UTC(2026, 2, 31, 12);
  const ago = (minutes: number) => formatAgo(new Date(nowMs - minutes * 60_000), nowMs);
  expect([0, 59, 60, 48 * 60].map(ago)).toEqual(['এইমাত্র', '৫৯ মিনিট আগে', '১ ঘণ্টা আগে', '২ দিন আগে']);
});
