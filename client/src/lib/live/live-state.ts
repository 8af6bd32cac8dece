import { startTransition, useEffect, useState, useSyncExternalStore } from 'react';

/** While the stream is down, what may change is asked for so often. */
export const POLL_MS = 5_000;
/** While it is up, that is only in case a word was lost. */
const RARE_POLL_MS = 60_000;

/** With more pages of a list than this loaded, reading them all again at each change costs the server more than it tells. */
export const MAX_LIVE_PAGES = 4;

let isLive = false;
const listeners = new Set<() => void>();

export const liveState = {
  get: () => isLive,
  set(next: boolean): void {
    if (next === isLive) return;
    isLive = next;
    for (const listener of listeners) listener();
  },
};

/** Whether the stream is up. */
export function useIsLive(): boolean {
  return useSyncExternalStore(subscribe, liveState.get, liveState.get);
}

/** How often to ask for what the stream tells of, in milliseconds. Nothing of it is seen, so that what uses it is drawn anew in steps. */
export function usePollMs(): number {
  const [wasLive, setLive] = useState(isLive);
  useEffect(() => {
    const follow = () => startTransition(() => setLive(isLive));
    follow();
    return subscribe(follow);
  }, []);
  return wasLive ? RARE_POLL_MS : POLL_MS;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
