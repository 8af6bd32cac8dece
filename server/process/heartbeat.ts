/** How often a worker says that it lives. */
export const BEAT_MS = 1_000;
/** Looks in a row without a word, after which a worker hangs. */
const SILENT_LOOKS = 10;
/** A look that comes so late after the last one comes from a process that was held up itself. */
const LATE_MS = 2 * BEAT_MS;

export interface Heartbeat {
  /** To be called for each message; the first one begins the watch. */
  heard: () => void;
  stop: () => void;
}

/**
 * Finds out that another process hangs: it is suspended, or its event loop does not turn, so it says nothing.
 *
 * Silence is counted in looks and not in time. Who was asleep itself, or runs on a machine where everything is slow, has heard
 * nothing and knows nothing: a late look starts the count again.
 * @param onSilent called once, after 10 s of silence
 */
export function watchHeartbeat(onSilent: () => void): Heartbeat {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let silentLooks = 0;
  let lookedMs = 0;
  return {
    heard() {
      silentLooks = 0;
      if (timer || isStopped) return;
      lookedMs = performance.now();
      // Once the messages that have arrived were read: after a pause of this process its timers come first.
      timer = setInterval(() => setImmediate(look), BEAT_MS);
    },
    stop,
  };

  function look(): void {
    const sinceLastMs = performance.now() - lookedMs;
    lookedMs += sinceLastMs;
    silentLooks = sinceLastMs > LATE_MS ? 0 : silentLooks + 1;
    if (isStopped || silentLooks < SILENT_LOOKS) return;
    stop();
    onSilent();
  }

  function stop(): void {
    isStopped = true;
    clearInterval(timer);
  }
}
