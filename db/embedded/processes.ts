import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Identifies a process by more than its id, which is reused after a restart and is often the same in a container.
 *
 * @returns undefined if no such process runs. A zombie counts as ended.
 */
export function processIdentity(pid: number): string | undefined {
  if (process.platform !== 'linux') return psColumn(pid, 'lstart');
  const stat = readProc(pid, 'stat');
  if (stat === undefined) return undefined;
  // The second field is the command in parentheses, which may contain spaces and parentheses. See proc_pid_stat(5).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const state = fields[0];
  if (state === 'Z' || state === 'X') return undefined;
  const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return `${bootId}:${fields[19]}`;
}

export function isRunning(pid: number): boolean {
  return processIdentity(pid) !== undefined;
}

/** The arguments of a process, joined by spaces; undefined if it has ended. */
export function commandLine(pid: number): string | undefined {
  if (process.platform !== 'linux') return psColumn(pid, 'args');
  return readProc(pid, 'cmdline')?.split('\0').join(' ').trim();
}

/** Resolves true once the process has ended, false if it still runs after `timeoutMs`. */
export async function waitForEnd(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (isRunning(pid)) {
    if (Date.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}

/** Sends a signal; ignores a process that has ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}

function psColumn(pid: number, column: string): string | undefined {
  try {
    const [state, ...rest] = execFileSync('ps', ['-o', `state=,${column}=`, '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .split(/\s+/);
    return state === undefined || state.startsWith('Z') ? undefined : rest.join(' ');
  } catch {
    return undefined;
  }
}
