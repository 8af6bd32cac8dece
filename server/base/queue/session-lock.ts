import { setTimeout as sleep } from 'node:timers/promises';
import { openSql } from '#db/connection.ts';

export interface SessionLockOptions {
  /** A way to the database that keeps its session: a lock belongs to a session. */
  url: string;
  /** The connection's name in pg_stat_activity. */
  name: string;
  /** The key of the advisory lock, or its two halves. */
  key: () => [number] | [number, number];
  /** Called when the lock is taken, and when it is lost, with the reason. */
  onChange: (holds: boolean, reason: string) => void;
  /** Called when another session has the lock. */
  onTaken?: () => void;
  /** Awaited before each attempt to take it. */
  beforeTry?: () => Promise<unknown>;
  beatEveryMs: number;
  /** A beat without a response for so long is a lost session. */
  answerMs: number;
  /** The server ends a session that is silent for longer, also if the machine of the process is gone. */
  silentForMs: number;
}

/**
 * Holds an advisory lock as long as its session lives, and tries to take it again after a lost session, from whichever server accepts writes.
 * PostgreSQL may release the lock of an ended session a moment before this process reads the end.
 */
export function holdSessionLock(options: SessionLockOptions) {
  const { url, name, key, onChange, onTaken, beforeTry, beatEveryMs, answerMs, silentForMs } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let closedTimes = 0;
  let heldAtMs: number | undefined;
  const sql = openSql(url, {
    max: 1,
    applicationName: name,
    statementTimeoutMs: answerMs,
    onClose() {
      closedTimes++;
      lose('its connection ended');
    },
  });
  const beating = beat();
  return {
    /** When the last beat began that found the lock held; undefined while it is not. */
    heldAtMs: () => heldAtMs,
    /** @param release resolves when the lock may be released */
    async stop(release?: Promise<unknown>): Promise<void> {
      stopping.abort();
      await release;
      lose('it stops');
      await sql.end({ timeout: 0 });
      await beating;
    },
  };

  async function beat(): Promise<void> {
    while (!signal.aborted) {
      if (heldAtMs === undefined) await beforeTry?.();
      const [closedBefore, startedMs] = [closedTimes, performance.now()];
      const state = await takeLock().catch((error: unknown) => String(error));
      if (signal.aborted) return;
      if (state === 'held' && closedTimes === closedBefore) keep(startedMs);
      else lose(state === 'taken' ? 'another session has the lock' : state);
      if (state === 'taken') onTaken?.();
      await sleep(beatEveryMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Also a standby has such locks, which mean nothing. The session takes the lock only once, or it would have to release it as often. */
  async function takeLock(): Promise<string> {
    const [first, second] = key();
    const [classId, objectId] = second === undefined ? [0, first] : [first, second];
    const [row] = await sql<{ state: string }[]>`
      select set_config('idle_session_timeout', ${String(silentForMs)}, false),
        case
          when pg_is_in_recovery() then 'the server is a standby'
          when exists (
            select from pg_locks
            where locktype = 'advisory' and pid = pg_backend_pid() and classid = ${classId}::bigint::oid
              and objid = ${objectId}::bigint::oid and objsubid = ${second === undefined ? 1 : 2} and granted
          ) then 'held'
          when ${second === undefined ? sql`pg_try_advisory_lock(${first})` : sql`pg_try_advisory_lock(${first}, ${second})`} then 'held'
          else 'taken'
        end as state`;
    return row?.state ?? 'no answer';
  }

  function keep(startedMs: number): void {
    const isNew = heldAtMs === undefined;
    heldAtMs = startedMs;
    if (isNew) onChange(true, 'taken');
  }

  function lose(reason: string): void {
    if (heldAtMs === undefined) return;
    heldAtMs = undefined;
    onChange(false, reason);
  }
}
