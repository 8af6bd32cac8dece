import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { closeDb, connect } from '../../db/client.ts';
import { startEmbeddedPostgres } from '../../db/embedded/embedded-postgres.ts';
import { isRunning, signal, waitForEnd } from '../../db/embedded/processes.ts';
import type { TestDatabase } from '../../db/testing/database.ts';
import { freePort } from '../../db/testing/free-port.ts';
import { scratch } from '../../db/testing/scratch.ts';

const SUPERVISE = fileURLToPath(new URL('./supervise.ts', import.meta.url));
const LOOK_EVERY_MS = 20;
const END_LIMIT_MS = 30_000;

/** The panel as `npm start` runs it, in processes of its own. */
export interface SupervisedPanel {
  url: string;
  /** The supervisor. */
  pid: number;
  /** Everything that was printed so far, by all its processes. */
  printed: () => string;
  /** Waits until that has the text, so many times. */
  hasPrinted: (text: string, times?: number) => Promise<void>;
  /** The process that the log names last. */
  workerPid: (slot?: number) => number;
  postgresPid: () => number;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | string | null>;
}

/**
 * Starts it in a data folder of its own and on a free port, unless `env` names others.
 * @param onEnd is given what removes every trace of it
 */
export async function startSupervised(
  env: Record<string, string>,
  onEnd: (cleanUp: () => Promise<void>) => void,
): Promise<SupervisedPanel> {
  const port = env.PORT ?? String(await freePort());
  const child = spawn(process.execPath, [SUPERVISE], {
    env: { ...process.env, NODE_ENV: 'test', LOG_LEVEL: 'info', DATABASE_URL: '', PROCESSES: '', ...env, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'exit').then(([code, name]: (number | string | null)[]) => code ?? name ?? null);
  const lastPid = (pattern: RegExp) => Number([...output.matchAll(pattern)].at(-1)?.[1]);
  const panel: SupervisedPanel = {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    printed: () => output,
    async hasPrinted(text, times = 1) {
      while (output.split(text).length <= times) await sleep(LOOK_EVERY_MS);
    },
    workerPid: (slot = 0) => lastPid(new RegExp(`worker ${slot} started \\(process (\\d+)\\)`, 'g')),
    postgresPid: () => lastPid(/PostgreSQL started(?: again)? \(process (\d+)\)/g),
    ended,
  };
  onEnd(async () => {
    const pids = [
      panel.pid,
      ...[...output.matchAll(/started(?: again)? \(process (\d+)\)/g)].map(([, pid]) => Number(pid)),
    ];
    for (const pid of pids) if (isRunning(pid)) signal(pid, 'SIGKILL');
    for (const pid of pids) await waitForEnd(pid, END_LIMIT_MS);
  });
  return panel;
}

/**
 * Waits until it says that it is ready.
 * @throws Error with what it has printed, where it ends before
 */
export async function untilReady({ url, pid, printed }: SupervisedPanel): Promise<void> {
  while (isRunning(pid)) {
    const answer = await fetch(`${url}/readyz`, { headers: { connection: 'close' } }).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error(`The panel ended before it was ready. It printed:\n${printed()}`);
}

/** A database whose server waits for the disk, as the panel demands and the tests' common one does not. */
export async function startDurableDatabase(): Promise<TestDatabase> {
  const directories: (() => Promise<void>)[] = [];
  const server = await startEmbeddedPostgres({ dataDir: newDataDir((cleanUp) => directories.push(cleanUp)) });
  // What a test holds on to, it holds for as long as it needs.
  const db = connect(server.url, { max: 2, statementTimeoutMs: 0, idleInTransactionTimeoutMs: 0 });
  return {
    db,
    url: server.url,
    async drop() {
      await closeDb(db);
      await server.stop();
      for (const remove of directories) await remove();
    },
  };
}

/** A data folder that PostgreSQL, which may run as another account, can get into. */
export function newDataDir(onEnd: (cleanUp: () => Promise<void>) => void): string {
  const directory = mkdtempSync(join(scratch(), 'supervised-test-'));
  chmodSync(directory, 0o755);
  onEnd(async () => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));
  return directory;
}
