const FIRST_MS = 100;
const LONGEST_MS = 5_000;
/** A process that ran this long did not fail for the same reason. */
const LIVED_WELL_MS = 30_000;

/**
 * The pause before a restart, which doubles while the process keeps failing early.
 * @returns a function from the lifetime of the last process to the pause, both in milliseconds
 */
export function createBackoff(): (livedMs: number) => number {
  let nextMs = FIRST_MS;
  return (livedMs) => {
    const pauseMs = livedMs < LIVED_WELL_MS ? nextMs : FIRST_MS;
    nextMs = Math.min(LONGEST_MS, pauseMs * 2);
    return pauseMs;
  };
}
