import type { Logger } from 'pino';
import type { Db } from '../../db/client.ts';
import { readPoolState } from '../../db/pool/pool.ts';
import { readStandbys } from '../../db/standbys.ts';
import type { Config } from '../env.ts';
import { countWaitingMails } from '../mail/count-waiting-mails.ts';
import { expositionOf } from '../metrics/exposition.ts';
import { listenForMetrics } from '../metrics/listen.ts';
import { createMetrics, type MetricFamily, type Metrics } from '../metrics/metrics.ts';
import { readNowAndThen } from '../metrics/read-now-and-then.ts';
import { observeBatches, readQueues } from '../money/batch-queue.ts';
import { createLedgerCheck } from '../money/check-changed-accounts.ts';
import type { Supervisor } from './from-supervisor.ts';
import type { WorkerFacts } from './messages.ts';
import { watchLedger } from './watch-ledger.ts';

const MAILS_MAX_AGE_MS = 10_000;
const STANDBYS_MAX_AGE_MS = 10_000;

export interface WorkerMetrics {
  own: Metrics;
  /** What Prometheus reads, of all workers. */
  text: () => Promise<string>;
  facts: () => WorkerFacts;
}

/** Measures what this worker does, and tells the supervisor when somebody wants to know. */
export function measureWorker({ facts, onMetricsWanted, readAllMetrics }: Supervisor, db: Db): WorkerMetrics {
  const own = createMetrics(facts().slot);
  own.read({ database: () => readPoolState(db.$client), lanes: () => readQueues(db) });
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
}

/**
 * Measures what is the same for all workers, for the one worker that does such things: the ledger, which it checks from now on,
 * the mails that wait, and what died. It also answers on the port for metrics, where one is set.
 */
export function tellOfAll({ db, config, log, metrics: { own, text, facts } }: TellOptions) {
  const check = createLedgerCheck(db);
  own.read({
    ledger: () => check.figures(),
    mailsWaiting: readNowAndThen(() => countWaitingMails(db), MAILS_MAX_AGE_MS),
    standbys: readNowAndThen(() => readStandbys(db), STANDBYS_MAX_AGE_MS),
    restarts: () => ({ ...facts().restarts }),
  });
  const { port, hosts } = config.metrics;
  const parts = [watchLedger({ check, log }), ...(port ? [listenForMetrics({ port, hosts, text, log })] : [])];
  return { stop: () => Promise.all(parts.map((part) => part.stop())) };
}
