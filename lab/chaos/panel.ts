import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#db/testing/free-port.ts';
import type { Lab } from '../lab.ts';
import { isReady, type Panel, spawnPanel } from '../panel.ts';
import { signalTo } from '../processes.ts';
import type { ChaosRecord } from './record.ts';

/** A service manager's usual pause before a restart. */
const RESTART_PAUSE_MS = 200;
const WATCH_MS = 50;
/** The panel replaces a hung worker after ten seconds. */
const HANG_LIMIT_MS = 20_000;
const STOP_LIMIT_MS = 20_000;
const TAIL_LINES = 8;

/** The panel under a service manager: it is restarted whenever it ends. */
export interface ManagedPanel {
  url: string;
  workers: () => number[];
  /** Of the background worker. */
  background: () => number[];
  /** The panel itself must replace the worker. */
  killWorker: (pid: number) => void;
  /** Suspends a worker for good. Resolves when the panel has replaced it, or after the limit. */
  hangWorker: (pid: number) => Promise<void>;
  killSupervisor: () => void;
  /** Stops the panel gracefully. */
  restart: () => void;
  /** The last lines of the log. */
  tail: () => string;
  /** Stops the panel for good. @returns its exit code; null if it did not end in time */
  stop: () => Promise<number | null>;
}

export async function managePanel(
  lab: Lab,
  options: Parameters<typeof spawnPanel>[1],
  record: ChaosRecord,
): Promise<ManagedPanel> {
  const port = await freePort();
  /** Processes whose end is not a failure. */
  const expectedToEnd = new Set<number>();
  /** Supervisors that got a stop signal, and so must exit with 0. */
  const asked = new Set<number>();
  let isStopping = false;
  let panel = start();
  let known: number[] = [];
  const watch = setInterval(noteDeaths, WATCH_MS);
  lab.onEnd(async () => {
    isStopping = true;
    clearInterval(watch);
    await panel.kill();
  });
  await panel.ready();

  return {
    url: panel.url,
    workers: () => panel.workerPids(),
    background: () => panel.backgroundPids(),
    killWorker(pid) {
      expectedToEnd.add(pid);
      signalTo(pid, 'SIGKILL');
    },
    async hangWorker(pid) {
      expectedToEnd.add(pid);
      signalTo(pid, 'SIGSTOP');
      const limitMs = performance.now() + HANG_LIMIT_MS;
      while (processes().includes(pid) && performance.now() < limitMs) await sleep(WATCH_MS);
    },
    killSupervisor() {
      expectTreeToEnd();
      signalTo(panel.pid, 'SIGKILL');
    },
    restart() {
      expectTreeToEnd();
      asked.add(panel.pid);
      signalTo(panel.pid, 'SIGTERM');
    },
    tail: () => panel.tail(),
    stop() {
      isStopping = true;
      clearInterval(watch);
      return Promise.race([panel.stop(), sleep(STOP_LIMIT_MS, null, { ref: false })]);
    },
  };

  function processes(): number[] {
    return [...panel.workerPids(), ...panel.backgroundPids()];
  }

  function start(): Panel {
    const started = spawnPanel(lab, options, port);
    started.child.once('exit', (code, signal) => void startAgain(started.pid, signal ?? `code ${code}`));
    return started;
  }

  async function startAgain(pid: number, how: string): Promise<void> {
    if (isStopping) return;
    if (!expectedToEnd.has(pid) || (asked.has(pid) && how !== 'code 0')) noteDeath(`the supervisor ended (${how})`);
    await sleep(RESTART_PAUSE_MS);
    if (isStopping) return;
    known = [];
    panel = start();
    // After a kill the port may still be in use. A retry is not a failure until the panel is ready.
    expectedToEnd.add(panel.pid);
    const started = panel;
    while (panel === started && !(await isReady(started.url))) await sleep(WATCH_MS);
    expectedToEnd.delete(started.pid);
  }

  function expectTreeToEnd(): void {
    for (const pid of [panel.pid, ...processes()]) expectedToEnd.add(pid);
  }

  function noteDeaths(): void {
    const now = processes();
    // The workers of a supervisor that may end are among them, also one that was not listed yet.
    const mayEnd = (pid: number) => isStopping || expectedToEnd.has(panel.pid) || expectedToEnd.has(pid);
    for (const pid of known) if (!now.includes(pid) && !mayEnd(pid)) noteDeath(`process ${pid} ended`);
    known = now;
  }

  function noteDeath(sentence: string): void {
    record.noteDeath(`${sentence}\n${panel.tail(TAIL_LINES)}`);
  }
}
