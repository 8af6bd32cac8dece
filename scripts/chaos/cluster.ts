import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { socketUrl } from '../../db/connection.ts';
import { startEmbeddedPostgres } from '../../db/embedded/embedded-postgres.ts';
import { preparePlace } from '../../db/embedded/place.ts';
import { isRunning } from '../../db/embedded/processes.ts';
import { processesBelow, signalTo } from './processes.ts';

/** The PostgreSQL behind the panel, seen as processes. */
export interface Cluster {
  /** Leads to the panel's database past everything that is done to the panel. */
  url: string;
  /** The first process; undefined while there is none. */
  postmaster: () => number | undefined;
  /** The processes that serve the panel's connections. */
  backends: () => number[];
  /** All of it, the first process before the others. */
  processes: () => number[];
  /** Kills the first process, and starts it again where nobody else does. */
  killPostmaster: () => Promise<void>;
  /** Starts it again where it has ended by itself and nobody else does. */
  mend: () => Promise<void>;
  stop: () => Promise<void>;
}

/** The cluster that the panel starts by itself in its data folder. */
export function clusterOfPanel(dataDir: string): Cluster {
  const { cluster, socketDirectory } = preparePlace(join(dataDir, 'postgres'));
  const seen = seenFrom(() => postmasterIn(cluster));
  return {
    ...seen,
    url: socketUrl(socketDirectory, 'panel'),
    async killPostmaster() {
      kill(seen.postmaster());
    },
    mend: async () => {},
    stop: async () => kill(seen.postmaster()),
  };
}

/** A cluster of our own, for a panel that is told of it by `DATABASE_URL`. */
export async function startOwnCluster(dataDir: string): Promise<Cluster> {
  let server = await startEmbeddedPostgres({ dataDir });
  const startAgain = async () => {
    await server.exited;
    await server.stop();
    server = await startEmbeddedPostgres({ dataDir });
  };
  return {
    ...seenFrom(() => server.pid),
    url: server.url,
    async killPostmaster() {
      kill(server.pid);
      await startAgain();
    },
    async mend() {
      if (!isRunning(server.pid)) await startAgain();
    },
    stop: () => server.stop(),
  };
}

function seenFrom(postmaster: () => number | undefined) {
  const below = () => processesBelow(postmaster() ?? 0);
  return {
    postmaster,
    backends: () =>
      below()
        .filter(({ command }) => /^postgres: \S+ panel /.test(command))
        .map(({ pid }) => pid),
    processes: () => [postmaster() ?? 0, ...below().map(({ pid }) => pid)].filter((pid) => pid > 0),
  };
}

function postmasterIn(directory: string): number | undefined {
  try {
    const [line = ''] = readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(line);
    return Number.isInteger(pid) && pid > 0 && pid < 2 ** 22 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function kill(pid: number | undefined): void {
  if (pid !== undefined) signalTo(pid, 'SIGKILL');
}
