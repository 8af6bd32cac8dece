import type { Db } from '#db/client.ts';
import type { Config } from '../env.ts';
import { countFrequentAttempt } from './count-frequent-attempt.ts';

const WINDOW_SECONDS = 60;

/** The part of the configuration that has the limit. */
type Limits = { limits: Pick<Config['limits'], 'keyCallsPerMinute'> };

/** The calls that a key has left. */
export interface KeyRate {
  /** Calls a minute. */
  limit: number;
  /** In the current window, as far as this process knows. */
  remaining: number;
  /** Until the next window begins. */
  resetSeconds: number;
}

/**
 * Counts a call of a key, for all processes together. Each takes calls from the database in blocks of 20 and may leave 19 of them unused, so
 * a limit of 720 guarantees 600 calls a minute with up to seven processes.
 * @throws DomainError `too_many_requests` with the seconds to wait
 */
export async function countKeyCall({ db, config }: { db: Db; config: Limits }, keyId: number): Promise<KeyRate> {
  const limit = config.limits.keyCallsPerMinute;
  const rateLimit = { limit, windowSeconds: WINDOW_SECONDS };
  const { remaining, secondsLeft } = await countFrequentAttempt(db, `key:${keyId}`, rateLimit);
  return { limit, remaining, resetSeconds: Math.max(1, Math.ceil(secondsLeft)) };
}

/** The rate after a refusal. @param retryAfterSeconds of the error `too_many_requests` */
export function exhaustedRate({ limits }: Limits, retryAfterSeconds: number): KeyRate {
  return { limit: limits.keyCallsPerMinute, remaining: 0, resetSeconds: retryAfterSeconds };
}

/** The headers of the draft "RateLimit header fields for HTTP", version 6. */
export const RATE_HEADERS = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'] as const;

/** The headers of a response to a key. */
export function rateHeaders({
  limit,
  remaining,
  resetSeconds,
}: KeyRate): Record<(typeof RATE_HEADERS)[number], string> {
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(resetSeconds),
  };
}
