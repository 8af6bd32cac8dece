import { useEffect, useEffectEvent } from 'react';
import type { ChunkLoadError } from './lazy-with-preload.tsx';
import { mayReload, whenReachable } from './reach-server.ts';

/**
 * Loads the missing chunk as soon as the server can be reached: by requesting it again, or by reloading the page if the browser
 * would not.
 * @param retry renders the missing part again
 * @param presses how often the user clicked: each click retries at once
 */
export function useChunkRetry(error: ChunkLoadError, retry: () => void, presses = 0): void {
  // A new failure or a click starts a wait; a new function does not.
  const retryNow = useEffectEvent(retry);
  useEffect(() => {
    const stop = new AbortController();
    void whenReachable(stop.signal).then(({ wasAway }) => {
      if (stop.signal.aborted) return;
      if (!error.wasRequested) {
        error.retry();
        retryNow();
      } else if (wasAway || presses > 0 || mayReload()) {
        window.location.reload();
      }
    });
    return () => stop.abort();
  }, [error, presses]);
}
