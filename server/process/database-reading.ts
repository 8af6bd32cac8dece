import type { Db } from '#db/client.ts';
import { readPoolState } from '#db/pool/pool.ts';
import { reachesPrimary } from '#db/writes.ts';
import { cachedReading } from '../base/metrics/metrics.ts';

const MAX_AGE_MS = 2_000;

/**
 * Reads the pool's state for the metrics. The pool notices a silent database only under load; a statement of its own in the background
 * notices one that is stopped or read-only in an idle process, too.
 */
export function databaseReading(db: Db) {
  const isReached = cachedReading(() => reachesPrimary(db), MAX_AGE_MS);
  return () => {
    const state = readPoolState(db.$client);
    return { ...state, isAway: isReached() === false || state.isAway };
  };
}
