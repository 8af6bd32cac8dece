import { DomainError } from '../errors.ts';

/** One runs and the others wait; any more would wait too long for their users. */
const MOST_PENDING = 6;
const RETRY_AFTER_SECONDS = 5;

let pending = 0;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs image work one at a time: libuv's four threads also hash passwords, read files and resolve names.
 * @throws DomainError `busy` if six are pending
 */
export async function oneAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
  if (pending === MOST_PENDING) throw new DomainError('busy', { details: { retryAfterSeconds: RETRY_AFTER_SECONDS } });
  pending++;
  const done = last.then(work);
  last = done.catch(() => undefined);
  try {
    return await done;
  } finally {
    pending--;
  }
}
