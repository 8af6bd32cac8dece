import type { FastifyBaseLogger } from 'fastify';

interface Repeated {
  everyMs: number;
  work: () => Promise<void>;
  /** The line of the log for the first failure of a series. */
  failure: string;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/**
 * Repeats work by a timer that does not keep the process alive. Work that takes longer than the interval is not started twice. Of an
 * outage of the database only the first failure is logged.
 */
export function repeat({ everyMs, work, failure, log }: Repeated) {
  let running: Promise<void> | undefined;
  let isFailing = false;
  const timer = setInterval(() => {
    running ??= attempt().finally(() => (running = undefined));
  }, everyMs);
  timer.unref();
  return {
    cancel: () => clearInterval(timer),
    /** The work that runs, if any. */
    running: async () => running,
  };

  async function attempt(): Promise<void> {
    try {
      await work();
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, failure);
      isFailing = true;
    }
  }
}
