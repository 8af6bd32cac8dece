/** Seconds before each retry; the last one repeats. */
const PAUSES_SECONDS = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800];

/** From the first attempt on. Then a delivery is given up. */
export const GIVE_UP_AFTER_SECONDS = 3 * 86_400;

/**
 * The pause before the next attempt, in seconds.
 * @param retryCount how many retries there were
 */
export function pauseAfter(retryCount: number): number {
  return PAUSES_SECONDS[Math.min(retryCount, PAUSES_SECONDS.length - 1)] ?? 0;
}
