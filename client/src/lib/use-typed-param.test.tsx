import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useTypedParam } from './use-typed-param.ts';

/** What was applied, in order; the test decides when it reaches the URL. */
const applied: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  applied.length = 0;
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show(value: string) {
  const onOutside = vi.fn<(value: string) => void>();
  const { result, rerender } = renderHook(
    (inUrl: string) => useTypedParam(inUrl, (text) => applied.push(text), { pauseMs: 300, onOutside }),
    { initialProps: value },
  );
  const type = (text: string) => {
    act(() => {
      result.current.setTyped(text);
    });
  };
  const pause = () => {
    act(() => {
      vi.advanceTimersByTime(300);
    });
  };
  return { type, pause, arrives: rerender, typed: () => result.current.typed, onOutside };
}

test('an applied value that arrives late does not replace newer text', () => {
  const { type, pause, arrives, typed, onOutside } = show('');
  for (const text of ['a', 'ab', 'abc']) {
    type(text);
    pause();
  }
  type('abcd');
  arrives('a');
  arrives('abc');
  expect(typed()).toBe('abcd');
  expect(onOutside).not.toHaveBeenCalled();
  pause();
  expect(applied).toEqual(['a', 'ab', 'abc', 'abcd']);
});

test('a change from outside replaces the text, even if it equals an earlier value', () => {
  const { type, pause, arrives, typed, onOutside } = show('');
  type('a');
  pause();
  arrives('a');
  type('ab');
  pause();
  arrives('ab');
  arrives('a');
  expect(typed()).toBe('a');
  expect(onOutside.mock.calls).toEqual([['a']]);
});

test('a value applied and reverted before it was seen in the URL is not awaited', () => {
  const { type, pause, arrives, typed } = show('');
  type('a');
  pause();
  type('');
  pause();
  arrives('');
  arrives('a');
  expect(typed()).toBe('a');
});
