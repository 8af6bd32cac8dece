import { useCallback, useRef, useState } from 'react';
import { returnFocus } from '../../lib/return-focus.ts';

export interface RowTasks {
  /** Row id → name of its running task. */
  pending: ReadonlyMap<string, string>;
  /**
   * Runs a task for a row, unless one is already running there.
   * @param pressed its button, which gets the focus back after the task; by default the button with the focus
   * @returns undefined if one is running there
   */
  run: <Result>(
    rowId: string,
    name: string,
    task: () => Promise<Result>,
    pressed?: HTMLElement | null,
  ) => Promise<Result | undefined>;
}

/** Pending tasks per row, so that one slow row does not block the others. */
export function useRowTasks(): RowTasks {
  const [pending, setPending] = useState<ReadonlyMap<string, string>>(new Map());
  /** Two key presses may come before the next render; the state alone would allow both. */
  const running = useRef(new Map<string, string>());

  const run = useCallback<RowTasks['run']>(async (rowId, name, task, pressed = focusedButton()) => {
    if (running.current.has(rowId)) return undefined;
    running.current.set(rowId, name);
    setPending(new Map(running.current));
    // It is disabled until the end, and a disabled button loses the focus.
    returnFocus(pressed);
    try {
      return await task();
    } finally {
      running.current.delete(rowId);
      setPending(new Map(running.current));
    }
  }, []);

  return { pending, run };
}

/** The button with the focus. Read it before a question, which takes the focus. */
export function focusedButton(): HTMLButtonElement | null {
  const { activeElement } = document;
  return activeElement instanceof HTMLButtonElement ? activeElement : null;
}
