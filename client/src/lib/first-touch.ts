import { onlineManager } from '@tanstack/react-query';
import { useEffect } from 'react';

/**
 * Fetches code that is no part of a page's first load with the first touch or key on it, so that it is there before what
 * was pressed needs it.
 * @param load imports it; a failure is told by whoever needs the code
 */
export function useOnFirstTouch(load: () => Promise<unknown>): void {
  useEffect(() => {
    const stop = new AbortController();
    const preload = () => {
      // What a browser fails to fetch it does not ask for again.
      if (!onlineManager.isOnline()) return;
      stop.abort();
      load().catch(() => undefined);
    };
    for (const event of ['pointerdown', 'keydown']) window.addEventListener(event, preload, { signal: stop.signal });
    return () => stop.abort();
  }, [load]);
}
