import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isRunning, signal, waitForEnd } from '#db/embedded/processes.ts';
import { newDataDir } from '#db/testing/data-dir.ts';
import { freePort } from '#db/testing/free-port.ts';

const scriptAt = (path: string) => fileURLToPath(new URL(`../../scripts/${path}`, import.meta.url));
const START = scriptAt('start.ts');
/** Supervisor and workers without the client's build. */
const SERVER = scriptAt('dev/panel.ts');
/** The first start also builds the client. */
const START_LIMIT_MS = 180_000;
const END_LIMIT_MS = 30_000;
const LAST_WORDS_LIMIT_MS = 500;
const POLL_EVERY_MS = 20;

/** The real panel, in separate processes. */
export interface Panel {
  url: string;
  dataDir: string;
  /** The supervisor. */
  pid: number;
  child: ChildProcess;
  /** The output of all its processes so far. */
  output: () => string;
  /** The same as whole lines: standard output, then standard error. */
  lines: () => string[];
  /**
   * Waits until the output contains `text` this many times.
   * @returns the first group of the last match
   * @throws Error with the output if the panel ends first
   */
  hasPrinted: (text: string | RegExp, times?: number) => Promise<string>;
  /** @throws Error with the output if the panel ends first */
  ready: () => Promise<void>;
  /** The process id in the latest log line. */
  workerPid: (slot?: number) => number;
  backgroundPid: () => number;
  postgresPid: () => number;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | string | null>;
  /** Asks it to stop, as Ctrl-C does, and resolves with its exit code. */
  stop: (name?: NodeJS.Signals) => Promise<number | null>;
  /** Kills every process that its log names, and removes its own folder. */
  kill: () => Promise<void>;
}

interface Program {
  program: string;
  args?: string[];
  cwd?: string;
  env: NodeJS.ProcessEnv;
  /** Its future URL. */
  url: string;
  detached?: boolean;
}

/**
 * Starts the panel like `npm start` and waits until it is ready. It gets a free port and a new data folder, which is removed when it
 * stops, unless `env` sets others.
 * @param start the start script, by default this checkout's
 * @throws Error with all its output if it does not get ready
 */
export async function startPanel(env: Record<string, string>, args: string[] = [], start = START): Promise<Panel> {
  const port = env.PORT ?? String(await freePort());
  const panel = runPanel({
    program: start,
    args,
    cwd: join(dirname(start), '..'),
    env: { NODE_ENV: 'development', LOG_LEVEL: 'warn', DATABASE_URL: '', ...env, PORT: port },
    url: `http://localhost:${port}`,
  });
  await panel.ready().catch(async (error: unknown) => {
    await panel.stop('SIGKILL');
    throw error;
  });
  return panel;
}

/** Starts the panel without its client, for tests that stop, kill and suspend its processes. Does not wait. */
export async function launchServer(env: Record<string, string>): Promise<Panel> {
  const port = env.PORT ?? String(await freePort());
  const defaults = { NODE_ENV: 'test', LOG_LEVEL: 'info', SEED: 'none', DATABASE_URL: '', PROCESSES: '' };
  return runPanel({ program: SERVER, env: { ...defaults, ...env, PORT: port }, url: `http://127.0.0.1:${port}` });
}

/** Runs a program that serves the panel, and collects its output. */
export function runPanel({ program, args = [], cwd, env, url, detached = false }: Program): Panel {
  const own = 'DATA_DIR' in env ? undefined : newDataDir();
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    env: { ...process.env, ...(own && { DATA_DIR: own.dataDir }), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
  });
  let output = '';
  const streams = [child.stdout, child.stderr].map((stream) => {
    const printed = { text: '' };
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      printed.text += chunk;
    });
    return printed;
  });
  const closed = once(child, 'close');
  const ended = once(child, 'exit').then(async ([code, name]: (number | string | null)[]) => {
    // Each process loads hundreds of source files.
    await Promise.race([closed, sleep(LAST_WORDS_LIMIT_MS)]);
    return code ?? name ?? null;
  });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  let isClosed = false;
  void closed.then(() => (isClosed = true));
  const pidsOf = (pattern: string) => [...output.matchAll(new RegExp(pattern, 'g'))].map(([, pid]) => Number(pid));
  const panel: Panel = {
    url,
    dataDir: env.DATA_DIR ?? own?.dataDir ?? '',
    pid: child.pid ?? 0,
    child,
    output: () => output,
    lines: () => streams.flatMap(({ text }) => text.split('\n').slice(0, -1)),
    async hasPrinted(text, times = 1) {
      const pattern = new RegExp(typeof text === 'string' ? text.replaceAll(/[().*+?[\]]/g, '\\$&') : text, 'g');
      for (;;) {
        const found = [...output.matchAll(pattern)];
        if (found.length >= times) return found.at(-1)?.[1] ?? '';
        if (isClosed) throw new Error(`The panel ended without ${String(text)}:\n${output}`);
        await sleep(POLL_EVERY_MS);
      }
    },
    async ready() {
      const deadline = performance.now() + START_LIMIT_MS;
      while (performance.now() < deadline && !hasEnded()) {
        const answer = await fetch(`${url}/readyz`, { headers: { connection: 'close' } }).catch(() => undefined);
        await answer?.arrayBuffer();
        if (answer?.ok) return;
        await sleep(POLL_EVERY_MS);
      }
      if (hasEnded()) await ended;
      throw new Error(`The panel did not start:\n${output}`);
    },
    backgroundPid: () => pidsOf('the background worker started \\(process (\\d+)\\)').at(-1) ?? 0,
    workerPid: (slot = 0) => pidsOf(`worker ${slot} started \\(process (\\d+)\\)`).at(-1) ?? 0,
    postgresPid: () => pidsOf('PostgreSQL started(?: again)? \\(process (\\d+)\\)').at(-1) ?? 0,
    ended,
    async stop(name = 'SIGTERM') {
      if (!hasEnded()) child.kill(name);
      await ended;
      own?.remove();
      return child.exitCode;
    },
    async kill() {
      const pids = [panel.pid, ...pidsOf('started(?: again)? \\(process (\\d+)\\)')];
      for (const pid of pids) if (isRunning(pid)) signal(pid, 'SIGKILL');
      for (const pid of pids) await waitForEnd(pid, END_LIMIT_MS);
      own?.remove();
    },
  };
  return panel;
}
