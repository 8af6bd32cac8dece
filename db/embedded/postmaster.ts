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
  /** Resolves with the reason when it has ended. */
  exited: Promise<string>;
}

const FAST_SHUTDOWN_TIMEOUT_MS = 60_000;
const IMMEDIATE_SHUTDOWN_TIMEOUT_MS = 1_500;
const KILL_TIMEOUT_MS = 10_000;
const STILL_STARTING_NOTE_MS = 10_000;
const LAST_LINES_TIMEOUT_MS = 500;

/** The postmaster's states in which it accepts connections. */
const ANSWERING = ['ready', 'standby'];

/** PostgreSQL's message while children of a killed server are still running. */
const STILL_IN_USE = /pre-existing shared memory block/;
const STILL_IN_USE_RETRIES = 25;
/** From this attempt on the children are killed. */
const STILL_IN_USE_PATIENCE = 4;

/** Above the largest process id on Linux and macOS. */
const IMPOSSIBLE_PID = 2_147_483_647;

/**
 * Starts the server and waits until it accepts connections, without a limit for crash recovery. Only the owner of the place calls it,
 * when no server runs there.
 *
 * @throws EmbeddedPostgresError `start_failed` with the server's last lines if it ends instead.
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
 * Shuts a server down cleanly: open transactions are rolled back, everything is written. After `patienceMs` it gets an immediate
 * shutdown, and then it is killed. It recovers at its next start, with every commit.
 *
 * @throws EmbeddedPostgresError `stop_failed` if it still runs after that.
 */
export async function shutDown(place: Place, pid: number, patienceMs = FAST_SHUTDOWN_TIMEOUT_MS): Promise<void> {
  signal(pid, 'SIGINT');
  // A suspended server handles signals only after it resumes.
  signal(pid, 'SIGCONT');
  if (await waitForEnd(pid, patienceMs)) return;
  signal(pid, 'SIGQUIT');
  if (await waitForEnd(pid, IMMEDIATE_SHUTDOWN_TIMEOUT_MS)) return;
  signal(pid, 'SIGKILL');
  endLeftovers(place);
  if (await waitForEnd(pid, KILL_TIMEOUT_MS)) return;
  throw new EmbeddedPostgresError('stop_failed', `PostgreSQL (process ${pid}) does not stop.`);
}

/** Finds the server that runs on this data directory. */
export function findServer(place: Place): number | undefined {
  const pid = Number(readPidFile(pidFile(place))[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isRunning(pid)) return undefined;
  return commandLine(pid)?.includes(place.cluster) ? pid : undefined;
}

/**
 * Makes PostgreSQL ignore its stale lock files. It only checks whether a process with the recorded id exists, and would refuse to start
 * because of a zombie or an unrelated process with the same id. Both are usual in containers.
 */
function disownLeftovers(place: Place): void {
  const file = pidFile(place);
  const [pid, ...rest] = readPidFile(file);
  // PostgreSQL needs the other lines to find children of the old server that still run, and waits for them.
  if (pid) writeFileSync(file, [IMPOSSIBLE_PID, ...rest].join('\n'));
  for (const suffix of ['', '.lock']) rmSync(join(place.socketDirectory, `${SOCKET_FILE}${suffix}`), { force: true });
}

/**
 * Kills the children of a server without postmaster: a suspended child would block the data directory for ever. As in any crash, no
 * commit is lost. Only Linux shows the working directory of a process; elsewhere the start waits for them.
 */
function endLeftovers(place: Place): void {
  if (process.platform !== 'linux') return;
  for (const pid of readdirSync('/proc').map(Number)) {
    if (pid > 0 && worksIn(place.cluster, pid)) signal(pid, 'SIGKILL');
  }
}

/** PostgreSQL's children work inside the data directory and have its name in their command line; a user's shell there does not. */
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
    // Own process group: Ctrl-C in the terminal reaches only this process, which then stops the server cleanly.
    detached: true,
  });
  const recent: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    recent.push(line);
    if (recent.length > 20) recent.shift();
    logServerLine(line, log);
  });
  // Rejects if the program can't be started, as in a folder that is gone. `exited` has the reason.
  const closed = once(child, 'close').catch(() => undefined);
  const lastLines = async () => {
    // The last lines may arrive after the process has ended, and its children may keep the pipe open.
    await Promise.race([closed, sleep(LAST_LINES_TIMEOUT_MS)]);
    return recent;
  };
  return { postmaster: watch(child), lastLines };
}

function watch(child: ChildProcess): Postmaster {
  const pid = child.pid ?? 0;
  const onProcessExit = () => {
    // If this process ends without `stop`, the server still shuts down cleanly.
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

/** @returns undefined once the server accepts connections, or the reason why it ended. */
async function untilReady(place: Place, postmaster: Postmaster, log: DatabaseLog): Promise<string | undefined> {
  let ended: string | undefined;
  void postmaster.exited.then((how) => (ended = how));
  let nextNote = Date.now() + STILL_STARTING_NOTE_MS;
  while (ended === undefined) {
    // Line 1 is the process id, line 8 the state: see AddToDataDirLockFile in PostgreSQL's miscadmin.h.
    const lines = readPidFile(pidFile(place));
    if (Number(lines[0]) === postmaster.pid && ANSWERING.includes(lines[7]?.trim() ?? '')) return undefined;
    if (Date.now() > nextNote) {
      log.info('PostgreSQL is still starting; after a crash it first replays its write-ahead log.');
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
