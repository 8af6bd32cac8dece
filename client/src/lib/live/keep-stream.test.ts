import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepStream } from './keep-stream.ts';
import type { StreamHandlers } from './open-stream.ts';

/** Every opened stream, the newest last. */
const opened: (StreamHandlers & { hasLeft: boolean })[] = [];
const told: string[] = [];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  // The longest possible pause, so that each test knows when it is over.
  vi.spyOn(Math, 'random').mockReturnValue(1);
  opened.length = 0;
  told.length = 0;
  stop = keepStream(open, {
    onUp: () => told.push('up'),
    onDown: () => told.push('down'),
    onChange: ({ kind }) => told.push(kind),
  });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function open(handlers: StreamHandlers): () => void {
  const stream = { ...handlers, hasLeft: false };
  opened.push(stream);
  return () => {
    stream.hasLeft = true;
  };
}

const newest = () => opened.at(-1) as (typeof opened)[number];

/** In seconds, from a stream's end to the next one. */
function pauseAfterEnd(retryAfterMs = 0): number {
  const before = opened.length;
  newest().onDown(retryAfterMs);
  for (let passed = 1; passed <= 300; passed++) {
    vi.advanceTimersByTime(1000);
    if (opened.length > before) return passed;
  }
  throw new Error('It is not opened again');
}

test('a stream that ends reconnects, with pauses that grow up to a minute', () => {
  expect(Array.from({ length: 9 }, () => pauseAfterEnd())).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
});

test('browsers that lose their stream together do not reconnect together', () => {
  const pauses = [0, 0.5, 1].map((random) => {
    vi.spyOn(Math, 'random').mockReturnValue(random);
    const before = opened.length;
    newest().onUp();
    vi.advanceTimersByTime(31_000);
    newest().onDown(0);
    for (let passedMs = 0; ; passedMs += 50) {
      if (opened.length > before) return passedMs;
      vi.advanceTimersByTime(50);
    }
  });
  expect(pauses).toEqual([500, 750, 1000]);
});

test('after a good stream the first pause is short again, after one that ended at once it is not', () => {
  for (let times = 0; times < 4; times++) pauseAfterEnd();
  newest().onUp();
  vi.advanceTimersByTime(1000);
  expect(pauseAfterEnd()).toBe(16);
  newest().onUp();
  vi.advanceTimersByTime(60_000);
  expect(pauseAfterEnd()).toBe(1);
});

test("a server's requested pause is respected", () => {
  expect(pauseAfterEnd(45_000)).toBe(45);
});

test('events of a stream are forwarded, and its state', () => {
  newest().onUp();
  newest().onChange({ kind: 'order', id: 1 });
  pauseAfterEnd();
  newest().onUp();
  expect(told).toEqual(['up', 'order', 'down', 'up']);
});

test('after a stop the stream is closed, and none is opened', () => {
  newest().onDown(0);
  stop();
  vi.advanceTimersByTime(600_000);
  expect(opened).toHaveLength(1);
  expect(newest().hasLeft).toBe(true);
});
