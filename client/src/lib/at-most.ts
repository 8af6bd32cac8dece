/** Waits for some work, but not longer than that. */
export async function atMost(waitMs: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, waitMs))]);
}
