import { useEffect, useEffectEvent } from 'react';
import type { CodeMissing } from './late-code.tsx';
import { mayLoadAnew, whenReachable } from './reach-server.ts';

/**
 * Gets what is missing as soon as the server can be reached: by asking for it again, or by loading the page anew where the browser
 * would not ask.
 * @param retry renders the missing part again
 * @param presses how often somebody asked for it, at once and whatever was tried before
 */
export function useGoOn(error: CodeMissing, retry: () => void, presses = 0): void {
  // A new failure or a press begins a wait; a new function does not.
  const retryNow = useEffectEvent(retry);
  useEffect(() => {
    const stop = new AbortController();
    void whenReachable(stop.signal).then(({ wasAway }) => {
      if (stop.signal.aborted) return;
      if (!error.wasAskedFor) {
        error.again();
        retryNow();
      } else if (wasAway || presses > 0 || mayLoadAnew()) {
        window.location.reload();
      }
    });
    return () => stop.abort();
  }, [error, presses]);
}
