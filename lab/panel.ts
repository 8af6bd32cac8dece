import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '#db/testing/free-port.ts';
import { buildClient } from '../scripts/build/client.ts';
import { buildServer } from '../scripts/build/server.ts';
import type { Lab } from './lab.ts';
import { childrenOf, commandOf, listenersOn, pidsBelow, signalTo } from './processes.ts';

const CHECKOUT = join(import.meta.dirname, '..');
const SCRIPTS = join(CHECKOUT, 'scripts');
/** Below any checkout. */
const WORKER_FILE = join('dist', 'server', 'worker.js');
const BACKGROUND_FILE = join('dist', 'server', 'background.js');
const START_LIMIT_MS = 120_000;
const PROBE_LIMIT_MS = 2_000;
const CHECK_EVERY_MS = 20;
const TAIL_LINES = 60;

export const ADMIN = { userName: 'admin', password: randomBytes(12).toString('base64url') };
export const ADMIN_ENV = { ADMIN_USERNAME: ADMIN.userName, ADMIN_PASSWORD: ADMIN.password };
/** A panel with an admin, and with the sample payment methods, which are active only in development. */
export const DEMO_ENV = { ...ADMIN_ENV, NODE_ENV: 'development', LOG_LEVEL: 'warn' };
/** The limits that one busy client would reach. */
const UNLIMITED = {
  ORDERS_PER_MINUTE: '1000000',
  RECHARGE_REQUESTS_PER_10_MINUTES: '1000000',
  LOGINS_PER_MINUTE_PER_ADDRESS: '1000000',
  LOGIN_FAILURES_PER_15_MINUTES: '1000000',
  REGISTRATIONS_PER_HOUR_PER_ADDRESS: '1000000',
  PASSWORD_RESETS_PER_HOUR: '1000000',
};

/** Builds the panel once, also for simultaneous starts. */
let built: Promise<unknown> | undefined;

/** The panel as `npm start` runs it: a supervisor and its workers, with their log in a file. */
export interface Panel {
  url: string;
  /** The supervisor. */
  pid: number;
  child: ChildProcess;
  /** Resolves when it serves again after a start. @throws Error with its log if it does not */
  ready: () => Promise<void>;
  workerPids: () => number[];
  /** Of the background worker; empty while it is replaced. */
  backgroundPids: () => number[];
  /** The last lines of its log. */
  tail: (lines?: number) => string;
  /** Kills all of its processes at once, like a power cut. */
  kill: () => Promise<void>;
  /** Stops it gracefully. @returns its exit code */
  stop: () => Promise<number | null>;
}

interface PanelOptions {
  /** A built checkout of another version, by default this one. */
  checkout?: string | undefined;
  /** The name of its log and data. */
  name?: string;
  /** Without it, its own PostgreSQL in its data folder. */
  databaseUrl?: string;
  processes?: number;
  env?: Record<string, string>;
}

/** Starts the panel in production and waits until all of its processes serve. It is stopped with the lab at the latest. */
export async function startPanel(lab: Lab, options: PanelOptions = {}): Promise<Panel> {
  await (built ??= Promise.all([buildClient(), buildServer()]));
  const panel = spawnPanel(lab, options, await freePort());
  lab.onEnd(panel.stop);
  await panel.ready();
  return panel;
}

/** Starts the panel's processes on a port and does not wait. */
export function spawnPanel(lab: Lab, options: PanelOptions, port: number): Panel {
  const { name = 'panel', databaseUrl = '', processes = 1, env, checkout = CHECKOUT } = options;
  const log = join(lab.folder, `${name}.log`);
  const output = openSync(log, 'a');
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [join(checkout, 'scripts/start.ts')], {
    cwd: checkout,
    env: {
      ...process.env,
      ...serverEnv(lab, databaseUrl),
      ...(databaseUrl && { SEED: 'none' }),
      DATA_DIR: join(lab.folder, name),
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      PROCESSES: String(processes),
      ...env,
    },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const pid = child.pid ?? 0;
  const pidsOf = (file: string) => childrenOf(pid).filter((one) => commandOf(one).includes(join(checkout, file)));
  const workerPids = () => pidsOf(WORKER_FILE);
  const tail = (lines = TAIL_LINES) => readFileSync(log, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
  return {
    url,
    pid,
    child,
    workerPids,
    backgroundPids: () => pidsOf(BACKGROUND_FILE),
    tail,
    async ready() {
      const deadline = performance.now() + START_LIMIT_MS;
      while (performance.now() < deadline && !hasEnded(child)) {
        // The kernel gives connections to a worker only once that listens itself.
        if ((await isReady(url)) && listenersOn(port, workerPids()).length >= processes) return;
        await sleep(CHECK_EVERY_MS);
      }
      throw new Error(`The panel did not start:\n${tail()}`);
    },
    async kill() {
      if (hasEnded(child)) return;
      const ended = once(child, 'exit');
      for (const each of [pid, ...pidsBelow(pid)]) signalTo(each, 'SIGKILL');
      await ended;
    },
    async stop() {
      if (hasEnded(child)) return child.exitCode;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      return child.exitCode;
    },
  };
}

/** Fills the shop of a panel with its own PostgreSQL. */
export async function seedDemo({ folder }: Lab, ...args: string[]): Promise<void> {
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: join(folder, 'panel') };
  await promisify(execFile)(process.execPath, [join(SCRIPTS, 'seed-demo.ts'), ...args], { env });
}

/** The environment of every lab server that consists of the panel's parts. */
export function serverEnv({ jwtSecret }: Lab, databaseUrl: string): Record<string, string> {
  const secrets = { JWT_SECRET: jwtSecret, SECRETS_KEY: jwtSecret };
  return { NODE_ENV: 'production', LOG_LEVEL: 'info', DATABASE_URL: databaseUrl, ...secrets, ...UNLIMITED };
}

export async function isReady(url: string): Promise<boolean> {
  return (await statusOf(`${url}/readyz`, { limitMs: PROBE_LIMIT_MS })) === 200;
}

interface Probe {
  limitMs: number;
  headers?: Record<string, string>;
}

/** The status over a new connection; undefined without a response in time. */
export async function statusOf(url: string, { limitMs, headers }: Probe): Promise<number | undefined> {
  try {
    const signal = AbortSignal.timeout(limitMs);
    const response = await fetch(url, { headers: { connection: 'close', ...headers }, signal });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return undefined;
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
