/** The most lines, and bytes, of a list that are parsed or written before other work gets a turn. */
export const SLICE_LINES = 500;
export const SLICE_BYTES = 256 * 1024;

/** Divides a list into slices within both bounds; a longer line is a slice of its own. */
export function* inSlices<Line>(lines: Iterable<Line>, bytesOf: (line: Line) => number): Generator<Line[]> {
  let slice: Line[] = [];
  let bytes = 0;
  for (const line of lines) {
    const more = bytesOf(line);
    if (slice.length === SLICE_LINES || (slice.length > 0 && bytes + more > SLICE_BYTES)) {
      yield slice;
      slice = [];
      bytes = 0;
    }
    slice.push(line);
    bytes += more;
  }
  if (slice.length > 0) yield slice;
}

let last: Promise<unknown> = Promise.resolve();

/** Reads and writes one list after the other: several lists that come due at once share the process with its requests. */
export function oneAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
  const done = last.then(work);
  last = done.catch(() => undefined);
  return done;
}
