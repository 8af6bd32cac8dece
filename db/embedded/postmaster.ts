import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { bareEnvironment, identityOf } from './cluster.ts';
import { EmbeddedPostgresError } from './error.ts';
import { type DatabaseLog, logServerLine } from './log.ts';
import { type Place, SOCKET_FILE } from './place.ts';
import { commandLine, isRunning, signal, waitForEnd } from './processes.ts';

/** The first process of a running server. */
export interface Postmaster {
  pid: number;
  /** Resolves when it has ended, for whatever reason, with a text that says how. */
  exited: Promise<string>;
}

const FAST_SHUTDOWN_TIMEOUT_MS = 60_000;
const IMMEDIATE_SHUTDOWN_TIMEOUT_MS = 1_500;
const KILL_TIMEOUT_MS = 10_000;
const STILL_STARTING_NOTE_MS = 10_000;
const LAST_LINES_TIMEOUT_MS = 500;

/** How the server itself calls the states in which it accepts connections. */
const ANSWERING = ['ready', 'standby'];

/** Left behind by a killed server whose own children have not all noticed yet. */
const STILL_IN_USE = /pre-existing shared memory block/;
const STILL_IN_USE_RETRIES = 25;
/** From this attempt on they are not waited for any longer. */
const STILL_IN_USE_PATIENCE = 4;

/** Above the highest number that Linux or macOS gives to a process. */
const IMPOSSIBLE_PID = 2_147_483_647;

/**
 * Starts the server and waits until it accepts connections. Recovery after a crash takes as long as it takes. To be
 * called by the owner of the place, once no server runs there.
 *
 * @throws EmbeddedPostgresError `start_failed` with the server's last lines where it ends instead.
 */
export async function launch(
  place: Place,
  binaries: Binaries,
  settings: Record<string, string>,
  log: DatabaseLog,
): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    disownLeftovers(place);
    const { postmaster, lastLines } = spawnServer(place, binaries, settings, log);
    const failure = await untilReady(place, postmaster, log);
    if (failure === undefined) return postmaster;
    const text = (await lastLines()).join('\n');
    if (!STILL_IN_USE.test(text) || attempt > STILL_IN_USE_RETRIES) {
      throw new EmbeddedPostgresError('start_failed', `PostgreSQL did not start (${failure}):\n${text}`);
    }
    if (attempt >= STILL_IN_USE_PATIENCE) endLeftovers(place);
    await sleep(200);
  }
}

/**
 * Ends a server in order: open transactions are rolled back, everything is written. If that takes longer than
 * `patienceMs` it is told to leave at once, and is killed where it does not; it then recovers at its next start, and what
 * was committed is there.
 *
 * @throws EmbeddedPostgresError `stop_failed` where even that does not end it.
 */
export async function shutDown(place: Place, pid: number, patienceMs = FAST_SHUTDOWN_TIMEOUT_MS): Promise<void> {
  signal(pid, 'SIGINT');
  // A server that was suspended hears nothing until it goes on.
  signal(pid, 'SIGCONT');
  if (await waitForEnd(pid, patienceMs)) return;
  signal(pid, 'SIGQUIT');
  if (await waitForEnd(pid, IMMEDIATE_SHUTDOWN_TIMEOUT_MS)) return;
  signal(pid, 'SIGKILL');
  endLeftovers(place);
  if (await waitForEnd(pid, KILL_TIMEOUT_MS)) return;
  throw new EmbeddedPostgresError('stop_failed', `PostgreSQL (process ${pid}) does not stop.`);
}

/** Finds the server that runs on this data directory, whoever started it. */
export function findServer(place: Place): number | undefined {
  const pid = Number(readPidFile(pidFile(place))[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isRunning(pid)) return undefined;
  return commandLine(pid)?.includes(place.cluster) ? pid : undefined;
}

/**
 * Makes PostgreSQL see that what it left behind is stale. It looks only at whether a process of the noted number exists,
 * and refuses to start for a zombie that nobody collects and for a stranger that got the number since; both are usual
 * in containers.
 */
function disownLeftovers(place: Place): void {
  const file = pidFile(place);
  const [pid, ...rest] = readPidFile(file);
  // The other lines stay: by them PostgreSQL finds children of the old server that are still at work, and then waits.
  if (pid) writeFileSync(file, [IMPOSSIBLE_PID, ...rest].join('\n'));
  for (const suffix of ['', '.lock']) rmSync(join(place.socketDirectory, `${SOCKET_FILE}${suffix}`), { force: true });
}

/**
 * Kills what is left of a server whose first process is gone: a suspended child would never notice, and hold the data
 * directory for ever. Nothing that was committed is lost by it, as by any other crash.
 * Only Linux tells whose children they are; elsewhere they are waited for.
 */
function endLeftovers(place: Place): void {
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

function spawnServer(place: Place, binaries: Binaries, settings: Record<string, string>, log: DatabaseLog) {
  const child = spawn(binaries.postgres, ['-D', place.cluster, ...toFlags(settings)], {
    ...identityOf(place.account),
    cwd: place.home,
    env: bareEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    // Its own process group: Ctrl-C in the terminal reaches this process alone, which then stops the server in order.
    detached: true,
  });
  const recent: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    recent.push(line);
    if (recent.length > 20) recent.shift();
    logServerLine(line, log);
  });
  const closed = once(child, 'close');
  const lastLines = async () => {
    // They may come after its end; what it has left behind may keep the pipe open.
    await Promise.race([closed, sleep(LAST_LINES_TIMEOUT_MS)]);
    return recent;
  };
  return { postmaster: watch(child), lastLines };
}

function watch(child: ChildProcess): Postmaster {
  const pid = child.pid ?? 0;
  const onProcessExit = () => {
    // The last chance when this process ends without `stop`: the server then still leaves in order by itself.
    if (pid && child.exitCode === null && child.signalCode === null) signal(pid, 'SIGINT');
  };
  process.once('exit', onProcessExit);
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    // Not `close`: children of a killed server may keep its output open for long.
    child.once('exit', (code, signalName) => resolve(signalName ? `ended by ${signalName}` : `exit code ${code}`));
  }).finally(() => process.off('exit', onProcessExit));
  return { pid, exited };
}

/** @returns undefined when the server accepts connections, else how it ended. */
async function untilReady(place: Place, postmaster: Postmaster, log: DatabaseLog): Promise<string | undefined> {
  let ended: string | undefined;
  void postmaster.exited.then((how) => (ended = how));
  let nextNote = Date.now() + STILL_STARTING_NOTE_MS;
  while (ended === undefined) {
    // Line 1 is the process, line 8 its state: see AddToDataDirLockFile in PostgreSQL's miscadmin.h.
    const lines = readPidFile(pidFile(place));
    if (Number(lines[0]) === postmaster.pid && ANSWERING.includes(lines[7]?.trim() ?? '')) return undefined;
    if (Date.now() > nextNote) {
      log.info('PostgreSQL is still starting; after a crash it first replays what was not yet in its tables.');
      nextNote = Date.now() + STILL_STARTING_NOTE_MS;
    }
    await sleep(10);
  }
  return ended;
}

function pidFile(place: Place): string {
  return join(place.cluster, 'postmaster.pid');
}

function readPidFile(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
}

function toFlags(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
