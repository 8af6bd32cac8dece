import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/client.ts';
import { isUnavailable } from '#db/errors.ts';
import type { Config } from '../env.ts';
import { refusalIn } from '../errors.ts';
import type { EventBus } from '../events/event-bus.ts';
import { decideNextRow, RowFailed, type Turn } from './decide-next-row.ts';

/** The interval for jobs whose event was lost, and for jobs of another server that has ended. */
const LOOK_EVERY_MS = 5_000;
/** Open pages read a job again at most this often. */
const PUBLISH_EVERY_MS = 250;
/** A row that another transaction holds, such as a backup, is tried for about half a minute. */
const MOST_TRIES = 10;
/** An unexpected error rarely goes away. */
const MOST_UNEXPECTED_TRIES = 3;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

export interface BulkRunner {
  /** Notifies the runner of a due job. */
  wake: () => void;
  /** Rows since the start: `failed` ones were rolled back and tried again. */
  figures: () => Readonly<Record<'done' | 'refused' | 'failed', number>>;
  /** Waits for the row that is being decided. */
  stop: () => Promise<void>;
}

interface BulkRunnerOptions {
  db: Db;
  config: Pick<Config, 'requiresAdminSecondFactor'>;
  events: Pick<EventBus, 'publish' | 'subscribe'>;
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  lookEveryMs?: number;
  firstPauseMs?: number;
}

interface Failure {
  position: number;
  tries: number;
  code: 'busy' | 'internal';
  /** The job rests until then; others go on. */
  untilMs: number;
}

/**
 * Runs the rows of all due jobs, one after another, as long as the process runs. Jobs take turns. Runners of several servers share the
 * jobs through the database. Nothing is remembered outside of it except how often a row has failed.
 */
export function startBulkRunner({
  db,
  config,
  events,
  log,
  lookEveryMs = LOOK_EVERY_MS,
  firstPauseMs = FIRST_PAUSE_MS,
}: BulkRunnerOptions): BulkRunner {
  const figures = { done: 0, refused: 0, failed: 0 };
  /** By job. */
  const failures = new Map<number, Failure>();
  const progress = createProgress(events);
  let afterJobId = 0;
  /** Consecutive turns without the database. */
  let timesAway = 0;
  let isStopping = false;
  let woken = Promise.withResolvers<void>();
  const unsubscribe = [events.subscribe('jobs', wake), events.subscribe('outgoing', wake)];
  const running = run();
  return {
    wake,
    figures: () => figures,
    async stop() {
      isStopping = true;
      for (const end of unsubscribe) end();
      wake();
      await running;
      progress.stop();
    },
  };

  function wake(): void {
    woken.resolve();
  }

  async function run(): Promise<void> {
    while (!isStopping) {
      woken = Promise.withResolvers();
      const restMs = await takeTurn();
      if (restMs === 0 || isStopping) continue;
      const timer = setTimeout(wake, restMs);
      timer.unref();
      await woken.promise;
      clearTimeout(timer);
    }
  }

  /** @returns how long to rest, in milliseconds */
  async function takeTurn(): Promise<number> {
    try {
      const turn = await decideNextRow({
        db,
        events,
        afterJobId,
        requiresSecondFactor: config.requiresAdminSecondFactor,
        except: restingJobs(),
        refusalOf,
      });
      timesAway = 0;
      if (!turn) return await untilNextMs();
      note(turn);
      return 0;
    } catch (error) {
      return noteFailure(error);
    }
  }

  function note({ jobId, startedBy, outcome, isEnded }: Turn): void {
    if (outcome) figures[outcome]++;
    failures.delete(jobId);
    afterJobId = jobId;
    progress.note(`${startedBy}:${jobId}`, isEnded);
  }

  function noteFailure(error: unknown): number {
    if (isUnavailable(error)) {
      if (timesAway === 0 && !isStopping) log.warn({ err: error }, 'the database does not answer; jobs wait');
      return pauseMs(timesAway++);
    }
    if (!(error instanceof RowFailed)) {
      log.error({ err: error }, 'jobs could not be read');
      return lookEveryMs;
    }
    figures.failed++;
    const { jobId, position } = error;
    const earlier = failures.get(jobId);
    const tries = earlier?.position === position ? earlier.tries : 0;
    const code = refusalIn(error.cause)?.code === 'busy' ? 'busy' : 'internal';
    log.warn({ err: error, jobId, position, tries: tries + 1 }, 'a row of a job was rolled back and is tried again');
    failures.set(jobId, { position, tries: tries + 1, code, untilMs: performance.now() + pauseMs(tries) });
    afterJobId = jobId;
    return 0;
  }

  function pauseMs(failed: number): number {
    return Math.min(LONGEST_PAUSE_MS, firstPauseMs * 2 ** Math.min(failed, 10));
  }

  function restingJobs(): number[] {
    return [...failures].flatMap(([jobId, { untilMs }]) => (untilMs > performance.now() ? [jobId] : []));
  }

  function refusalOf({ jobId, position }: { jobId: number; position: number }): Failure['code'] | undefined {
    const failure = failures.get(jobId);
    if (failure?.position !== position) return undefined;
    const most = failure.code === 'busy' ? MOST_TRIES : MOST_UNEXPECTED_TRIES;
    return failure.tries >= most ? failure.code : undefined;
  }

  /** Until a job that waits is due, or one that rests is tried again. */
  async function untilNextMs(): Promise<number> {
    const [next] = await db.$client<{ ms: number | null }[]>`
      select extract(epoch from min(starts_at) - now())::float8 * 1000 as ms from jobs where ended_at is null and starts_at > now()`;
    const rests = [...failures.values()].map(({ untilMs }) => Math.max(1, untilMs - performance.now()));
    return Math.min(lookEveryMs, next?.ms ? Math.ceil(next.ms) : lookEveryMs, ...rests);
  }
}

/** Publishes changed jobs a few times a second, and at once if a job has ended. */
function createProgress(events: Pick<EventBus, 'publish'>) {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  return {
    note(subject: string, isEnded: boolean): void {
      changed.add(subject);
      if (isEnded) flush();
      else timer ??= setTimeout(flush, PUBLISH_EVERY_MS).unref();
    },
    stop: flush,
  };

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const subject of changed) events.publish('jobs', subject);
    changed.clear();
  }
}
