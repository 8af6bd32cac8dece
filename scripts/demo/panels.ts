import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const START = join(import.meta.dirname, '../start.ts');
/** The first start also builds the client. */
const START_LIMIT_MS = 300_000;
const LOOK_EVERY_MS = 250;
const PROBE_LIMIT_MS = 2_000;

/** A panel that this command started. */
export interface StartedPanel {
  url: string;
  /** Resolves once it has ended. */
  ended: Promise<unknown>;
  stop: () => void;
}

/**
 * Starts a panel like `npm start` and waits until it serves.
 * @param env in addition to this process's environment
 * @param stop ends the wait
 * @param started receives it before it serves, so that the caller can stop it in any case
 * @throws Error if it ends before
 */
export async function startPanel(
  port: number,
  env: Record<string, string>,
  stop: AbortSignal,
  started: StartedPanel[],
): Promise<StartedPanel> {
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [START], {
    env: { ...process.env, PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const panel = { url, ended: once(child, 'exit'), stop: () => void child.kill('SIGTERM') };
  started.push(panel);
  await isServing(child, url, stop);
  return panel;
}

async function isServing(child: ChildProcess, url: string, stop: AbortSignal): Promise<void> {
  const untilMs = performance.now() + START_LIMIT_MS;
  while (child.exitCode === null && child.signalCode === null && performance.now() < untilMs) {
    stop.throwIfAborted();
    if (await isReady(url)) return;
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error(`The panel on ${url} did not start: see above why.`);
}

/** Whether a panel serves there. */
async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PROBE_LIMIT_MS) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** The first port from this one on that nothing on this machine listens on. */
export async function freePortFrom(port: number): Promise<number> {
  return (await isFree(port)) ? port : freePortFrom(port + 1);
}

/** Whether nothing listens on a port of this machine. */
export async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
