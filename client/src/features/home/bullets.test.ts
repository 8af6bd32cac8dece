import { expect, test } from 'vitest';
import { bulletsOf } from './bullets.ts';

test('a description is split at full stops, not within numbers', () => {
  expect(bulletsOf('Starts within 1.5 hours. Up to 10,000 a day.  Refilled.')).toEqual([
    'Starts within 1.5 hours',
    'Up to 10,000 a day',
    'Refilled',
  ]);
});

test('Bengali full stops and line breaks split too, and empty parts are dropped', () => {
  expect(bulletsOf('এক ঘণ্টায় শুরু। রিফিল আছে।\n\nশেষ')).toEqual(['এক ঘণ্টায় শুরু', 'রিফিল আছে', 'শেষ']);
  expect(bulletsOf(' . ')).toEqual([]);
});
