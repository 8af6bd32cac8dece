const FIRST_MS = 100;
const LONGEST_MS = 5_000;
/** A process that ran this long did not die of the same cause. */
const LIVED_WELL_MS = 30_000;

/**
 * The pause before a restart, which doubles while the process keeps dying at once.
 * @returns takes the lifetime of the last one and returns the pause, both in milliseconds
 */
export function createBackoff(): (livedMs: number) => number {
  let nextMs = FIRST_MS;
  return (livedMs) => {
    const pauseMs = livedMs < LIVED_WELL_MS ? nextMs : FIRST_MS;
    nextMs = Math.min(LONGEST_MS, pauseMs * 2);
    return pauseMs;
  };
}
