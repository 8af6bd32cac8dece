import type { ChildProcess } from 'node:child_process';
import { chownSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#db/testing/free-port.ts';
import {
  endServer,
  hasEnded,
  type Node,
  onNode,
  type Pair,
  type PairOptions,
  signalTree,
  takesWrites,
  until,
  urlOfNode,
  urlOfNodes,
} from './pair.ts';
import { accountOf, runAs, spawnAs } from './programs.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy/pg_auto_failover');
const FORMATION = 'pg_auto_failover';

/** A monitor and two servers under pg_auto_failover, made and run by the scripts in `deploy/pg_auto_failover`. */
export async function startManagedPair({ lab, folder, programs }: PairOptions): Promise<Pair> {
  const at = async (name: string): Promise<Node> => ({ name, port: await freePort(), dataDir: join(folder, name) });
  const monitor = await at('monitor');
  const nodes = [await at('node1'), await at('node2')] as const;
  const keepers = new Map<Node, ChildProcess>();
  const monitorUrl = urlOfNode(monitor, FORMATION, 'autoctl_node');
  let primary: Node = nodes[0];
  // Sockets, and the files that pg_autoctl writes in a user's home.
  const env = {
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_DATA_HOME: join(folder, 'share'),
    XDG_RUNTIME_DIR: join(folder, 'run'),
    PGHOST: folder,
    // The directory for sockets, if it is not the system's.
    PG_REGRESS_SOCK_DIR: folder,
    PG_CTL: programs.postgres('pg_ctl'),
    AUTH: 'trust',
    TLS: '--no-ssl',
    LISTEN: '127.0.0.1',
    HOSTNAME_OF_NODE: '127.0.0.1',
    MONITOR: monitorUrl,
    NETWORK: '127.0.0.1/32',
    // Connections on this machine are trusted.
    PGPASSWORD: 'unused',
    PANEL_PASSWORD: 'unused',
  };

  mkdirSync(join(folder, 'run'), { recursive: true });
  const account = accountOf(folder);
  if (account) for (const path of [folder, env.XDG_RUNTIME_DIR]) chownSync(path, account.uid, account.gid);
  lab.onEnd(stop);
  start(monitor, 'monitor.sh');
  await until('the monitor starts', () => onNode(monitorUrl, async (sql) => (await sql`select 1`).length === 1));
  start(nodes[0], 'node.sh');
  await until('the first server starts', () => takesWrites(urlOfNode(nodes[0], 'panel')));
  start(nodes[1], 'node.sh');
  await heal();

  return {
    url: urlOfNodes(nodes, 'panel', 'panel'),
    primaryUrl: () => urlOfNode(primary, 'panel'),
    async killPrimary() {
      signalTree(pidOf(primary), 'SIGKILL');
      await takenOver();
    },
    async freezePrimary() {
      signalTree(pidOf(primary), 'SIGSTOP');
      await takenOver();
    },
    thaw: async () => signalTree(pidOf(other()), 'SIGCONT'),
    async switchOver() {
      // Most of the shutdown's checkpoint is done while orders go on.
      await onNode(urlOfNode(primary, 'postgres'), (sql) => sql`checkpoint`);
      await runAs(programs.pgAutoctl ?? '', ['perform', 'switchover', '--monitor', monitorUrl], { folder, env });
      await takenOver();
    },
    heal,
  };

  function start(node: Node, script: string): void {
    const log = openSync(join(folder, `${node.name}.log`), 'a');
    const own = { ...env, PGDATA: node.dataDir, PGPORT: String(node.port), NODE_NAME: node.name };
    keepers.set(node, spawnAs('/bin/sh', [join(DEPLOY, script)], { folder, env: own }, ['ignore', log, log]));
    closeSync(log);
  }

  async function stop(): Promise<void> {
    for (const node of [...nodes, monitor]) await endServer(keepers.get(node), 'SIGTERM');
  }

  function other(): Node {
    return primary === nodes[0] ? nodes[1] : nodes[0];
  }

  async function takenOver(): Promise<void> {
    const next = other();
    await until('the standby is promoted', () => takesWrites(urlOfNode(next, 'panel')));
    primary = next;
  }

  /** Starts what has ended, as systemd does, and waits until the manager reports a primary with its standby. */
  async function heal(): Promise<void> {
    for (const node of nodes) {
      const keeper = keepers.get(node);
      if (keeper && hasEnded(keeper)) start(node, 'node.sh');
    }
    await until('the monitor reports a primary and a secondary', () =>
      onNode(monitorUrl, async (sql) => {
        const found = await sql<{ state: string }[]>`
          select reportedstate::text as state from pgautofailover.node
          where reportedstate = goalstate and reportedstate in ('primary', 'secondary') and health = 1`;
        return found.length === nodes.length;
      }),
    );
  }

  function pidOf(node: Node): number {
    const pid = keepers.get(node)?.pid;
    if (pid === undefined) throw new Error(`${node.name} does not run`);
    return pid;
  }
}
