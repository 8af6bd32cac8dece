import { randomInt } from 'node:crypto';
import { advisoryLocks } from '#db/advisory-locks.ts';
import { holdSessionLock, type SessionLockOptions } from './session-lock.ts';

export interface LeaseOptions
  extends Pick<SessionLockOptions, 'url'>,
    Partial<Pick<SessionLockOptions, 'beatEveryMs' | 'silentForMs'>> {
  /** Called when the lock is taken, and when it is lost. */
  onChange: (holds: boolean) => void;
}

/** The connection's name in pg_stat_activity. */
export const LEASE_NAME = 'reseller-panel queue';

const BEAT_EVERY_MS = 1_500;
const ANSWER_MS = 1_500;
const SILENT_FOR_MS = 6_000;
/** The process itself stops before the server ends its session: so much earlier it trusts its last beat no more. */
const EARLIER_MS = 1_000;
const LARGEST_NUMBER = 2 ** 31 - 1;

/**
 * Holds a session advisory lock on a random number, as long as the session lives. Claims and purchases of the process name the number: while
 * the lock is taken, they are this process's; a free lock is a dead process. After a lost session there is a new number.
 */
export function holdLease({ onChange, silentForMs = SILENT_FOR_MS, beatEveryMs = BEAT_EVERY_MS, url }: LeaseOptions) {
  let number = newNumber();
  const lock = holdSessionLock({
    ...{ url, name: LEASE_NAME, beatEveryMs, silentForMs, answerMs: ANSWER_MS },
    key: () => [advisoryLocks.queue, number],
    onChange(holds) {
      // What was committed with the old number is not this process's any more, also if its lock could be taken again.
      if (!holds) number = newNumber();
      onChange(holds);
    },
    // The session of before may still hold it.
    onTaken: () => (number = newNumber()),
  });
  return {
    /** The number whose lock this process holds now; undefined while it holds none. */
    number: (): number | undefined => {
      const heldAtMs = lock.heldAtMs();
      return heldAtMs !== undefined && performance.now() - heldAtMs < silentForMs - EARLIER_MS ? number : undefined;
    },
    /** Releases the lock at once. */
    stop: () => lock.stop(),
  };
}

function newNumber(): number {
  return randomInt(1, LARGEST_NUMBER);
}
