import { AsyncLocalStorage } from 'node:async_hooks';

const limits = new AsyncLocalStorage<number>();

/**
 * Runs `work` with another limit for its statements: a connection that sends nothing for this long while it owes an answer is closed, and
 * everything that waits for it fails.
 * @param limitMs 0 for none. The server's own `statement_timeout` does not change.
 */
export function withDeadline<Result>(limitMs: number, work: () => Promise<Result>): Promise<Result> {
  return limits.run(limitMs, work);
}

/** The caller's limit; undefined for the pool's own. */
export function currentDeadlineMs(): number | undefined {
  return limits.getStore();
}
