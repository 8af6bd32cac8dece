import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../db/testing/free-port.ts';
import { buildClient } from '../../scripts/build/client.ts';
import { buildServer } from '../../scripts/build/server.ts';
import { processesBelow, signalTo } from '../../scripts/chaos/processes.ts';
import type { Lab } from './lab.ts';
import { listenersOn } from './listeners.ts';

const START = fileURLToPath(new URL('../../scripts/start.ts', import.meta.url));
/** Without the client, and with each part of the server in a file of its own. */
const FROM_SOURCES = fileURLToPath(new URL('../../scripts/dev/panel.ts', import.meta.url));
const START_LIMIT_MS = 120_000;
const LOOK_EVERY_MS = 20;

/** Several that start at once are not to build it each. */
let built: Promise<unknown> | undefined;

/** The panel as `npm start` runs it in production: supervisor and workers, its log in a file, its metrics counted. */
export interface Panel {
  url: string;
  /** The supervisor, whose processor time has that of its workers. */
  pid: number;
  workerPids: () => number[];
  /** All of its processes at once, as a power cut would. */
  kill: () => Promise<void>;
  stop: () => Promise<void>;
}

export interface PanelOptions {
  databaseUrl: string;
  /** Names its log among others. */
  name: string;
  processes?: number;
  env?: Record<string, string>;
  /** Runs it as it is developed, where its parts are to be told from each other. */
  fromSources?: boolean;
}

/** Starts it on a free port and waits until all of its processes serve. It is stopped with the lab at the latest. */
export async function startPanel(
  lab: Lab,
  { databaseUrl, name, processes = 1, env, fromSources }: PanelOptions,
): Promise<Panel> {
  await (built ??= Promise.all([buildClient(), buildServer()]));
  const port = await freePort();
  const logFile = openSync(join(lab.folder, `${name}.log`), 'a');
  const child = spawn(process.execPath, [fromSources ? FROM_SOURCES : START], {
    env: {
      ...process.env,
      ...panelEnv(lab, databaseUrl),
      LOG_LEVEL: 'info',
      SEED: 'none',
      HOST: '127.0.0.1',
      PORT: String(port),
      PROCESSES: String(processes),
      ...env,
    },
    stdio: ['ignore', logFile, logFile],
  });
  closeSync(logFile);
  const panel: Panel = {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    workerPids: () => processesBelow(child.pid ?? 0).map(({ pid }) => pid),
    async kill() {
      const ended = endOf(child);
      for (const pid of [panel.pid, ...panel.workerPids()]) signalTo(pid, 'SIGKILL');
      await ended;
    },
    async stop() {
      const ended = endOf(child);
      child.kill('SIGTERM');
      await ended;
    },
  };
  lab.onEnd(panel.stop);
  await untilServing(panel, child, processes);
  return panel;
}

/** What every contender that is built of the panel's parts is configured with. */
export function panelEnv(lab: Lab, databaseUrl: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    JWT_SECRET: lab.jwtSecret,
    NODE_ENV: 'production',
    // One customer places more in a second here than anybody may in a minute.
    ORDERS_PER_MINUTE: '1000000',
  };
}

async function untilServing(panel: Panel, child: ChildProcess, processes: number): Promise<void> {
  const deadline = performance.now() + START_LIMIT_MS;
  while (performance.now() < deadline && child.exitCode === null) {
    const answer = await fetch(`${panel.url}/readyz`, { headers: { connection: 'close' } }).catch(() => undefined);
    await answer?.arrayBuffer();
    // Each of them takes what was asked of one that does not listen yet.
    if (answer?.ok && listenersOn(Number(new URL(panel.url).port), panel.workerPids()).length >= processes) return;
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error('The panel did not start');
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
