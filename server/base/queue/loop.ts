import { setTimeout as sleep } from 'node:timers/promises';
import { isUnavailable } from '#db/errors.ts';
import type { EventBus, Topic } from '../events/event-bus.ts';

export interface Loop {
  /** Looks for work at once. */
  wake: () => void;
  /** Starts no further look, and waits for the one that runs. */
  stop: () => Promise<void>;
}

interface LoopOptions {
  /** Topics that wake it; without them it looks by the timer only. */
  topics?: readonly Topic[];
  events?: Pick<EventBus, 'subscribe'>;
  /** How often it looks without being woken. */
  everyMs: number;
  /** @returns whether there is more to do at once, or in how many milliseconds */
  look: () => Promise<boolean | number | void>;
  log: { warn: (details: object, message: string) => void };
  /** The line of the log for the first failure of a series. */
  failure: string;
}

/** Between two looks that follow each other. With a large backlog a look costs the database much: it rests for as long. */
const APART_MS = 50;
/** An outage of the database is logged by its pool. */
const FAILURES_TO_LOG = 1;

/** Looks for work when a topic is published, and by a timer, as long as the process runs. A failed look is repeated by the timer. */
export function startLoop({ events, topics = [], everyMs, look, log, failure }: LoopOptions): Loop {
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  let isStopped = false;
  let failures = 0;
  let soon: NodeJS.Timeout | undefined;
  const timer = setInterval(wake, everyMs);
  timer.unref();
  const unsubscribe = topics.map((topic) => events?.subscribe(topic, wake));
  return {
    wake,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      clearTimeout(soon);
      for (const end of unsubscribe) end?.();
      await running;
    },
  };

  function wake(): void {
    if (isStopped) return;
    isAskedAgain = true;
    running ??= run().finally(() => (running = undefined));
  }

  async function run(): Promise<void> {
    while (isAskedAgain && !isStopped) {
      isAskedAgain = false;
      const startedMs = performance.now();
      const next = await attempt();
      if (typeof next === 'number') wakeIn(next);
      else isAskedAgain ||= next === true;
      if (isAskedAgain) await sleep(Math.max(APART_MS, performance.now() - startedMs), undefined, { ref: false });
    }
  }

  async function attempt(): Promise<boolean | number | void> {
    try {
      const next = await look();
      failures = 0;
      return next;
    } catch (error) {
      failures++;
      if (failures === FAILURES_TO_LOG && !isUnavailable(error)) log.warn({ err: error }, failure);
      return false;
    }
  }

  function wakeIn(ms: number): void {
    clearTimeout(soon);
    if (ms < everyMs) soon = setTimeout(wake, ms).unref();
  }
}
