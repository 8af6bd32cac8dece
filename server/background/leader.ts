import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { advisoryLocks } from '#db/advisory-locks.ts';
import { openSql } from '#db/connection.ts';
import { reasonOf } from '../log-error.ts';

/** A task that runs until it is stopped. */
export interface LeaderTask {
  /** Starts nothing more, and waits for the step that runs. */
  stop: () => Promise<void>;
}

export interface Leader {
  leads: () => boolean;
  /** Stops the tasks, and then releases the lock at once. */
  stop: () => Promise<void>;
}

interface LeaderOptions {
  /** A way to the database that keeps its session: a lock belongs to a session. */
  url: string;
  /** Starts the tasks of the leader, each time that this process becomes the leader. */
  start: () => LeaderTask[];
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  beatEveryMs?: number;
  /** The server ends the session of a leader that is silent for longer. */
  silentForMs?: number;
}

/** The connection's name in pg_stat_activity. */
export const LEADER_NAME = 'reseller-panel leader';

const BEAT_EVERY_MS = 2_000;
/** A response that takes longer ends the leadership: of a frozen server after 1.5 s, of a lost connection after two seconds more. */
const ANSWER_MS = 2_000;
/** Longer than a leader takes to notice that its connection is lost, so that it has stopped before another one starts. */
const SILENT_FOR_MS = 10_000;
/** For a task that hangs: the process competes again, although its earlier task has not ended. */
const TASKS_END_MS = 60_000;

/**
 * Runs tasks in only one of all servers of a database: in the one whose session holds an advisory lock. The others try to take it every
 * two seconds, from whichever server accepts writes, so the leadership follows a promotion.
 *
 * - A leader stops its tasks as soon as its connection ends, or when a beat gets no response in time: a frozen server, a lost connection.
 * - The server releases the lock when the connection ends, and ends the session of a leader that it has not heard for ten seconds: a
 *   machine without power, a blocked event loop. A process without a heartbeat is killed by its supervisor, which ends its connection.
 * - The tasks may overlap for a moment: PostgreSQL can release the lock before the leader reads the end of its connection, and a
 *   statement that is running completes. So every task must be safe to run twice at once. Housekeeping deletes expired rows or locks the
 *   row that it continues from, and the proof of the ledger only reads.
 */
export function startLeader({
  url,
  start,
  log,
  beatEveryMs = BEAT_EVERY_MS,
  silentForMs = SILENT_FOR_MS,
}: LeaderOptions): Leader {
  const stopping = new AbortController();
  const { signal } = stopping;
  /** Set while this process leads. */
  let tasks: LeaderTask[] | undefined;
  let earlierTasks = Promise.resolve();
  let closedTimes = 0;
  const sql = openSql(url, {
    max: 1,
    applicationName: LEADER_NAME,
    statementTimeoutMs: ANSWER_MS,
    onClose() {
      closedTimes++;
      lose('its connection ended');
    },
  });
  const competing = compete();
  return {
    leads: () => tasks !== undefined,
    async stop() {
      stopping.abort();
      if (tasks) log.info('this server leads no longer: it stops');
      endTasks();
      await earlierTasks;
      await sql.end({ timeout: 0 });
      await competing;
    },
  };

  async function compete(): Promise<void> {
    while (!signal.aborted) {
      await beat();
      if (!tasks) await Promise.race([earlierTasks, sleep(TASKS_END_MS, undefined, { ref: false })]);
      await sleep(beatEveryMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async function beat(): Promise<void> {
    const closedBefore = closedTimes;
    try {
      const holds = await takeLock();
      if (closedTimes !== closedBefore || signal.aborted) return;
      if (holds) lead();
      else lose('another session has the lock');
    } catch (error) {
      lose(reasonOf(error));
    }
  }

  /** Also a standby has such locks, which mean nothing. The session holds the lock only once, or it would have to release it as often. */
  async function takeLock(): Promise<boolean> {
    const [row] = await sql<{ holds: boolean }[]>`
      select set_config('idle_session_timeout', ${String(silentForMs)}, false),
        case
          when pg_is_in_recovery() then false
          when exists (
            select from pg_locks
            where locktype = 'advisory' and pid = pg_backend_pid() and objid = ${advisoryLocks.leader} and granted
          ) then true
          else pg_try_advisory_lock(${advisoryLocks.leader})
        end as holds`;
    return row?.holds === true;
  }

  function lead(): void {
    if (tasks) return;
    log.info('this server leads: it does the housekeeping and checks the ledger for all servers of the database');
    tasks = start();
  }

  function lose(reason: string): void {
    if (!tasks) return;
    log.warn({ reason }, 'this server leads no longer: its lock is lost');
    endTasks();
  }

  function endTasks(): void {
    const ending = tasks ?? [];
    tasks = undefined;
    earlierTasks = Promise.all([earlierTasks, ...ending.map((task) => task.stop())]).then(() => undefined);
  }
}
