import { AsyncLocalStorage } from 'node:async_hooks';

const limits = new AsyncLocalStorage<number>();

/**
 * Runs `work` with another limit for each of its statements: a connection that owes one of them an answer and has said
 * nothing for so long is given up, with everything that waits on it.
 * @param limitMs 0 for none. The server's own `statement_timeout` is not changed by it.
 */
export function withDeadline<Result>(limitMs: number, work: () => Promise<Result>): Promise<Result> {
  return limits.run(limitMs, work);
}

/** The limit that the caller runs under, in milliseconds; undefined for the pool's own. */
export function currentDeadlineMs(): number | undefined {
  return limits.getStore();
}
