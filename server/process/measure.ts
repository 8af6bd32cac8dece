import type { FastifyBaseLogger } from 'fastify';
import type { Logger } from 'pino';
import type { Db } from '#db/client.ts';
import type { Reads } from '#db/reads/reads.ts';
import { readStandbys } from '#db/standbys.ts';
import { readBackupState } from '../backup/last-backup.ts';
import type { Config } from '../env.ts';
import type { BulkRunner } from '../jobs/bulk-runner.ts';
import { countOpenJobs } from '../jobs/count-open-jobs.ts';
import { countWaitingMails } from '../mail/count-waiting-mails.ts';
import { listenForMetrics } from '../metrics/listen.ts';
import { cachedReading, createMetrics, expositionOf, type MetricFamily, type Metrics } from '../metrics/metrics.ts';
import { observeBatches, readQueues } from '../money/batch-queue.ts';
import { createLedgerCheck, type LedgerCheck } from '../money/check-changed-accounts.ts';
import { readFullProof } from '../money/full-proof.ts';
import { countForwards } from '../suppliers/forwarder/count-forwards.ts';
import { countDeliveries } from '../webhooks/count-deliveries.ts';
import { databaseReading } from './database-reading.ts';
import type { Supervisor } from './from-supervisor.ts';
import type { WorkerFacts } from './messages.ts';
import { proveWeekly } from './prove-weekly.ts';
import { repeat } from './repeat.ts';

const MAILS_MAX_AGE_MS = 10_000;
const JOBS_MAX_AGE_MS = 10_000;
const DELIVERIES_MAX_AGE_MS = 10_000;
const FORWARDS_MAX_AGE_MS = 10_000;
const STANDBYS_MAX_AGE_MS = 10_000;
const BACKUPS_MAX_AGE_MS = 10_000;
const FULL_PROOF_MAX_AGE_MS = 10_000;

export interface WorkerMetrics {
  own: Metrics;
  /** The metrics of all workers for Prometheus. */
  text: () => Promise<string>;
  facts: () => WorkerFacts;
}

/** Measures this worker, and answers the supervisor's requests for metrics. */
export function measureWorker(
  { facts, onMetricsWanted, readAllMetrics }: Supervisor,
  db: Db,
  { reads, config }: { reads: Reads; config: Pick<Config, 'backup'> },
): WorkerMetrics {
  const own = createMetrics(facts().slot);
  const hasSchedule = config.backup !== undefined;
  own.read({
    database: databaseReading(db),
    chargeQueues: () => readQueues(db),
    readFallbacks: reads.fallbacks,
    backups: cachedReading(() => readBackupState(db, { hasSchedule }), BACKUPS_MAX_AGE_MS),
  });
  observeBatches(db, own.batchCharged);
  onMetricsWanted(own.families);
  return {
    own,
    facts,
    async text() {
      const all = (await readAllMetrics()) as MetricFamily[][] | undefined;
      return expositionOf(all ?? [await own.families()]);
    },
  };
}

interface TellOptions {
  db: Db;
  reads: Reads;
  config: Pick<Config, 'metrics'>;
  log: Logger;
  metrics: WorkerMetrics;
  runner: Pick<BulkRunner, 'figures'>;
}

/**
 * Measures what is the same for all workers, in the one worker that runs such tasks: queued mails, jobs, restarts, and the ledger while
 * this server checks it. Also serves the port for metrics, if configured.
 */
export function measurePanel({ db, reads, config, log, runner, metrics: { own, text, facts } }: TellOptions) {
  /** Set while this server checks the ledger. */
  let check: LedgerCheck | undefined;
  own.read({
    ledger: () => check?.figures(),
    fullProof: cachedReading(() => readFullProof(db), FULL_PROOF_MAX_AGE_MS),
    mailsWaiting: cachedReading(() => countWaitingMails(db), MAILS_MAX_AGE_MS),
    forwards: cachedReading(() => countForwards(db), FORWARDS_MAX_AGE_MS),
    webhooks: cachedReading(() => countDeliveries(db), DELIVERIES_MAX_AGE_MS),
    jobsOpen: cachedReading(() => countOpenJobs(db), JOBS_MAX_AGE_MS),
    jobRows: () => ({ ...runner.figures() }),
    standbys: cachedReading(() => readStandbys(db), STANDBYS_MAX_AGE_MS),
    restarts: () => ({ ...facts().restarts }),
  });
  const { port, hosts } = config.metrics;
  const listener = port ? listenForMetrics({ port, hosts, text, log }) : undefined;
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
    stop: async () => listener?.stop(),
  };
}

const EVERY_MS = 5_000;

interface WatchOptions {
  check: LedgerCheck;
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  everyMs?: number;
}

/** Checks the ledger step by step until it is stopped, and logs differences. */
export function watchLedger({ check, log, everyMs = EVERY_MS }: WatchOptions) {
  const repeated = repeat({ everyMs, work: look, failure: 'the ledger could not be checked', log });
  return {
    async stop(): Promise<void> {
      repeated.cancel();
      await repeated.running();
    },
  };

  async function look(): Promise<void> {
    const accountIds = await check.checkNext();
    if (accountIds.length > 0)
      log.error({ accountIds }, 'these wallets do not match the ledger; npm run ledger:check shows details');
  }
}
