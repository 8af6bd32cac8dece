import { closeDb, connect, type Db } from '../client.ts';
import type { ConnectionOptions } from '../connection.ts';
import { isUnavailable, pgErrorOf } from '../errors.ts';
import { compareWithPrimary, type Unfit } from './standby.ts';

/**
 * Why a read went to the primary: the standby is away, too old, another database, cancelled the statement, or lacks a row that the
 * primary has.
 */
export type FallbackReason = Unfit | 'away' | 'cancelled' | 'behind';

/** For reads that may be some seconds old: exports, statistics, the proof of the ledger. */
export interface Reads {
  /** For reads that must be current, and for writes. */
  primary: Db;
  /**
   * Reads from the standby if there is one, or else from the primary. If the standby fails, `read` is called once more with the primary.
   * @param read must not write, and must be safe to call twice
   */
  run: <Result>(read: (db: Db) => Promise<Result>) => Promise<Result>;
  /** How many reads went to the primary although there is a standby, by reason. */
  fallbacks: () => Record<string, number>;
  close: () => Promise<void>;
}

interface ReadsOptions extends Pick<ConnectionOptions, 'statementTimeoutMs' | 'lockTimeoutMs' | 'max'> {
  log: { info: (message: string) => void; warn: (fields: { reason?: string; err?: unknown }, message: string) => void };
  /** A standby that is further behind is not used. */
  maxLagMs?: number;
  /** How long the last comparison with the primary is valid. */
  compareEveryMs?: number;
  /** How long an unusable standby is left alone. */
  restMs?: number;
}

const MAX_LAG_MS = 30_000;
const COMPARE_EVERY_MS = 5_000;
const REST_MS = 10_000;
const MAX_CONNECTIONS = 5;
/** An administrator, a time limit or a conflict with the primary's changes cancels a statement. */
const CANCELLED = /^(40001|40P01|57014)$/;

/** Reads everything from the primary. */
export function onlyPrimary(primary: Db): Reads {
  return { primary, run: (read) => read(primary), fallbacks: () => ({}), close: async () => {} };
}

/**
 * Reads from the server at `url`, which is a standby of `primary` or the primary itself. It connects lazily.
 * @param url as for `connect`; of several hosts the first that responds is used. Without one everything is read from `primary`.
 */
export function createReads(primary: Db, url: string | undefined, options: ReadsOptions): Reads {
  if (url === undefined) return onlyPrimary(primary);
  const { log, maxLagMs = MAX_LAG_MS, compareEveryMs = COMPARE_EVERY_MS, restMs = REST_MS, ...pool } = options;
  const standby = connectReadable(url, { max: MAX_CONNECTIONS, ...pool });
  const counts = new Map<FallbackReason, number>();
  /** Undefined before the first comparison. */
  let unfit: FallbackReason | null | undefined;
  let validUntilMs = Number.NEGATIVE_INFINITY;
  let comparing: Promise<void> | undefined;

  return {
    primary,
    async run(read) {
      const reason = await findReason();
      if (reason) return fallBack(reason);
      try {
        return await read(standby);
      } catch (error) {
        return answerFailure(error);
      }

      async function answerFailure(error: unknown) {
        const failure = failureOf(error);
        if (failure === 'away') judge('away', error);
        else if (failure === 'cancelled') log.warn({ err: error }, 'the read replica cancelled a statement');
        if (failure !== 'behind') return fallBack(failure);
        // The primary repeats an error that is right.
        const result = await read(primary);
        count('behind');
        return result;
      }

      function fallBack(why: FallbackReason) {
        count(why);
        return read(primary);
      }
    },
    fallbacks: () => Object.fromEntries(counts),
    close: () => closeDb(standby),
  };

  function count(reason: FallbackReason): void {
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }

  /** An unusable standby is compared again beside the reads, so that none waits for it. */
  async function findReason(): Promise<FallbackReason | null | undefined> {
    if (performance.now() < validUntilMs) return unfit;
    comparing ??= compare().finally(() => (comparing = undefined));
    if (!unfit) await comparing;
    return unfit;
  }

  async function compare(): Promise<void> {
    try {
      judge((await compareWithPrimary(primary, standby, maxLagMs)) ?? null);
    } catch (error) {
      judge('away', error);
    }
  }

  function judge(found: FallbackReason | null, error?: unknown): void {
    if (found && found !== unfit)
      log.warn({ reason: found, ...(error !== undefined && { err: error }) }, 'the read replica is not used');
    if (!found && unfit) log.info('the read replica is used again');
    unfit = found;
    validUntilMs = performance.now() + (found ? restMs : compareEveryMs);
  }
}

function failureOf(error: unknown): FallbackReason {
  if (CANCELLED.test(pgErrorOf(error)?.code ?? '')) return 'cancelled';
  return isUnavailable(error) ? 'away' : 'behind';
}

/**
 * Refuses a server for reads that has other data than the primary.
 * @returns false if it does not respond; it is compared again before its first use
 * @throws Error that says what is wrong
 */
export async function assertReadable(primary: Db, url: string): Promise<boolean> {
  const other = connectReadable(url, { max: 1 });
  try {
    const unfit = await compareWithPrimary(primary, other, Number.POSITIVE_INFINITY);
    if (unfit !== 'other_database') return true;
  } catch (error) {
    if (isUnavailable(error)) return false;
    throw error;
  } finally {
    await closeDb(other);
  }
  throw new Error(
    'DATABASE_READ_URL leads to another database than DATABASE_URL: it must be a physical standby of that server, or the server itself.',
  );
}

function connectReadable(url: string, options: ConnectionOptions): Db {
  return connect(url, { ...options, applicationName: 'reseller-panel reads', acceptsReadOnly: true });
}
