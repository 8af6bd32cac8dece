import { readdirSync, readlinkSync } from 'node:fs';
import type { Place } from './place.ts';
import { commandLine, signal } from './processes.ts';

/**
 * Kills what is left of a server whose first process is gone: a suspended child would never notice, and hold the data
 * directory for ever. Nothing that was committed is lost by it, as by any other crash.
 * Only Linux tells whose children they are; elsewhere they are waited for.
 */
export function endLeftovers(place: Place): void {
  if (process.platform !== 'linux') return;
  for (const pid of readdirSync('/proc').map(Number)) {
    if (pid > 0 && worksIn(place.cluster, pid)) signal(pid, 'SIGKILL');
  }
}

/** PostgreSQL's children work inside the data directory, and name themselves; a person's shell there does not. */
function worksIn(cluster: string, pid: number): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cluster && (commandLine(pid)?.startsWith('postgres: ') ?? false);
  } catch {
    return false;
  }
}
