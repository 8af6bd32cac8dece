import { expect, test } from 'vitest';
import type { Outcome } from '../../suppliers/purchases/judge.ts';
import { createPace } from './pace.ts';

const accepted: Outcome = { kind: 'accepted', externalOrderId: '1' };
const atOnceAfter = (...outcomes: [Outcome | undefined, tookMs?: number][]) => {
  const pace = createPace();
  for (const [outcome, tookMs = 300] of outcomes) pace.note(outcome, tookMs);
  return pace.atOnce({ idempotent: true });
};
const many = Array.from({ length: 100 }, (): [Outcome] => [accepted]);

test('grows by one a purchase, up to 50, and is always one without request_id', () => {
  expect([atOnceAfter(), atOnceAfter([accepted]), atOnceAfter(...many)]).toEqual([5, 6, 50]);
  const pace = createPace();
  pace.note(accepted, 1);
  expect([pace.atOnce({ idempotent: false }), pace.atOnce(undefined)]).toEqual([1, 1]);
});

test.each<[string, Outcome | undefined, atOnce: number, tookMs?: number]>([
  ['status 429', { kind: 'wait', reason: 'throttled', text: 'too many calls', restSeconds: 7 }, 25],
  ['status 429 to a question', { kind: 'unknown', reason: 'throttled', text: 'too many calls' }, 25],
  ['a time-out or status 5xx', { kind: 'unknown', text: 'timed_out' }, 25],
  ['no connection', { kind: 'wait', reason: 'not_connected', text: 'connection_failed' }, 25],
  ['unknown words', { kind: 'unknown', text: 'HTTP 200: Hm', words: 'Hm' }, 50],
  ['a refusal', { kind: 'refused', reason: 'order', text: 'Bad link' }, 50],
  ['nothing that was sent', undefined, 50],
])('after %s', (_what, outcome, atOnce) => {
  expect(atOnceAfter(...many, [outcome])).toBe(atOnce);
});

test('never shrinks below five, and does not grow by slow purchases', () => {
  const slow: [Outcome, number] = [accepted, 5_001];
  expect([atOnceAfter([{ kind: 'unknown', text: 'timed_out' }]), atOnceAfter(slow)]).toEqual([5, 5]);
});
