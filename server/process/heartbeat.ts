/** How often a worker sends a heartbeat. */
export const BEAT_MS = 1_000;
/** Consecutive checks without a message until a worker counts as hung. */
const SILENT_CHECKS = 10;
/** A later check means that this process itself was suspended. */
const LATE_MS = 2 * BEAT_MS;

export interface Heartbeat {
  /** Call it for each message; the first one starts the watch. */
  beat: () => void;
  stop: () => void;
}

/**
 * Detects a hung process: it is suspended or its event loop is blocked, so it sends nothing.
 *
 * It counts checks and not time. A process that was suspended itself, or runs on a slow machine, has received nothing either: a late
 * check resets the count.
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
      // After pending messages were read: when this process resumes, its timers run first.
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
