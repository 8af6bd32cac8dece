import { AsyncLocalStorage } from 'node:async_hooks';

const limits = new AsyncLocalStorage<number>();

/**
 * Runs `work` with another response limit: a connection that sends nothing for this long although a response is due is closed, and all
 * its statements fail.
 * @param limitMs 0 for none. The server's own `statement_timeout` does not change.
 */
export function withDeadline<Result>(limitMs: number, work: () => Promise<Result>): Promise<Result> {
  return limits.run(limitMs, work);
}

/** The caller's limit; undefined for the pool's own. */
export function currentDeadlineMs(): number | undefined {
  return limits.getStore();
}
