import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/client.ts';
import type { Reads } from '#db/reads/reads.ts';
import { readStandbys } from '#db/standbys.ts';
import { countWaitingMails } from '../base/mail/count-waiting-mails.ts';
import { cachedReading, type Metrics } from '../base/metrics/metrics.ts';
import { startLoop } from '../base/queue/loop.ts';
import type { Queue } from '../base/queue/queue.ts';
import { countDeliveries } from '../features/webhooks/count-deliveries.ts';
import { createLedgerCheck, type LedgerCheck } from '../money/check-changed-accounts.ts';
import { readFullProof } from '../money/full-proof.ts';
import { countForwards } from '../suppliers/purchases/count-forwards.ts';
import { countOpenJobs } from './jobs/count-open-jobs.ts';
import type { JobFigures } from './jobs.ts';
import { proveWeekly } from './prove-weekly.ts';

const MAX_AGE_MS = 10_000;

interface PanelOptions {
  db: Db;
  reads: Reads;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  metrics: Pick<Metrics, 'read'>;
  queue: Pick<Queue, 'figures'>;
  jobRows: () => JobFigures;
}

/** Measures what is the same for all processes: the queue, mails, purchases, jobs, and the ledger while this server checks it. */
export function measurePanel({ db, reads, log, metrics, queue, jobRows }: PanelOptions) {
  /** Set while this server checks the ledger. */
  let check: LedgerCheck | undefined;
  const cached = <T>(read: (from: Db) => Promise<T>) => cachedReading(() => read(db), MAX_AGE_MS);
  metrics.read({
    ledger: () => check?.figures(),
    fullProof: cached(readFullProof),
    mailsWaiting: cached(countWaitingMails),
    forwards: cached(countForwards),
    webhooks: cached(countDeliveries),
    jobsOpen: cached(countOpenJobs),
    jobRows: () => ({ ...jobRows() }),
    standbys: cached(readStandbys),
    queue: queue.figures,
    setAside: cached(countSetAside),
  });
  return {
    /** Checks the ledger until it is stopped, and measures that. Several servers may do it at once, for the moment of a change. */
    checkLedger(): { stop: () => Promise<void> } {
      const begun = createLedgerCheck(reads);
      check = begun;
      const parts = [watchLedger({ check: begun, log }), proveWeekly({ reads, log })];
      return {
        async stop() {
          if (check === begun) check = undefined;
          await Promise.all(parts.map((part) => part.stop()));
        },
      };
    },
  };
}

async function countSetAside(db: Db): Promise<number> {
  const [row] = await db.$client<
    { count: number }[]
  >`select count(*)::int as count from queue_claims where set_aside_at is not null`;
  return row?.count ?? 0;
}

const EVERY_MS = 5_000;

interface WatchOptions {
  check: LedgerCheck;
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  everyMs?: number;
}

/** Checks the ledger step by step until it is stopped, and logs differences. */
export function watchLedger({ check, log, everyMs = EVERY_MS }: WatchOptions) {
  return startLoop({ everyMs, look, failure: 'the ledger could not be checked', log });

  async function look(): Promise<void> {
    const accountIds = await check.checkNext();
    if (accountIds.length > 0)
      log.error({ accountIds }, 'these wallets do not match the ledger; npm run ledger:check shows details');
  }
}
