import { readdirSync, readFileSync } from 'node:fs';

/** What Linux counts processor time in, on every machine: sysconf(_SC_CLK_TCK). */
const TICKS_PER_SECOND = 100;
/** The kernel's own threads are below this one. */
const KERNEL_THREADS = 2;

interface Used {
  parentPid: number;
  seconds: number;
}

/** Processor time of every process at one moment, since its start. */
export interface Moment {
  atMs: number;
  /** All cores together, as far as programs or other machines on the same hardware took them. */
  busySeconds: number;
  processes: Map<number, Used>;
}

/** Reads /proc, which only Linux has. */
export function readMoment(): Moment {
  if (process.platform !== 'linux') throw new Error('Processor time is read from /proc, which only Linux has.');
  const processes = new Map<number, Used>();
  for (const name of readdirSync('/proc')) {
    const used = /^\d+$/.test(name) ? readUsed(name) : undefined;
    if (used) processes.set(Number(name), used);
  }
  return { atMs: performance.now(), busySeconds: readBusySeconds(), processes };
}

/** Seconds that a process and everything below it have used, also by what has ended since and was waited for. */
export function secondsOfTree({ processes }: Moment, root: number): number {
  const own = processes.get(root)?.seconds ?? 0;
  const children = [...processes].filter(([, { parentPid }]) => parentPid === root).map(([pid]) => pid);
  return children.reduce((sum, child) => sum + secondsOfTree({ processes } as Moment, child), own);
}

/** How many cores were busy on average with what is neither this process, nor below it, nor the kernel's own. */
export function coresOfOthers(before: Moment, after: Moment): number {
  const ownRoots = [process.pid, KERNEL_THREADS];
  const own = ownRoots.map((root) => secondsOfTree(after, root) - secondsOfTree(before, root));
  const others = after.busySeconds - before.busySeconds - own.reduce((sum, seconds) => sum + seconds, 0);
  return Math.max(0, others / ((after.atMs - before.atMs) / 1000));
}

/** See proc_stat(5): user, nice and system, and what the host took from this machine ("steal"). */
function readBusySeconds(): number {
  const [, user, nice, system, , , , , steal = 0] = readFileSync('/proc/stat', 'utf8')
    .slice(0, 300)
    .split(/\s+/, 9)
    .map(Number);
  return ((user ?? 0) + (nice ?? 0) + (system ?? 0) + steal) / TICKS_PER_SECOND;
}

/** See proc_pid_stat(5). The second field is the command in brackets and may itself hold blanks and brackets. */
function readUsed(pid: string): Used | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { parentPid: Number(fields[1]), seconds: ticks / TICKS_PER_SECOND };
  } catch {
    // It ended while it was being read.
    return undefined;
  }
}
