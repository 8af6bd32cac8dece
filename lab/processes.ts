import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The unit of processor time in /proc on every Linux: sysconf(_SC_CLK_TCK). */
const TICKS_PER_SECOND = 100;
/** The parent of the kernel's own threads. */
const KERNEL_THREADS = 2;
/** proc_net(5): the state of a listening socket. */
const LISTENING = '0A';

interface RunningProcess {
  pid: number;
  parentPid: number;
  /** Includes the processor time of ended children that were waited for. */
  cpuSeconds: number;
}

/** Processor time at one moment, since each process started. */
export interface Moment {
  atMs: number;
  /** All cores together, with the time that the host took from this machine. */
  busySeconds: number;
  processes: RunningProcess[];
}

export function readMoment(): Moment {
  return { atMs: performance.now(), busySeconds: readBusySeconds(), processes: readProcesses() };
}

/** The processor time of a process and all its descendants. */
export function secondsOfTree({ processes }: Moment, root: number): number {
  const tree = [...processes.filter(({ pid }) => pid === root), ...below(root, processes)];
  return tree.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
}

/** The average number of cores that other programs used: neither this process, nor its descendants, nor the kernel. */
export function coresOfOthers(before: Moment, after: Moment): number {
  const own = [process.pid, KERNEL_THREADS].map((root) => secondsOfTree(after, root) - secondsOfTree(before, root));
  const others = after.busySeconds - before.busySeconds - own.reduce((sum, seconds) => sum + seconds, 0);
  return Math.max(0, others / ((after.atMs - before.atMs) / 1000));
}

/** The live descendants of a process; a zombie has ended. */
export function pidsBelow(pid: number): number[] {
  return below(pid, readProcesses({ zombies: false })).map((each) => each.pid);
}

/** The live children of a process. */
export function childrenOf(pid: number): number[] {
  return readProcesses({ zombies: false })
    .filter(({ parentPid }) => parentPid === pid)
    .map((each) => each.pid);
}

/** The command line of a process; empty if it has ended. */
export function commandOf(pid: number): string {
  return orUndefined(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()) ?? '';
}

/** The processes among these that listen on a port of this machine. */
export function listenersOn(port: number, pids: number[]): number[] {
  const address = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const inode = rows.find(([, local, , state]) => local?.endsWith(address) && state === LISTENING)?.[9];
  const isSocket = (file: string) => orUndefined(() => readlinkSync(file)) === `socket:[${inode}]`;
  return pids.filter((pid) =>
    orUndefined(() => readdirSync(`/proc/${pid}/fd`))?.some((fd) => isSocket(`/proc/${pid}/fd/${fd}`)),
  );
}

/** Sends a signal, unless the process has ended. */
export function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function below(pid: number, all: RunningProcess[]): RunningProcess[] {
  return all.filter(({ parentPid }) => parentPid === pid).flatMap((each) => [each, ...below(each.pid, all)]);
}

function readProcesses({ zombies = true } = {}): RunningProcess[] {
  if (process.platform !== 'linux') throw new Error('This needs /proc, which only Linux has.');
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const stat = orUndefined(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
      // proc_pid_stat(5): the name before the last parenthesis may itself contain parentheses and spaces.
      const [state, parentPid, ...rest] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
      if (!state || (state === 'Z' && !zombies)) return [];
      const ticks = rest.slice(9, 13).reduce((sum, field) => sum + Number(field), 0);
      return [{ pid: Number(pid), parentPid: Number(parentPid), cpuSeconds: ticks / TICKS_PER_SECOND }];
    });
}

/** proc_stat(5): user, nice, system and steal. */
function readBusySeconds(): number {
  const [, user = 0, nice = 0, system = 0, , , , , steal = 0] = readFileSync('/proc/stat', 'utf8')
    .slice(0, 300)
    .split(/\s+/, 9)
    .map(Number);
  return (user + nice + system + steal) / TICKS_PER_SECOND;
}

/** A process may end, or close a file, while it is read. */
function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
