import { useEffect, useEffectEvent } from 'react';
import type { ChunkLoadError } from './lazy-with-preload.tsx';
import { mayReload, whenReachable } from './reach-server.ts';

/**
 * Gets what is missing as soon as the server can be reached: by asking for it again, or by loading the page anew where the browser
 * would not ask.
 * @param retry renders the missing part again
 * @param presses how often somebody asked for it, at once and whatever was tried before
 */
export function useChunkRetry(error: ChunkLoadError, retry: () => void, presses = 0): void {
  // A new failure or a press begins a wait; a new function does not.
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
