import { readdirSync, readFileSync } from 'node:fs';

export interface RunningProcess {
  pid: number;
  parentPid: number;
  command: string;
}

/** Every process of this machine that has not ended; a zombie has. */
export function listProcesses(): RunningProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)));
}

/** The processes below `pid`, at whatever depth. */
export function processesBelow(pid: number): RunningProcess[] {
  const all = listProcesses();
  const below = (parent: number): RunningProcess[] =>
    all.filter(({ parentPid }) => parentPid === parent).flatMap((each) => [each, ...below(each.pid)]);
  return below(pid);
}

/** Sends a signal; a process that has ended meanwhile needs none. */
export function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function readProcess(pid: number): RunningProcess[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before the bracket may itself have brackets and spaces.
    const [state, parentPid] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z') return [];
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return [{ pid, parentPid: Number(parentPid), command }];
  } catch {
    // It ended while it was being read.
    return [];
  }
}
