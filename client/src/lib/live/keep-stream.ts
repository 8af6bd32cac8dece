import type { Change } from '#shared/live.ts';
import type { openStream } from './open-stream.ts';

export interface LiveHandlers {
  onUp: () => void;
  onDown: () => void;
  onChange: (change: Change) => void;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** After a stream that lasted this long, the pauses start from the shortest again. */
const GOOD_MS = 30_000;

/**
 * Keeps a stream open: after its end it reconnects with a growing, random pause, so that not all browsers reconnect at once after
 * a server restart.
 * @returns a function that stops it; no handler runs afterwards
 */
export function keepStream(open: typeof openStream, { onUp, onDown, onChange }: LiveHandlers): () => void {
  let failures = 0;
  let upSinceMs: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let leave = begin();
  return () => {
    clearTimeout(timer);
    leave();
  };

  function begin(): () => void {
    return open({
      onUp() {
        upSinceMs = Date.now();
        onUp();
      },
      onChange,
      onDown(retryAfterMs) {
        if (upSinceMs !== undefined && Date.now() - upSinceMs > GOOD_MS) failures = 0;
        upSinceMs = undefined;
        onDown();
        const pauseMs = Math.max(retryAfterMs, pauseAfter(failures++));
        timer = setTimeout(() => {
          leave = begin();
        }, pauseMs);
      },
    });
  }
}

/** Between half of the full pause and all of it. */
function pauseAfter(failures: number): number {
  const fullMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
  return fullMs * (0.5 + Math.random() / 2);
}
