import type { FastifyBaseLogger } from 'fastify';
import type { Reads } from '#db/reads/reads.ts';
import { startLoop } from '../base/queue/loop.ts';
import { proveAllIfDue } from '../money/full-proof.ts';

const MAX_AGE_HOURS = 7 * 24;
const LOOK_EVERY_MS = 60_000;
const PROBLEMS_IN_LOG = 20;

interface WeeklyOptions {
  reads: Reads;
  log: Pick<FastifyBaseLogger, 'info' | 'error' | 'warn'>;
  maxAgeHours?: number;
  everyMs?: number;
}

/** Proves the whole ledger once a week, by the time stored in the database, and logs the result. */
export function proveWeekly({ reads, log, maxAgeHours = MAX_AGE_HOURS, everyMs = LOOK_EVERY_MS }: WeeklyOptions) {
  const loop = startLoop({ everyMs, look, failure: 'the whole ledger could not be proved', log });
  return {
    /** A running proof ends with its connection. */
    async stop(): Promise<void> {
      void loop.stop();
    },
  };

  async function look(): Promise<void> {
    const problems = await proveAllIfDue(reads, maxAgeHours);
    if (problems === undefined) return;
    if (problems.length === 0) return log.info('the whole ledger was read and proved');
    const found = { count: problems.length, problems: problems.slice(0, PROBLEMS_IN_LOG) };
    log.error(found, 'the ledger does not add up; npm run ledger:check -- --full lists all differences');
  }
}
