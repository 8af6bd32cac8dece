import { afterEach, expect, test } from 'vitest';
import type { OrderStatus } from '#shared/order-status.ts';
import type { RequestBlock, RequestKind } from '#shared/request-status.ts';
import { switchTo } from '../../i18n/switch-language.ts';
import { describeDelivery, formatWait, requestStatusWords, whyNot } from './request-words.ts';

const NOW = Date.parse('2026-03-02T10:00:00.000Z');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

afterEach(() => switchTo('en'));

test.each([
  [-5 * MINUTE_MS, '1 min'],
  [1, '1 min'],
  [59 * MINUTE_MS + 1, '1 h'],
  [20 * MINUTE_MS, '20 min'],
  [3 * HOUR_MS + 20 * MINUTE_MS, '3 h 20 min'],
  [24 * HOUR_MS, '24 h'],
  [25 * HOUR_MS, '25 h'],
  [96 * HOUR_MS, '4 days'],
])('a wait of %d ms is "%s"', (ms, words) => {
  expect(formatWait(ms)).toBe(words);
});

test.each<[RequestKind, RequestBlock, OrderStatus, string | null, string]>([
  ['refill', 'service', 'completed', null, 'This service has no refill'],
  ['cancel', 'service', 'pending', null, 'Orders of this service can’t be canceled'],
  ['speed_up', 'service', 'pending', null, 'This service has no speed-up'],
  ['refill', 'status', 'processing', null, 'Possible after the delivery'],
  ['refill', 'status', 'rejected', null, 'The order is finished'],
  ['cancel', 'status', 'completed', null, 'The order is finished'],
  ['refill', 'period_over', 'partial', '2026-02-01T10:00:00.000Z', 'The refill period ended on February 1st, 2026'],
  ['refill', 'cool_down', 'completed', '2026-03-02T13:20:00.000Z', 'Possible again in 3 h 20 min'],
  ['cancel', 'open_request', 'pending', null, 'More can be requested when this one has ended.'],
])('%s, blocked by %s while %s', (kind, block, status, at, words) => {
  expect(whyNot({ kind, block, at, status }, NOW)).toBe(words);
});

test.each<[OrderStatus, number | null, number, string | null]>([
  ['pending', 360, 4 * HOUR_MS, 'Usually 6 h, about 2 h to go'],
  ['processing', 360, 350 * MINUTE_MS, 'Usually 6 h, about 10 min to go'],
  ['processing', 360, 6 * HOUR_MS, 'Usually 6 h, this one takes longer'],
  ['pending', null, HOUR_MS, null],
  ['completed', 360, HOUR_MS, null],
  ['rejected', 360, HOUR_MS, null],
])('a %s order of a service that takes %s minutes, after %d ms', (status, usualMinutes, ageMs, words) => {
  const createdAt = new Date(NOW - ageMs).toISOString();
  expect(describeDelivery({ status, createdAt, usualMinutes }, NOW)).toBe(words);
});

test('Bengali has its own digits and units', async () => {
  await switchTo('bn');
  expect(formatWait(3 * HOUR_MS + 20 * MINUTE_MS)).toBe('৩ ঘণ্টা ২০ মিনিট');
  expect(whyNot({ kind: 'refill', block: 'service', at: null, status: 'completed' }, NOW)).toBe('এই সার্ভিসে রিফিল নেই');
});

test('an accepted cancel has ended, an accepted refill has not', () => {
  expect(requestStatusWords('cancel', 'accepted')).toBe('Canceled');
  expect(requestStatusWords('refill', 'accepted')).toBe('Accepted');
});
