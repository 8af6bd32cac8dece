import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { startTransition, useEffect, useState } from 'react';

/** While the stream is down, what may change is asked for so often. */
export const POLL_MS = 5_000;
/** While it is up, that is only in case a word was lost. */
const RARE_POLL_MS = 60_000;

/** With more pages of a list than this loaded, reading them all again at each change costs the server more than it tells. */
export const MAX_LIVE_PAGES = 4;

/** Whether the live stream is up. */
export const liveState = atom(false);

export function useIsLive(): boolean {
  return useStore(liveState);
}

/** How often to poll for data that the stream announces. Its change renders in steps, as nothing of it is visible. */
export function usePollMs(): number {
  const [isLive, setLive] = useState(liveState.get());
  useEffect(() => liveState.subscribe((next) => startTransition(() => setLive(next))), []);
  return isLive ? RARE_POLL_MS : POLL_MS;
}
