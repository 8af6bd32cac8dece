import { useCallback, useRef, useState } from 'react';

export interface RowTasks {
  /** Row id → name of its running task. */
  pending: ReadonlyMap<string, string>;
  /** Runs a task for a row, unless one is already running there. @returns undefined in that case */
  run: <Result>(rowId: string, name: string, task: () => Promise<Result>) => Promise<Result | undefined>;
}

/** Pending tasks per row, so that one slow row does not block the others. */
export function useRowTasks(): RowTasks {
  const [pending, setPending] = useState<ReadonlyMap<string, string>>(new Map());
  /** Two key presses may come before the next render; the state alone would allow both. */
  const running = useRef(new Map<string, string>());

  const run = useCallback(async <Result>(rowId: string, name: string, task: () => Promise<Result>) => {
    if (running.current.has(rowId)) return undefined;
    running.current.set(rowId, name);
    setPending(new Map(running.current));
    try {
      return await task();
    } finally {
      running.current.delete(rowId);
      setPending(new Map(running.current));
    }
  }, []);

  return { pending, run };
}
