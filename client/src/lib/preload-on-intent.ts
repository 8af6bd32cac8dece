import { onlineManager } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Loads code at the first press or key on the page; a failure is reported where the code is used. */
export function usePreloadOnIntent(load: () => Promise<unknown>): void {
  useEffect(() => {
    const stop = new AbortController();
    const preload = () => {
      // Browsers do not repeat a failed import.
      if (!onlineManager.isOnline()) return;
      stop.abort();
      load().catch(() => undefined);
    };
    for (const event of ['pointerdown', 'keydown']) window.addEventListener(event, preload, { signal: stop.signal });
    return () => stop.abort();
  }, [load]);
}
