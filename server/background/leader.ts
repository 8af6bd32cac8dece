import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { advisoryLocks } from '#db/advisory-locks.ts';
import { holdSessionLock, type SessionLockOptions } from '../base/queue/session-lock.ts';

/** A task that runs until it is stopped. */
export interface LeaderTask {
  /** Starts nothing more, and waits for the step that runs. */
  stop: () => Promise<void>;
}

interface LeaderOptions
  extends Pick<SessionLockOptions, 'url'>,
    Partial<Pick<SessionLockOptions, 'beatEveryMs' | 'silentForMs'>> {
  /** Starts the tasks of the leader, each time that this process becomes the leader. */
  start: () => LeaderTask[];
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

/** The connection's name in pg_stat_activity. */
export const LEADER_NAME = 'reseller-panel leader';

const BEAT_EVERY_MS = 2_000;
/** Of a frozen server the leadership ends after 1.5 s, of a lost connection after two seconds more. */
const ANSWER_MS = 2_000;
/** Longer than a leader takes to notice that its connection is lost, so that it has stopped before another one starts. */
const SILENT_FOR_MS = 10_000;
/** For a task that hangs: the process competes again, although its earlier task has not ended. */
const TASKS_END_MS = 60_000;

/**
 * Runs tasks in only one of all servers of a database: in the one whose session holds an advisory lock. The others try to take it every
 * two seconds, so the leadership follows a promotion. A leader stops its tasks as soon as its session is lost. The tasks may overlap for
 * a moment, so every task must be safe to run twice at once: housekeeping deletes expired rows or locks the row that it continues
 * from, and the proof of the ledger only reads.
 */
export function startLeader({
  url,
  start,
  log,
  beatEveryMs = BEAT_EVERY_MS,
  silentForMs = SILENT_FOR_MS,
}: LeaderOptions) {
  /** Set while this process leads. */
  let tasks: LeaderTask[] | undefined;
  let earlierTasks = Promise.resolve();
  const lock = holdSessionLock({
    ...{ url, name: LEADER_NAME, beatEveryMs, silentForMs, answerMs: ANSWER_MS },
    key: () => [advisoryLocks.leader],
    beforeTry: () => Promise.race([earlierTasks, sleep(TASKS_END_MS, undefined, { ref: false })]),
    onChange(holds, reason) {
      if (holds) {
        log.info('this server leads: it does the housekeeping and checks the ledger for all servers of the database');
        tasks = start();
      } else if (tasks) {
        log.warn({ reason }, 'this server leads no longer: its lock is lost');
        endTasks();
      }
    },
  });
  return {
    leads: () => tasks !== undefined,
    /** Stops the tasks, and then releases the lock at once. */
    stop: async (): Promise<void> => {
      if (tasks) log.info('this server leads no longer: it stops');
      endTasks();
      await lock.stop(earlierTasks);
    },
  };

  function endTasks(): void {
    const ending = tasks ?? [];
    tasks = undefined;
    earlierTasks = Promise.all([earlierTasks, ...ending.map((task) => task.stop())]).then(() => undefined);
  }
}
