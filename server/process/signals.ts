import type { EventEmitter } from 'node:events';

/** Ctrl-C reaches npm and, through the terminal, this process too, and npm passes its own on. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Handles SIGINT and SIGTERM.
 * @param source the process
 * @param endAtOnce called for a second signal; one that repeats the first within a second is the same
 * @returns aborted by the first signal, whose name is the reason
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
