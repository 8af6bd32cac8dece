import type { EventEmitter } from 'node:events';

/** Ctrl-C in a terminal signals npm and this process, and npm forwards its own. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Handles SIGINT and SIGTERM.
 * @param source the process
 * @param endAtOnce called for a second signal; a repetition within a second counts as the same
 * @returns aborted by the first signal, with its name as the reason
 */
export function onStopSignal(source: Pick<EventEmitter, 'on'>, endAtOnce: () => void): AbortSignal {
  const stop = new AbortController();
  let firstMs = 0;
  for (const name of ['SIGINT', 'SIGTERM']) {
    source.on(name, () => {
      if (!stop.signal.aborted) {
        firstMs = performance.now();
        stop.abort(name);
      } else if (performance.now() - firstMs > SAME_SIGNAL_MS) endAtOnce();
    });
  }
  return stop.signal;
}
