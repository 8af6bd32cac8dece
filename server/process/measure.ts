import type { FastifyBaseLogger } from 'fastify';
import type { Logger } from 'pino';
import type { Db } from '#db/client.ts';
import { readPoolState } from '#db/pool/pool.ts';
import { readStandbys } from '#db/standbys.ts';
import { reachesPrimary } from '#db/writes.ts';
import type { Config } from '../env.ts';
import type { BulkRunner } from '../jobs/bulk-runner.ts';
import { countOpenJobs } from '../jobs/count-open-jobs.ts';
import { countWaitingMails } from '../mail/count-waiting-mails.ts';
import { listenForMetrics } from '../metrics/listen.ts';
import { cachedReading, createMetrics, expositionOf, type MetricFamily, type Metrics } from '../metrics/metrics.ts';
import { observeBatches, readQueues } from '../money/batch-queue.ts';
import { createLedgerCheck, type LedgerCheck } from '../money/check-changed-accounts.ts';
import type { Supervisor } from './from-supervisor.ts';
import type { WorkerFacts } from './messages.ts';

const REACH_MAX_AGE_MS = 2_000;
const MAILS_MAX_AGE_MS = 10_000;
const JOBS_MAX_AGE_MS = 10_000;
const STANDBYS_MAX_AGE_MS = 10_000;

export interface WorkerMetrics {
  own: Metrics;
  /** The metrics of all workers for Prometheus. */
  text: () => Promise<string>;
  facts: () => WorkerFacts;
}

/** Measures this worker, and answers the supervisor's requests for metrics. */
export function measureWorker({ facts, onMetricsWanted, readAllMetrics }: Supervisor, db: Db): WorkerMetrics {
  const own = createMetrics(facts().slot);
  // The pool notices silence under load; an idle process notices a stopped or read-only server by this alone.
  const isReached = cachedReading(() => reachesPrimary(db), REACH_MAX_AGE_MS);
  own.read({
    database() {
      const state = readPoolState(db.$client);
      return { ...state, isAway: state.isAway || isReached() === false };
    },
    chargeQueues: () => readQueues(db),
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
  config: Pick<Config, 'metrics'>;
  log: Logger;
  metrics: WorkerMetrics;
  runner: Pick<BulkRunner, 'figures'>;
}

/**
 * Measures what is the same for all workers, in the one worker that runs such tasks: the ledger, which it checks from now on, queued
 * mails, jobs, and restarts. Also serves the port for metrics, if configured.
 */
export function measurePanel({ db, config, log, runner, metrics: { own, text, facts } }: TellOptions) {
  const check = createLedgerCheck(db);
  own.read({
    ledger: () => check.figures(),
    mailsWaiting: cachedReading(() => countWaitingMails(db), MAILS_MAX_AGE_MS),
    jobsOpen: cachedReading(() => countOpenJobs(db), JOBS_MAX_AGE_MS),
    jobRows: () => ({ ...runner.figures() }),
    standbys: cachedReading(() => readStandbys(db), STANDBYS_MAX_AGE_MS),
    restarts: () => ({ ...facts().restarts }),
  });
  const { port, hosts } = config.metrics;
  const parts = [watchLedger({ check, log }), ...(port ? [listenForMetrics({ port, hosts, text, log })] : [])];
  return { stop: () => Promise.all(parts.map((part) => part.stop())) };
}

const EVERY_MS = 5_000;

interface WatchOptions {
  check: LedgerCheck;
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  everyMs?: number;
}

/** Checks the ledger step by step as long as the process runs, and logs differences. */
export function watchLedger({ check, log, everyMs = EVERY_MS }: WatchOptions) {
  let running: Promise<void> | undefined;
  let isFailing = false;
  const timer = setInterval(() => {
    running ??= look().finally(() => (running = undefined));
  }, everyMs);
  timer.unref();
  return {
    async stop(): Promise<void> {
      clearInterval(timer);
      await running;
    },
  };

  async function look(): Promise<void> {
    try {
      const accountIds = await check.checkNext();
      isFailing = false;
      if (accountIds.length > 0)
        log.error({ accountIds }, 'these wallets do not match the ledger; npm run ledger:check shows details');
    } catch (error) {
      // One line per outage of the database.
      if (!isFailing) log.warn({ err: error }, 'the ledger could not be checked');
      isFailing = true;
    }
  }
}
