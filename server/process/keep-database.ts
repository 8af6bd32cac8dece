import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { markerOf, untilGone } from '#db/embedded/data-folder.ts';
import { startEmbeddedPostgres } from '#db/embedded/embedded-postgres.ts';
import type { Config } from '../base/env.ts';
import { createBackoff } from './growing-pauses.ts';

export interface KeptDatabase {
  url: string;
  /** For messages: where the data is. */
  where: string;
  /** Resolves once the embedded database's data folder is gone while it runs, or another one is in its place. */
  gone: Promise<void>;
  /** @param patienceMs limit for the embedded database's clean shutdown */
  stop: (patienceMs: number) => Promise<void>;
}

interface KeepOptions {
  log: Logger;
  /** Called after each restart of the embedded database. */
  onRestart: () => void;
}

/** A worker's pool, and some for commands and the event listener. */
const CONNECTIONS_PER_WORKER = 30;
const LEAST_CONNECTIONS = 100;

/**
 * Starts the embedded PostgreSQL and restarts it whenever it ends, until `stop`. If the configuration has a DATABASE_URL, nothing is
 * started.
 * @throws EmbeddedPostgresError if the first start fails; `data_gone` if production's database was there before
 */
export async function keepDatabase(
  { databaseUrl, dataDir, processes, production }: Pick<Config, 'databaseUrl' | 'dataDir' | 'processes' | 'production'>,
  { log, onRestart }: KeepOptions,
): Promise<KeptDatabase> {
  if (databaseUrl) {
    const where = urlWithoutPassword(databaseUrl);
    return { url: databaseUrl, where, gone: new Promise(() => {}), stop: async () => {} };
  }
  const connections = Math.max(LEAST_CONNECTIONS, processes * CONNECTIONS_PER_WORKER);
  let server = await startEmbeddedPostgres({
    dataDir: join(dataDir, 'postgres'),
    log,
    ...(production && { marker: markerOf(dataDir) }),
    settings: { max_connections: String(connections) },
  });
  log.info(`PostgreSQL started (process ${server.pid})`);
  const stopping = new AbortController();
  const keeping = keep(stopping.signal);
  const gone = untilGone(server.cluster, stopping.signal);
  gone.catch(() => undefined);
  return {
    url: server.url,
    where: server.home,
    gone,
    async stop(patienceMs) {
      stopping.abort();
      await server.stop(patienceMs);
      await keeping;
    },
  };

  async function keep(stopped: AbortSignal): Promise<void> {
    const pauseAfter = createBackoff();
    for (;;) {
      const startedMs = performance.now();
      await server.exited;
      if (stopped.aborted) return;
      const pauseMs = pauseAfter(performance.now() - startedMs);
      await sleep(pauseMs, undefined, { signal: stopped }).catch(() => undefined);
      if (stopped.aborted) return;
      try {
        server = await server.restart();
        log.info(`PostgreSQL started again (process ${server.pid})`);
        onRestart();
      } catch (error) {
        if (!stopped.aborted) log.error({ err: error }, 'PostgreSQL could not be started again');
      }
    }
  }
}

/** A database's URL for messages. */
export function urlWithoutPassword(url: string): string {
  return url.replace(/(:\/\/[^:@/]+):[^@/]*@/, '$1@');
}
