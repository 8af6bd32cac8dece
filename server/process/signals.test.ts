import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onStopSignal } from './signals.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a repetition within a second is the same signal, and a later one ends at once', () => {
  const process = new EventEmitter();
  const endAtOnce = vi.fn<() => void>();
  const stop = onStopSignal(process, endAtOnce);
  expect(stop.aborted).toBe(false);

  process.emit('SIGINT');
  vi.advanceTimersByTime(900);
  process.emit('SIGTERM');
  expect([stop.aborted, stop.reason]).toEqual([true, 'SIGINT']);
  expect(endAtOnce).not.toHaveBeenCalled();

  vi.advanceTimersByTime(200);
  process.emit('SIGINT');
  expect(endAtOnce).toHaveBeenCalledOnce();
});
