import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

const START = fileURLToPath(new URL('../scripts/start.ts', import.meta.url));
const START_LIMIT_MS = 120_000;

/** The panel as a new user starts it, on a free port and an empty data folder; journeys are told where it is. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'panel-e2e-'));
  chmodSync(dataDir, 0o755);
  const port = await freePort();
  const admin = { userName: 'admin', password: randomBytes(12).toString('base64url') };
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    ADMIN_USERNAME: admin.userName,
    ADMIN_PASSWORD: admin.password,
    DATABASE_URL: '',
  };
  const panel = spawn(process.execPath, [START], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const url = `http://localhost:${port}`;
  try {
    await untilReady(panel, url);
  } catch (error) {
    await end(panel, dataDir);
    throw error;
  }
  project.provide('panel', { url, dataDir, admin });
  return () => end(panel, dataDir);
}

async function untilReady(panel: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS;
  let output = '';
  panel.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  while (Date.now() < deadline) {
    if (panel.exitCode !== null) break;
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await sleep(100);
  }
  throw new Error(`The panel did not start:\n${output}`);
}

async function end(panel: ChildProcess, dataDir: string): Promise<void> {
  if (panel.exitCode === null) {
    const ended = once(panel, 'exit');
    panel.kill('SIGTERM');
    await ended;
  }
  rmSync(dataDir, { recursive: true, force: true });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

declare module 'vitest' {
  interface ProvidedContext {
    panel: { url: string; dataDir: string; admin: { userName: string; password: string } };
  }
}
