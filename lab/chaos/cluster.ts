import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { socketUrl } from '#db/connection.ts';
import { startEmbeddedPostgres } from '#db/embedded/embedded-postgres.ts';
import { preparePlace } from '#db/embedded/place.ts';
import { isRunning } from '#db/embedded/processes.ts';
import { commandOf, pidsBelow, signalTo } from '../processes.ts';

/** The PostgreSQL behind the panel, as processes. */
export interface Cluster {
  /** Connects to the panel's database without the proxy. */
  url: string;
  /** The processes that serve the panel's connections. */
  backends: () => number[];
  /** All processes, the postmaster first. */
  processes: () => number[];
  /** Kills the postmaster, and restarts it if the panel does not. */
  killPostmaster: () => Promise<void>;
  /** Restarts PostgreSQL after it has ended by itself, if the panel does not. */
  mend: () => Promise<void>;
  stop: () => Promise<void>;
}

/** The cluster that the panel starts in its data folder. */
export function clusterOfPanel(dataDir: string): Cluster {
  const { cluster, socketDirectory } = preparePlace(join(dataDir, 'postgres'));
  const postmaster = () => postmasterIn(cluster);
  const kill = async () => killIfAny(postmaster());
  return {
    ...processesOf(postmaster),
    url: socketUrl(socketDirectory, 'panel'),
    killPostmaster: kill,
    mend: async () => {},
    stop: kill,
  };
}

/** A cluster outside the panel, for its `DATABASE_URL`. */
export async function startOwnCluster(dataDir: string): Promise<Cluster> {
  let server = await startEmbeddedPostgres({ dataDir });
  const startAgain = async () => {
    await server.exited;
    await server.stop();
    server = await startEmbeddedPostgres({ dataDir });
  };
  return {
    ...processesOf(() => server.pid),
    url: server.url,
    async killPostmaster() {
      killIfAny(server.pid);
      await startAgain();
    },
    async mend() {
      if (!isRunning(server.pid)) await startAgain();
    },
    stop: () => server.stop(),
  };
}

function processesOf(postmaster: () => number | undefined) {
  const processes = () => {
    const first = postmaster();
    return first === undefined ? [] : [first, ...pidsBelow(first)];
  };
  return { processes, backends: () => processes().filter((pid) => /^postgres: \S+ panel /.test(commandOf(pid))) };
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

function killIfAny(pid: number | undefined): void {
  if (pid !== undefined) signalTo(pid, 'SIGKILL');
}
