const FIRST_MS = 100;
const LONGEST_MS = 5_000;
/** Who has lived this long did not die of what the last one died of. */
const LIVED_WELL_MS = 30_000;

/**
 * How long to wait before what has died is started again: what dies at once each time must not keep the machine busy.
 * @returns takes how long the last one lived, in milliseconds, and returns the pause, in milliseconds
 */
export function createBackoff(): (livedMs: number) => number {
  let nextMs = FIRST_MS;
  return (livedMs) => {
    const pauseMs = livedMs < LIVED_WELL_MS ? nextMs : FIRST_MS;
    nextMs = Math.min(LONGEST_MS, pauseMs * 2);
    return pauseMs;
  };
}
