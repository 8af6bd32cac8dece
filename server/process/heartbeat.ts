/** How often a worker sends a heartbeat. */
export const BEAT_MS = 1_000;
/** Checks in a row without a message, after which a worker counts as hung. */
const SILENT_CHECKS = 10;
/** A later check means that this process was held up itself. */
const LATE_MS = 2 * BEAT_MS;

export interface Heartbeat {
  /** To be called for each message; the first one begins the watch. */
  beat: () => void;
  stop: () => void;
}

/**
 * Detects another process that hangs: it is suspended or its event loop does not turn, so it sends nothing.
 *
 * Silence is counted in checks and not in time. A process that was suspended itself, or runs on a slow machine, has received
 * nothing either: a late check starts the count again.
 * @param onSilent called once, after 10 s of silence
 */
export function watchHeartbeat(onSilent: () => void): Heartbeat {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let silentChecks = 0;
  let checkedMs = 0;
  return {
    beat() {
      silentChecks = 0;
      if (timer || isStopped) return;
      checkedMs = performance.now();
      // Once the messages that have arrived were read: after a pause of this process its timers come first.
      timer = setInterval(() => setImmediate(check), BEAT_MS);
    },
    stop,
  };

  function check(): void {
    const sinceLastMs = performance.now() - checkedMs;
    checkedMs += sinceLastMs;
    silentChecks = sinceLastMs > LATE_MS ? 0 : silentChecks + 1;
    if (isStopped || silentChecks < SILENT_CHECKS) return;
    stop();
    onSilent();
  }

  function stop(): void {
    isStopped = true;
    clearInterval(timer);
  }
}
