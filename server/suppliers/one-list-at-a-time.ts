let last: Promise<unknown> = Promise.resolve();

/** Reads and writes one list after the other: several lists that come due at once share the process with its requests. */
export function oneAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
  const done = last.then(work);
  last = done.catch(() => undefined);
  return done;
}
