import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { advisoryLocks } from '#db/advisory-locks.ts';
import { openSql } from '#db/connection.ts';

export interface LeaseOptions {
  /** A way to the database that keeps its session: a lock belongs to a session. */
  url: string;
  /** Called when the lock is taken, and when it is lost. */
  onChange: (holds: boolean) => void;
  beatEveryMs?: number;
  /** The server ends a session that is silent for longer. */
  silentForMs?: number;
}

export interface Lease {
  /** The number whose lock this process holds now; undefined while it holds none. */
  number: () => number | undefined;
  /** Releases the lock at once. */
  stop: () => Promise<void>;
}

/** The connection's name in pg_stat_activity. */
export const LEASE_NAME = 'reseller-panel queue';

const BEAT_EVERY_MS = 1_500;
/** A beat without a response in time is a lost session. */
const ANSWER_MS = 1_500;
/** Also if the machine of the process is gone. */
const SILENT_FOR_MS = 6_000;
/** The process itself stops to send before: so much earlier it trusts its last beat no more. */
const EARLIER_MS = 1_000;
const LARGEST_NUMBER = 2 ** 31 - 1;

/**
 * Holds a session advisory lock on a random number, as long as the session lives. Claims and purchases of the process name the number: while
 * the lock is taken, they are this process's; a free lock is a dead process. After a lost session there is a new number.
 */
export function holdLease({
  url,
  onChange,
  beatEveryMs = BEAT_EVERY_MS,
  silentForMs = SILENT_FOR_MS,
}: LeaseOptions): Lease {
  const stopping = new AbortController();
  const { signal } = stopping;
  let number = newNumber();
  let closedTimes = 0;
  /** When the last beat began that found the lock held; undefined while it is not. */
  let heldAtMs: number | undefined;
  const sql = openSql(url, {
    max: 1,
    applicationName: LEASE_NAME,
    statementTimeoutMs: ANSWER_MS,
    onClose() {
      closedTimes++;
      lose();
    },
  });
  const beating = beat();
  return {
    number: () =>
      heldAtMs !== undefined && performance.now() - heldAtMs < silentForMs - EARLIER_MS ? number : undefined,
    async stop() {
      stopping.abort();
      lose();
      await sql.end({ timeout: 0 });
      await beating;
    },
  };

  async function beat(): Promise<void> {
    while (!signal.aborted) {
      const closedBefore = closedTimes;
      const startedMs = performance.now();
      const state = await takeLock().catch(() => 'away' as const);
      if (signal.aborted) return;
      if (state === 'held' && closedTimes === closedBefore) keep(startedMs);
      else lose();
      // The session of before may still hold it.
      if (state === 'taken') number = newNumber();
      await sleep(beatEveryMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Also a standby has such locks, which mean nothing. The session takes the lock only once, or it would have to release it as often. */
  async function takeLock(): Promise<'held' | 'taken' | 'away'> {
    const [row] = await sql<{ state: 'held' | 'taken' | 'away' }[]>`
      select set_config('idle_session_timeout', ${String(silentForMs)}, false),
        case
          when pg_is_in_recovery() then 'away'
          when exists (
            select from pg_locks
            where locktype = 'advisory' and pid = pg_backend_pid() and classid = ${advisoryLocks.queue}::bigint::oid
              and objid = ${number}::bigint::oid and objsubid = 2 and granted
          ) then 'held'
          when pg_try_advisory_lock(${advisoryLocks.queue}, ${number}) then 'held'
          else 'taken'
        end as state`;
    return row?.state ?? 'away';
  }

  function keep(startedMs: number): void {
    const isNew = heldAtMs === undefined;
    heldAtMs = startedMs;
    if (isNew) onChange(true);
  }

  function lose(): void {
    if (heldAtMs === undefined) return;
    heldAtMs = undefined;
    // What was committed with the old number is not this process's any more, also if its lock could be taken again.
    number = newNumber();
    onChange(false);
  }
}

function newNumber(): number {
  return randomInt(1, LARGEST_NUMBER);
}
