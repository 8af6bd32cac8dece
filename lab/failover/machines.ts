import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endServer, hasEnded, signalTree } from './pair.ts';
import { accountOf, type Programs } from './programs.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy');
/** The variable of a trial that runs in its own namespaces. */
const INSIDE = 'FAILOVER_TRIAL_INSIDE';
const UNSHARE = ['--net', '--mount', '--propagation', 'private'];
/** As systemd sets it. */
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin';
const BRIDGE = 'panels';
const OWN_ETC = `mount -t tmpfs tmpfs /mnt
mkdir /mnt/etc /mnt/work
mount -t overlay overlay -o lowerdir=/etc,upperdir=/mnt/etc,workdir=/mnt/work /etc`;
const SWITCH = `ip link set lo up
ip link add ${BRIDGE} type bridge
ip addr add "$ADDRESS/24" dev ${BRIDGE}
ip link set ${BRIDGE} up`;
/** The last mount hides the lab's folder. */
const MACHINE = `hostname "$NAME"
ip link set lo up
mount --bind "$FOLDER/postgresql" /var/lib/postgresql
mount -t tmpfs tmpfs /opt
mkdir -p /opt/panel/deploy
mount --bind "$DEPLOY" /opt/panel/deploy
mount -t tmpfs tmpfs /run
install -d -o postgres -g postgres /run/postgresql
mount -t tmpfs -o mode=1777 tmpfs /tmp
echo ready
exec sleep infinity`;
const CABLE = `ip link add "to-$NAME" type veth peer name eth0 netns "$PID"
ip link set "to-$NAME" master ${BRIDGE} up
nsenter -t "$PID" -n ip addr add "$ADDRESS/24" dev eth0
nsenter -t "$PID" -n ip link set eth0 up`;
/** In the place of programs that a namespace has not: packages are installed already, and units are started by \`start\`. */
const STAND_INS = `apt-get() { :; }
sudo() { shift 2; HOME=/var/lib/postgresql setpriv --reuid postgres --regid postgres --init-groups "$@"; }
systemctl() { echo "systemctl $*"; }`;
const STARTED = /^systemctl enable --now (\S+)@(\S+)$/gm;

/** Why `--machines` can't run here; undefined if it can. */
export function reasonAgainst(programs: Programs | string): string | undefined {
  if (typeof programs === 'string') return programs;
  if (!programs.pgAutoctl) return 'it needs the packages postgresql-15-auto-failover and pg-auto-failover-cli.';
  const attempt = `ADDRESS=10.0.0.1\n${OWN_ETC}\n${SWITCH}`;
  const { status, stderr, error } = spawnSync('unshare', [...UNSHARE, 'sh', '-euc', attempt], { encoding: 'utf8' });
  if (status === 0) return undefined;
  return `this machine refuses namespaces to this account (${(error?.message ?? stderr).trim().split('\n').at(-1)}).`;
}

/** Runs this command again in namespaces of its own, which end with it. @returns its exit code; undefined inside */
export async function runInside(): Promise<number | undefined> {
  if (process.env[INSIDE]) return undefined;
  const args = [...UNSHARE, '--kill-child', '--fork', process.execPath, ...process.argv.slice(1)];
  const child = spawn('unshare', args, { env: { ...process.env, [INSIDE]: '1' }, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

/** Makes this process's own network the one of the panels and the proxy. It must run in `runInside`. */
export async function joinNetwork(address: string): Promise<void> {
  await runHere(`${OWN_ETC}\n${SWITCH}`, { ADDRESS: address });
}

/** Runs commands on the panels' machine. */
export async function runHere(commands: string, env: Record<string, string> = {}): Promise<void> {
  await promisify(execFile)('sh', ['-euc', commands], { env: { ...env, PATH } });
}

/** A machine: a network, a host name, files and processes of its own. */
export interface Machine {
  name: string;
  /** Runs commands of root, and starts the units that they enable. @returns their output */
  run: (commands: string) => Promise<string>;
  /** No message leaves it or reaches it. */
  unplug: () => Promise<void>;
  plug: () => Promise<void>;
  /** Unplugs it, and kills what runs. */
  cutPower: () => Promise<void>;
  /** Starts what was enabled and has ended. */
  boot: () => Promise<void>;
  stop: () => Promise<void>;
}

interface Options {
  name: string;
  address: string;
  /** Of PostgreSQL's files and the log of all machines. */
  folder: string;
}

/** Starts a machine on the network of `joinNetwork`. */
export async function startMachine({ name, address, folder }: Options): Promise<Machine> {
  const own = join(folder, name);
  const data = join(own, 'postgresql');
  mkdirSync(data, { recursive: true });
  const account = accountOf(data);
  if (account) chownSync(data, account.uid, account.gid);
  const env = { ...process.env, NAME: name, FOLDER: own, DEPLOY, PATH };
  const shell = [...UNSHARE, '--uts', 'sh', '-euc', `${OWN_ETC}\n${MACHINE}`];
  const holder = spawn('unshare', shell, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  await Promise.race([once(holder.stdout, 'data'), once(holder, 'exit')]);
  const pid = String(holder.pid);
  await runHere(CABLE, { NAME: name, ADDRESS: address, PID: pid });
  const enter = ['--target', pid, '--net', '--mount', '--uts'];
  const units = new Map<string, ChildProcess>();
  const setLink = (state: 'up' | 'down') => runHere(`nsenter -t ${pid} -n ip link set eth0 ${state}`);

  async function run(commands: string): Promise<string> {
    const script = ['bash', '--norc', '-euc', `${STAND_INS}\n${commands}`];
    const { stdout } = await promisify(execFile)('nsenter', [...enter, ...script], {
      env: { PATH, HOME: '/root' },
      cwd: '/',
    });
    for (const [, unit = '', instance = ''] of stdout.matchAll(STARTED)) await start(unit, instance);
    return stdout;
  }

  /** As systemd reads a unit, without what confines it. */
  async function start(unit: string, instance: string): Promise<void> {
    const text = (await run(`cat /etc/systemd/system/${unit}@.service`)).replaceAll('%i', instance);
    const valueOf = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(text)?.[1] ?? '';
    const lines = `${valueOf('Environment')}\n${await run(`cat ${valueOf('EnvironmentFile')}`)}`.trim().split('\n');
    const variables = lines.map(
      (line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const,
    );
    const user = ['--reuid', valueOf('User'), '--regid', valueOf('Group'), '--init-groups'];
    const log = openSync(join(folder, `${name}.log`), 'a');
    const child = spawn('nsenter', [...enter, 'setpriv', ...user, valueOf('ExecStart')], {
      env: { ...Object.fromEntries(variables), PATH },
      cwd: '/',
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    units.set(`${unit}@${instance}`, child);
  }

  return {
    name,
    run,
    unplug: () => setLink('down'),
    plug: () => setLink('up'),
    async cutPower() {
      await setLink('down');
      for (const child of units.values()) if (child.pid) signalTree(child.pid, 'SIGKILL');
    },
    async boot() {
      await setLink('up');
      for (const [unit, child] of units) if (hasEnded(child)) await run(`systemctl enable --now ${unit}`);
    },
    async stop() {
      for (const child of units.values()) await endServer(child, 'SIGKILL');
      holder.kill('SIGKILL');
    },
  };
}
