import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { workerFile } from '../build/server.ts';
import { listProcesses, processesBelow, signalTo } from './processes.ts';
import type { ChaosRecord } from './record.ts';

const START = fileURLToPath(new URL('../start.ts', import.meta.url));
const FIRST_START_LIMIT_MS = 60_000;
/** As long as a service manager usually waits before it starts again what has ended. */
const RESTART_PAUSE_MS = 200;
const WATCH_MS = 50;
/** The panel takes ten seconds to be sure. */
const HANG_LIMIT_MS = 20_000;
const TAIL_LINES = 60;

/** The real panel, run as an operator would: what ends as a whole is started again. */
export interface Panel {
  /** The processes that serve. */
  workers: () => number[];
  /** Kills a worker, which the panel itself has to make good. */
  killWorker: (pid: number) => void;
  /** Suspends a worker for good, which the panel itself has to find out. Resolves when it is gone, or was not found out in time. */
  hangWorker: (pid: number) => Promise<void>;
  /** Kills the process that was started; it is started again here. */
  killSupervisor: () => void;
  /** Asks it to end in order; it is started again here. */
  restart: () => void;
  /** The last lines of its log. */
  tail: () => string;
  /** Ends it in order. @returns its exit code; null where it had to be killed */
  stop: () => Promise<number | null>;
  /** Leaves nothing of it behind, whatever state it is in. */
  destroy: () => void;
}

/** @param env beside this process's own; `PORT` among it */
export async function runPanel(env: Record<string, string>, record: ChaosRecord): Promise<Panel> {
  const expectedToEnd = new Set<number>();
  /** To end in order, and so with 0. */
  const asked = new Set<number>();
  const lines: string[] = [];
  let isStopping = false;
  let child = start();
  let known = new Set<number>();
  const watch = setInterval(noteDeaths, WATCH_MS);
  await untilReady(`http://localhost:${env.PORT}`, () => child, lines);

  return {
    workers: () => workersOf(child),
    killWorker(pid) {
      expectedToEnd.add(pid);
      signalTo(pid, 'SIGKILL');
    },
    async hangWorker(pid) {
      expectedToEnd.add(pid);
      signalTo(pid, 'SIGSTOP');
      const limit = performance.now() + HANG_LIMIT_MS;
      while (workersOf(child).includes(pid) && performance.now() < limit) await sleep(WATCH_MS);
    },
    killSupervisor() {
      expectTreeToEnd();
      child.kill('SIGKILL');
    },
    restart() {
      expectTreeToEnd();
      asked.add(child.pid ?? 0);
      child.kill('SIGTERM');
    },
    tail: () => lines.join('\n'),
    async stop() {
      isStopping = true;
      clearInterval(watch);
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await Promise.race([ended, sleep(20_000, undefined, { ref: false })]);
      return child.exitCode;
    },
    destroy() {
      isStopping = true;
      clearInterval(watch);
      for (const { pid } of [...processesBelow(child.pid ?? 0)]) signalTo(pid, 'SIGKILL');
      child.kill('SIGKILL');
    },
  };

  function start(): ChildProcess {
    const started = spawn(process.execPath, [START], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [started.stdout, started.stderr]) stream?.on('data', keepTail);
    started.once('exit', (code, signal) => void startAgain(started.pid ?? 0, signal ?? `code ${code}`));
    return started;
  }

  /** After a kill a start may come too early, while the port is still held: that is one more try and no death. */
  async function startAgain(pid: number, how: string): Promise<void> {
    if (isStopping) return;
    if (!expectedToEnd.has(pid))
      record.noteDeath(`the panel's first process ended (${how})\n${lines.slice(-8).join('\n')}`);
    await sleep(RESTART_PAUSE_MS);
    if (isStopping) return;
    known = new Set();
    child = start();
    expectedToEnd.add(child.pid ?? 0);
    void settle(child);
  }

  /** Once it answers, its next end is nobody's doing. */
  async function settle(started: ChildProcess): Promise<void> {
    while (child === started && !(await isReady(`http://localhost:${env.PORT}`))) await sleep(WATCH_MS);
    expectedToEnd.delete(started.pid ?? 0);
  }

  function expectTreeToEnd(): void {
    for (const pid of [child.pid ?? 0, ...workersOf(child)]) expectedToEnd.add(pid);
  }

  function noteDeaths(): void {
    const now = new Set(workersOf(child));
    for (const pid of known) {
      if (now.has(pid) || expectedToEnd.has(pid) || isStopping) continue;
      noteDeath(`worker ${pid} ended`);
    }
    known = now;
  }

  function noteDeath(sentence: string): void {
    record.noteDeath(`${sentence}\n${lines.slice(-8).join('\n')}`);
  }

  function keepTail(chunk: Buffer): void {
    lines.push(...chunk.toString().split('\n').filter(Boolean));
    lines.splice(0, Math.max(0, lines.length - TAIL_LINES));
  }
}

/** By what they run: a process that was just forked, PostgreSQL's too, still bears the command of its parent. */
function workersOf({ pid }: ChildProcess): number[] {
  return listProcesses()
    .filter(({ parentPid, command }) => parentPid === pid && command.includes(workerFile))
    .map((each) => each.pid);
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
  await answer?.arrayBuffer();
  return answer?.ok === true;
}

async function untilReady(url: string, child: () => ChildProcess, lines: string[]): Promise<void> {
  const deadline = performance.now() + FIRST_START_LIMIT_MS;
  while (performance.now() < deadline && child().exitCode === null) {
    if (await isReady(url)) return;
    await sleep(WATCH_MS);
  }
  throw new Error(`The panel did not start:\n${lines.join('\n')}`);
}
