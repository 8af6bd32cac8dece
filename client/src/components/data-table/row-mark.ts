import { useSyncExternalStore } from 'react';

/** Which row keys act on. It is no state of the page: when it moves, the two rows concerned are drawn again and nothing else. */
export interface RowMark {
  /** The marked row's id. */
  get: () => string | undefined;
  /** @returns takes the listener away again */
  subscribe: (listener: () => void) => () => void;
}

/** Whether a row bears the mark, drawn again when it comes or goes. */
export function useIsMarked(mark: RowMark | undefined, id: string): boolean {
  return useSyncExternalStore(mark?.subscribe ?? never, () => mark?.get() === id);
}

const never = () => () => undefined;
