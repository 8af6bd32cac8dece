import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { EmbeddedPostgresError } from '#db/embedded/error.ts';
import { environment, readConfig } from '../base/env.ts';
import { readSecretFiles } from '../base/secret-files.ts';
import { type KeptDatabase, keepDatabase } from './keep-database.ts';
import { createLog, logUncaught } from './log.ts';
import type { Restarts } from './messages.ts';
import { readyPort } from './port.ts';
import { onStopSignal } from './signals.ts';
import type { StartReport } from './start-report.ts';
import { createWorkers, type Programs } from './workers.ts';

export interface SuperviseOptions {
  /** False starts with an empty catalogue, independent of the configuration. */
  seed: boolean;
  report: StartReport;
  /** The client's build, if it is to be served, once it exists. */
  clientDir?: Promise<string>;
  /** Without them the sources run. */
  programs?: Programs;
}

const sources: Programs = {
  worker: fileURLToPath(new URL('./worker.ts', import.meta.url)),
  background: fileURLToPath(new URL('./background.ts', import.meta.url)),
};
/** Workers abort requests after 8 s; a worker that still runs after this hangs. */
const WORKERS_LIMIT_MS = 9_000;
/** A stop takes less than ten seconds, the usual limit of process managers. */
const STOP_LIMIT_MS = 9_400;
const LEAST_DATABASE_PATIENCE_MS = 400;
/** EX_IOERR: the embedded database's folder is gone. The units of `deploy/` do not restart it. */
const DATA_GONE_STATUS = 74;

/**
 * The panel's first process. It owns the embedded database, starts the workers, restarts failed processes, and stops everything in
 * order on SIGINT or SIGTERM. It serves no requests, so that no request can crash it.
 * @throws Error with advice if the configuration, the database or the port can't be used, or the client could not be built. The exit
 * status is set then if it is another one than 1.
 */
export async function supervise({ seed, clientDir, programs = sources, report }: SuperviseOptions): Promise<void> {
  const secrets = readSecretFiles(environment());
  const config = readConfig({ ...environment(), ...secrets });
  const { production } = config;
  const log = createLog(config);
  logUncaught(log);
  const stop = onStopSignal(process, () => process.exit(1));
  const restarts: Restarts = { workers: 0, background: 0, database: 0 };
  const preparation = { seed: seed && config.seedsCatalogue };
  const workers = createWorkers({ count: config.processes, preparation, programs, restarts, log, production });
  const onRestart = () => {
    restarts.database++;
    workers.sendFacts();
  };
  let database: KeptDatabase | undefined;
  let isGone = false;
  let stoppedMs = performance.now();
  try {
    database = await keepDatabase(config, { log, onRestart });
    // Read once: a worker that is restarted has the secrets of the others.
    const env = { ...secrets, DATABASE_URL: database.url, PORT: String(await readyPort(config)) };
    const serving = await workers.start({ env, clientDir: await clientDir }, stop);
    if (serving?.firstStart) {
      const { url, mails = '', firstStart } = serving;
      report.serving({ url, data: database.where, mails, ...firstStart });
    }
    if (!stop.aborted) await Promise.race([once(stop, 'abort'), database.gone.then(() => (isGone = true))]);
    if (isGone) log.fatal(goneText(database.where));
    else log.info(`Stopping: ${stop.reason}`);
  } catch (error) {
    isGone = error instanceof EmbeddedPostgresError && error.code === 'data_gone';
    throw error;
  } finally {
    stoppedMs = performance.now();
    if (isGone) process.exitCode = DATA_GONE_STATUS;
    // Without its data each answer would be a lie: nothing is finished.
    const inOrder = await workers.stop(isGone ? 0 : config.drainMs + WORKERS_LIMIT_MS);
    const leftMs = isGone ? 0 : config.drainMs + STOP_LIMIT_MS - (performance.now() - stoppedMs);
    await database?.stop(Math.max(LEAST_DATABASE_PATIENCE_MS, leftMs));
    if (!inOrder) process.exitCode ??= 1;
  }
}

function goneText(folder: string): string {
  return (
    `The database's folder in ${folder} is gone, or another one is in its place, so the panel has stopped: it could store nothing ` +
    'that it acknowledges. Mount the disk again, or restore a backup (docs/operations.md), and start the panel.'
  );
}
