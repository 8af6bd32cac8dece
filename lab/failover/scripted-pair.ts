import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#db/testing/free-port.ts';
import { signalTo } from '../processes.ts';
import {
  endServer,
  hasSyncStandby,
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

const SETTINGS = `
listen_addresses = '127.0.0.1'
max_connections = 200
hot_standby = on
wal_keep_size = 512MB
checkpoint_timeout = 30min
max_wal_size = 4GB
`;

interface Options extends PairOptions {
  /** False is the deliberate mistake: commits do not wait for the standby. */
  isSynchronous?: boolean;
}

/**
 * Two servers and the shortest correct script: promote the standby, then fence the old primary, rewind it and attach it as the
 * synchronous standby. An old primary that comes back before it is fenced acknowledges nothing, because its commits wait for a standby
 * that has left it.
 */
export async function startScriptedPair({ lab, folder, programs, isSynchronous = true }: Options): Promise<Pair> {
  const at = async (name: string): Promise<Node> => ({ name, port: await freePort(), dataDir: join(folder, name) });
  const nodes = [await at('node1'), await at('node2')] as const;
  const servers = new Map<Node, ChildProcess>();
  let [primary, other]: [Node, Node] = [...nodes];
  const run = (program: string, ...args: string[]) => runAs(programs.postgres(program), args, { folder });

  mkdirSync(folder, { recursive: true });
  const account = accountOf(folder);
  if (account) chownSync(folder, account.uid, account.gid);
  lab.onEnd(stop);
  await create();

  return {
    url: urlOfNodes(nodes, 'panel', 'postgres'),
    primaryUrl: () => urlOfNode(primary, 'panel'),
    async killPrimary() {
      kill(primary);
      await promote();
    },
    async freezePrimary() {
      signalTree(pidOf(primary), 'SIGSTOP');
      await promote();
    },
    async thaw() {
      signalTree(pidOf(other), 'SIGCONT');
      await until('the old primary responds', () => takesWrites(urlOfNode(other, 'postgres')));
    },
    async switchOver() {
      // Most of the shutdown's checkpoint is done while orders go on.
      await onNode(urlOfNode(primary, 'postgres'), (sql) => sql`checkpoint`);
      const server = servers.get(primary);
      const ended = server && once(server, 'exit');
      // A fast shutdown sends the standby everything before it ends.
      signalTo(pidOf(primary), 'SIGINT');
      await ended;
      await promote();
    },
    async losesStandby() {
      const file = join(primary.dataDir, 'pg_hba.conf');
      writeFileSync(file, `host replication all all reject\n${readFileSync(file, 'utf8')}`);
      await onNode(urlOfNode(primary, 'postgres'), async (sql) => {
        await sql`select pg_reload_conf()`;
        await sql`select pg_terminate_backend(pid) from pg_stat_replication`;
      });
    },
    heal: () => attachOther(),
  };

  async function create(): Promise<void> {
    const { dataDir } = primary;
    await run(
      'initdb',
      '-D',
      dataDir,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '--data-checksums',
    );
    appendFileSync(join(dataDir, 'postgresql.conf'), `${SETTINGS}unix_socket_directories = '${folder}'\n`);
    start(primary);
    await until('the primary starts', () => takesWrites(urlOfNode(primary, 'postgres')));
    await onNode(urlOfNode(primary, 'postgres'), (sql) => sql`create database panel`);
    const source = `host=127.0.0.1 port=${primary.port} user=postgres`;
    await run('pg_basebackup', '-d', source, '-D', other.dataDir, '-R', '-X', 'stream', '-c', 'fast');
    start(other);
    await attach();
  }

  function start(node: Node): void {
    const peer = node === nodes[0] ? nodes[1] : nodes[0];
    // On the command line, because pg_rewind copies the other server's files with settings.
    const settings = {
      port: String(node.port),
      cluster_name: node.name,
      primary_conninfo: `host=127.0.0.1 port=${peer.port} user=postgres application_name=${node.name}`,
      // Both notice within seconds that the other has frozen.
      wal_receiver_timeout: '5s',
      wal_sender_timeout: '5s',
    };
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const log = openSync(join(folder, `${node.name}.log`), 'a');
    const program = programs.postgres('postgres');
    servers.set(node, spawnAs(program, ['-D', node.dataDir, ...args], { folder }, ['ignore', log, log]));
    closeSync(log);
  }

  async function promote(): Promise<void> {
    const url = urlOfNode(other, 'postgres');
    // It has no standby yet, so its commits can't wait for one.
    await setStandby(other, '');
    await onNode(url, (sql) => sql`select pg_promote()`);
    await until('the promoted server accepts writes', () => takesWrites(url));
    [primary, other] = [other, primary];
  }

  /** Fences the old primary and makes it the synchronous standby of the new one. */
  async function attachOther(): Promise<void> {
    await endServer(servers.get(other), 'SIGKILL');
    const source = `host=127.0.0.1 port=${primary.port} user=postgres dbname=postgres`;
    rmSync(join(other.dataDir, 'postmaster.pid'), { force: true });
    await onNode(urlOfNode(primary, 'postgres'), (sql) => sql`checkpoint`);
    await run('pg_rewind', '--target-pgdata', other.dataDir, '--source-server', source);
    const signal = join(other.dataDir, 'standby.signal');
    writeFileSync(signal, '');
    const owner = accountOf(folder);
    if (owner) chownSync(signal, owner.uid, owner.gid);
    start(other);
    await attach();
  }

  /** Waits for the standby, and makes commits wait for it from now on. */
  async function attach(): Promise<void> {
    const url = urlOfNode(primary, 'postgres');
    await until('the standby follows', () =>
      onNode(url, async (sql) => (await sql`select from pg_stat_replication where state = 'streaming'`).length > 0),
    );
    if (!isSynchronous) return;
    await setStandby(primary, other.name);
    await until('the standby is synchronous', () => hasSyncStandby(url));
  }

  /** @param name empty for none */
  async function setStandby(node: Node, name: string): Promise<void> {
    await onNode(urlOfNode(node, 'postgres'), async (sql) => {
      await sql.unsafe(`alter system set synchronous_standby_names = '${name}'`);
      await sql`select pg_reload_conf()`;
    });
  }

  async function stop(): Promise<void> {
    for (const node of nodes) await endServer(servers.get(node), 'SIGQUIT');
  }

  function kill(node: Node): void {
    signalTree(pidOf(node), 'SIGKILL');
  }

  function pidOf(node: Node): number {
    const pid = servers.get(node)?.pid;
    if (pid === undefined) throw new Error(`${node.name} does not run`);
    return pid;
  }
}
