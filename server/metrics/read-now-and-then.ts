/**
 * Makes what costs a statement readable at any time: it gives what was read last, and reads again in the background where that
 * is too old. Whoever asks never waits.
 * @param read where it fails, what was read before stands
 * @returns undefined before anything was read
 */
export function readNowAndThen<T>(read: () => Promise<T>, maxAgeMs: number): () => T | undefined {
  let last: T | undefined;
  let askedMs = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - askedMs >= maxAgeMs) {
      askedMs = performance.now();
      read().then(
        (value) => (last = value),
        () => undefined,
      );
    }
    return last;
  };
}
