import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { startEmbeddedPostgres } from '#db/embedded/embedded-postgres.ts';
import type { Config } from '../env.ts';
import { createBackoff } from './growing-pauses.ts';

export interface KeptDatabase {
  url: string;
  /** For people: where the data is. */
  where: string;
  /** @param patienceMs how long the embedded database may take to write everything */
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
 * Starts the embedded PostgreSQL and starts it again whenever it ends, until it is stopped. Where the configuration names
 * another database, that one is not started here.
 * @throws EmbeddedPostgresError where it can't be started the first time
 */
export async function keepDatabase(
  { databaseUrl, dataDir, processes }: Pick<Config, 'databaseUrl' | 'dataDir' | 'processes'>,
  { log, onRestart }: KeepOptions,
): Promise<KeptDatabase> {
  if (databaseUrl) return { url: databaseUrl, where: urlWithoutPassword(databaseUrl), stop: async () => {} };
  const connections = Math.max(LEAST_CONNECTIONS, processes * CONNECTIONS_PER_WORKER);
  let server = await startEmbeddedPostgres({
    dataDir: join(dataDir, 'postgres'),
    log,
    settings: { max_connections: String(connections) },
  });
  log.info(`PostgreSQL started (process ${server.pid})`);
  const stopping = new AbortController();
  const keeping = keep(stopping.signal);
  return {
    url: server.url,
    where: server.home,
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

/** A database's URL for people. */
export function urlWithoutPassword(url: string): string {
  return url.replace(/(:\/\/[^:@/]+):[^@/]*@/, '$1@');
}
