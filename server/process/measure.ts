import type { Logger } from 'pino';
import type { Db } from '#db/client.ts';
import { readPoolState } from '#db/pool/pool.ts';
import type { Reads } from '#db/reads/reads.ts';
import { reachesPrimary } from '#db/writes.ts';
import type { Config } from '../base/env.ts';
import { readBackupState } from '../base/last-backup.ts';
import { listenForMetrics } from '../base/metrics/listen.ts';
import {
  cachedReading,
  createMetrics,
  expositionOf,
  type MetricFamily,
  type Metrics,
} from '../base/metrics/metrics.ts';
import { observeBatches, readQueues } from '../money/batch-queue.ts';
import type { Supervisor } from './from-supervisor.ts';
import type { WorkerFacts } from './messages.ts';

const MAX_AGE_MS = 2_000;

/**
 * Reads the pool's state for the metrics. The pool notices a silent database only under load; a statement of its own in the background
 * notices one that is stopped or read-only in an idle process, too.
 */
function databaseReading(db: Db) {
  const isReached = cachedReading(() => reachesPrimary(db), MAX_AGE_MS);
  return () => {
    const state = readPoolState(db.$client);
    return { ...state, isAway: isReached() === false || state.isAway };
  };
}

const BACKUPS_MAX_AGE_MS = 10_000;

export interface WorkerMetrics {
  own: Metrics;
  /** The metrics of all processes for Prometheus. */
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

interface SupervisorOptions {
  config: Pick<Config, 'metrics'>;
  log: Logger;
  metrics: WorkerMetrics;
}

/**
 * Measures what the supervisor knows, in one of its processes: restarts, and whether the background worker is up. Also serves the port for
 * metrics, if configured.
 */
export function measureSupervisor({ config, log, metrics: { own, text, facts } }: SupervisorOptions) {
  own.read({ restarts: () => ({ ...facts().restarts }), backgroundUp: () => facts().backgroundDownSince === null });
  const { port, hosts } = config.metrics;
  const listener = port ? listenForMetrics({ port, hosts, text, log }) : undefined;
  return { stop: async () => listener?.stop() };
}
