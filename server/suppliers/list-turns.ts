/** The most lines, and bytes, of a list that are parsed or written before other work gets a turn. */
export const SLICE_LINES = 500;
export const SLICE_BYTES = 256 * 1024;

let last: Promise<unknown> = Promise.resolve();

/** Reads and writes one list after the other: several lists that come due at once share the process with its requests. */
export function oneAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
  const done = last.then(work);
  last = done.catch(() => undefined);
  return done;
}
