import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../db/testing/free-port.ts';
import { scratch } from '../db/testing/scratch.ts';

const START = fileURLToPath(new URL('../scripts/start.ts', import.meta.url));
/** The first start also builds the client. */
const START_LIMIT_MS = 120_000;

export interface PanelProcess {
  url: string;
  /** Everything it printed so far. */
  output: () => string;
  /** The same in whole lines, of standard output and then of standard error. */
  lines: () => string[];
  child: ChildProcess;
  /** From being started until it answered, in milliseconds. */
  startedInMs: number;
  /** Asks it to stop, as Ctrl-C does, and resolves with its exit code. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/** A data folder as a new user's; PostgreSQL, which may run as another account, can get into it. */
export function newDataDir(): { dataDir: string; remove: () => void } {
  const dataDir = mkdtempSync(join(scratch(), 'panel-e2e-'));
  chmodSync(dataDir, 0o755);
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) };
}

/**
 * Starts the panel as `npm start` does, on a free port unless one is given, and waits until it is ready.
 * @param start the script that starts it, where that is not this checkout's
 * @throws Error with all that it printed where it does not get ready
 */
export async function startPanel(
  env: Record<string, string>,
  args: string[] = [],
  start = START,
): Promise<PanelProcess> {
  const port = env.PORT ?? String(await freePort());
  const started = performance.now();
  const child = spawn(process.execPath, [start, ...args], {
    cwd: join(dirname(start), '..'),
    env: { ...process.env, NODE_ENV: 'development', LOG_LEVEL: 'warn', DATABASE_URL: '', ...env, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const printedBy = [child.stdout, child.stderr].map((stream) => {
    const own = { text: '' };
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk;
      own.text += chunk;
    });
    return own;
  });
  const panel: PanelProcess = {
    url: `http://localhost:${port}`,
    output: () => printed,
    lines: () => printedBy.flatMap(({ text }) => text.split('\n').slice(0, -1)),
    child,
    startedInMs: 0,
    stop: (signal = 'SIGTERM') => stop(child, signal),
  };
  await untilReady(panel);
  panel.startedInMs = performance.now() - started;
  return panel;
}

async function untilReady({ child, url, output }: PanelProcess): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadline && child.exitCode === null) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await sleep(25);
  }
  await stop(child, 'SIGKILL');
  throw new Error(`The panel did not start:\n${output()}`);
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
  return child.exitCode;
}
