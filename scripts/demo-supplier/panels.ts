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
 * @param prints whether its output is this command's
 * @throws Error if it ends before
 */
export async function startPanel(port: number, env: Record<string, string>, prints: boolean): Promise<StartedPanel> {
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [START], {
    env: { ...process.env, PORT: String(port), ...env },
    stdio: ['ignore', prints ? 'inherit' : 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stop = () => void child.kill('SIGTERM');
  try {
    await isServing(child, url);
  } catch (error) {
    stop();
    throw error;
  }
  return { url, ended, stop };
}

async function isServing(child: ChildProcess, url: string): Promise<void> {
  const untilMs = performance.now() + START_LIMIT_MS;
  while (child.exitCode === null && child.signalCode === null && performance.now() < untilMs) {
    if (await isReady(url)) return;
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error(`The panel on ${url} did not start: see above why.`);
}

/** Whether a panel serves there. */
export async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PROBE_LIMIT_MS) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
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
