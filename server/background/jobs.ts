import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/client.ts';
import { isUnavailable } from '#db/errors.ts';
import type { Config } from '../base/env.ts';
import { refusalIn } from '../base/errors.ts';
import type { EventBus } from '../base/events/event-bus.ts';
import { hasClaim } from '../base/queue/claims.ts';
import { type AnyKind, asKind } from '../base/queue/kind.ts';
import { isOutgoingPaused } from '../base/queue/pause-outgoing.ts';
import { decideNextRow, RowFailed } from './jobs/decide-next-row.ts';

/** Open pages read a job again at most this often. */
const PUBLISH_EVERY_MS = 250;
/** Rows whose attempt is counted at once. Then the next job has its turn. */
const ROWS_AT_ONCE = 50;
/** A row's outcome commits with its decision, so a job has to be alone at one more death. */
const ALONE_DEATHS = 3;
/** For the row that is being decided. */
const PATIENCE_MS = 2_000;
/** A row that another transaction holds, such as a backup, is tried for about half a minute. */
const MOST_TRIES = 10;
/** An unexpected error rarely goes away. */
const MOST_UNEXPECTED_TRIES = 3;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

interface DueJob {
  id: number;
  kind: string;
  decision: string;
  position: number;
  total: number;
  isAlone: boolean;
}

interface Failure {
  position: number;
  tries: number;
  code: 'busy' | 'internal';
  /** The job rests until then; others go on. */
  untilMs: number;
}

interface JobsOptions {
  db: Db;
  config: Pick<Config, 'requiresAdminSecondFactor'>;
  events: Pick<EventBus, 'publish'>;
  log: Pick<FastifyBaseLogger, 'warn'>;
  firstPauseMs?: number;
}

export type JobFigures = Readonly<Record<'done' | 'refused' | 'failed', number>>;

/**
 * Decides the rows of bulk jobs, one a transaction. Jobs take turns. Nothing is remembered outside of the database except how often a row has
 * failed.
 */
export function jobsKind({ db, config, events, log, firstPauseMs = FIRST_PAUSE_MS }: JobsOptions): {
  kind: AnyKind;
  /** Rows since the start: `failed` ones were rolled back and tried again. */
  figures: () => JobFigures;
} {
  const figures = { done: 0, refused: 0, failed: 0 };
  /** By job. */
  const failures = new Map<number, Failure>();
  const progress = createProgress(events);
  let afterJobId = 0;
  const kind = asKind<DueJob, void>({
    name: 'jobs',
    slots: 1,
    topics: ['jobs', 'outgoing'],
    patienceMs: PATIENCE_MS,
    aloneDeaths: ALONE_DEATHS,
    claim: (tx, { count, only = null }) =>
      tx.execute<DueJob & Record<string, unknown>>(sql`
        select j.id, j.kind, j.decision, j.done_count as position, j.total, ${only}::bigint is not null as "isAlone" from jobs j
        where j.ended_at is null and j.starts_at <= now() and not ${isOutgoingPaused}
          and case when ${only}::bigint is null then j.id <> all(${sql.param(restingJobs())}::bigint[]) and not ${hasClaim('jobs', sql`j.id`)}
            else j.id = ${only}::bigint end
        order by j.id <= ${afterJobId}::bigint, j.id limit ${count}`),
    describe: ({ decision, total, kind: of, position }) => `${decision} ${total} ${of}, from row ${position + 1} on`,
    async attempt({ id, isAlone }, signal) {
      afterJobId = id;
      for (let rows = isAlone ? 1 : ROWS_AT_ONCE; rows > 0 && !signal.aborted; rows--)
        if (!(await decideRow(id))) return;
    },
    settle: async () => undefined,
    release: async () => undefined,
    async untilDue() {
      const [next] = await db.$client<{ ms: number | null }[]>`
        select extract(epoch from min(starts_at) - now())::float8 * 1000 as ms from jobs where ended_at is null and starts_at > now()`;
      const rests = [...failures.values()].map(({ untilMs }) => Math.max(1, untilMs - performance.now()));
      const all = [...rests, ...(next?.ms ? [Math.ceil(next.ms)] : [])];
      return all.length > 0 ? Math.min(...all) : undefined;
    },
  });
  return { kind, figures: () => figures };

  /** @returns whether the job has another row that may be decided now */
  async function decideRow(jobId: number): Promise<boolean> {
    try {
      const refusalOf = (position: number) => refusalAt(jobId, position);
      const requiresSecondFactor = config.requiresAdminSecondFactor;
      const turn = await decideNextRow({ db, events, jobId, requiresSecondFactor, refusalOf });
      if (!turn) return false;
      if (turn.outcome) figures[turn.outcome]++;
      failures.delete(jobId);
      progress.note(`${turn.startedBy}:${jobId}`, turn.isEnded);
      return !turn.isEnded;
    } catch (error) {
      noteFailure(jobId, error);
      return false;
    }
  }

  function noteFailure(jobId: number, error: unknown): void {
    // Of an outage the row is not to blame: it is tried again as often as it takes.
    if (isUnavailable(error) || !(error instanceof RowFailed)) {
      if (!isUnavailable(error)) log.warn({ err: error, jobId }, 'the rows of a job could not be read');
      const before = failures.get(jobId) ?? { position: -1, tries: 0, code: 'busy' as const };
      failures.set(jobId, { ...before, untilMs: performance.now() + firstPauseMs * 10 });
      return;
    }
    figures.failed++;
    const { position } = error;
    const earlier = failures.get(jobId);
    const tries = (earlier?.position === position ? earlier.tries : 0) + 1;
    const code = refusalIn(error.cause)?.code === 'busy' ? 'busy' : 'internal';
    log.warn({ err: error, jobId, position, tries }, 'a row of a job was rolled back and is tried again');
    const pauseMs = Math.min(LONGEST_PAUSE_MS, firstPauseMs * 2 ** Math.min(tries - 1, 10));
    failures.set(jobId, { position, tries, code, untilMs: performance.now() + pauseMs });
  }

  function restingJobs(): number[] {
    return [...failures].flatMap(([jobId, { untilMs }]) => (untilMs > performance.now() ? [jobId] : []));
  }

  function refusalAt(jobId: number, position: number): Failure['code'] | undefined {
    const failure = failures.get(jobId);
    if (failure?.position !== position) return undefined;
    const most = failure.code === 'busy' ? MOST_TRIES : MOST_UNEXPECTED_TRIES;
    return failure.tries >= most ? failure.code : undefined;
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
  };

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const subject of changed) events.publish('jobs', subject);
    changed.clear();
  }
}
