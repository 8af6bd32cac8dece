import { useCallback, useRef, useState } from 'react';

export interface RowTasks {
  /** Row id → name of its running task. */
  pending: ReadonlyMap<string, string>;
  /** Runs a task for a row, unless one is under way there already. @returns undefined when there is */
  run: <Result>(rowId: string, name: string, task: () => Promise<Result>) => Promise<Result | undefined>;
}

/** Pending tasks row by row, so that one slow row leaves the others usable. */
export function useRowTasks(): RowTasks {
  const [pending, setPending] = useState<ReadonlyMap<string, string>>(new Map());
  /** Two key presses may come before the next render; the state alone would let both through. */
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
