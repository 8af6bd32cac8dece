import { afterEach, expect, test } from 'vitest';
import type { OrderStatus } from '#shared/order-status.ts';
import { switchTo } from '../i18n/switch-language.ts';
import { progressWords } from './order-progress.tsx';

afterEach(() => switchTo('en'));

const anOrder = (progress: { startCount?: number; remains?: number; remaining?: number; status?: OrderStatus }) => ({
  quantity: 5_000,
  status: 'processing' as const,
  remaining: null,
  startCount: null,
  remains: null,
  ...progress,
});

test.each([
  [{}, undefined],
  [{ startCount: 830 }, 'started at 830'],
  [{ remains: 3_800 }, '1,200 of 5,000'],
  [{ startCount: 830, remains: 3_800 }, '1,200 of 5,000, started at 830'],
  [{ startCount: 0, remains: 5_000 }, '0 of 5,000, started at 0'],
  [{ status: 'completed', remains: 0 }, '5,000 of 5,000'],
  [{ status: 'partial', remaining: 400 }, '4,600 of 5,000'],
  [{ status: 'partial', remaining: 400, remains: 300, startCount: 1 }, '4,700 of 5,000, started at 1'],
] as const)('%j reads "%s"', (progress, words) => {
  expect(progressWords(anOrder(progress))).toBe(words);
});

test('the progress in Bengali', async () => {
  await switchTo('bn');
  expect(progressWords(anOrder({ startCount: 830, remains: 3_800 }))).toBe('৫,০০০-এর মধ্যে ১,২০০, শুরুতে ছিল ৮৩০');
});
