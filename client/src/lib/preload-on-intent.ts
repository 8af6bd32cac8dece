import { useEffect } from 'react';

/** Preloads a chunk at the first press or key on the page, before the press can need it. */
export function usePreloadOnIntent(preload: () => void): void {
  useEffect(() => {
    const stop = new AbortController();
    for (const event of ['pointerdown', 'keydown']) window.addEventListener(event, preload, { signal: stop.signal });
    return () => stop.abort();
  }, [preload]);
}
