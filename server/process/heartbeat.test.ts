import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BEAT_MS, watchHeartbeat } from './heartbeat.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setImmediate', 'performance'] });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/**
 * Each step ends with a second of silence. `beat` starts it with a message of the worker, `asleep` with this process suspended for a
 * minute.
 */
type Step = 'beat' | 'silence' | 'asleep' | 'stop';
const times = (count: number, step: Step): Step[] => Array.from({ length: count }, () => step);

it.each<[string, Step[], number]>([
  ['a worker that beats is left alone', times(60, 'beat'), 0],
  ['ten seconds of silence are a hang', ['beat', ...times(9, 'silence')], 1],
  ['which is found out once', ['beat', ...times(60, 'silence')], 1],
  ['nine seconds are none', ['beat', ...times(8, 'silence'), 'beat', ...times(8, 'silence')], 0],
  ['a worker that still loads, and has never said anything, is waited for', times(60, 'silence'), 0],
  ['a worker that is told to stop may be silent', ['beat', 'stop', ...times(60, 'silence')], 0],
  ['also one that says something after that', ['beat', 'stop', 'beat', ...times(60, 'silence')], 0],
  ['who slept itself counts from the start', ['beat', ...times(8, 'silence'), 'asleep', ...times(9, 'silence')], 0],
  ['and finds out a hang after that', ['beat', 'asleep', ...times(10, 'silence')], 1],
])('%s', (_name, steps, hangs) => {
  const onSilent = vi.fn<() => void>();
  const heartbeat = watchHeartbeat(onSilent);
  for (const step of steps) {
    if (step === 'beat') heartbeat.beat();
    if (step === 'stop') heartbeat.stop();
    if (step === 'asleep') asleepFor(60_000);
    vi.advanceTimersByTime(BEAT_MS);
    // The end of that turn, when the check runs.
    vi.advanceTimersByTime(1);
  }
  heartbeat.stop();
  expect(onSilent).toHaveBeenCalledTimes(hangs);
});

/** As after SIGSTOP and SIGCONT: time has passed, but no timer ran. */
function asleepFor(ms: number): void {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ms);
}
