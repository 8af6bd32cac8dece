import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { startTransition, useEffect, useState } from 'react';

/** The polling interval while the stream is down. */
export const POLL_MS = 5_000;
/** The interval while it is up, in case an event was lost. */
const RARE_POLL_MS = 60_000;

/** With more loaded pages than this, refetching them all at each change is too expensive for the server. */
export const MAX_LIVE_PAGES = 4;

/** Whether the live stream is up. */
export const liveState = atom(false);

export function useIsLive(): boolean {
  return useStore(liveState);
}

/**
 * How often to poll for data that the stream announces. A change of it renders in a transition, because nothing of it is visible.
 */
export function usePollMs(): number {
  const [isLive, setLive] = useState(liveState.get());
  useEffect(() => liveState.subscribe((next) => startTransition(() => setLive(next))), []);
  return isLive ? RARE_POLL_MS : POLL_MS;
}
