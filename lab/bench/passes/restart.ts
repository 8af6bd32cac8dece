import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#db/testing/free-port.ts';
import { goalOf } from '../../goals.ts';
import type { Lab } from '../../lab.ts';
import { serverEnv, statusOf } from '../../panel.ts';
import { commandOf, pidsBelow, signalTo } from '../../processes.ts';
import { undisturbed } from '../measure.ts';
import type { Pass } from './pass.ts';

const ROOT = join(import.meta.dirname, '../../..');
const CHECK_EVERY_MS = 5;
const LIMIT_MS = 180_000;

/** `npm start` with the built-in PostgreSQL, on the data of an earlier start. */
export const restart: Pass = {
  name: 'start',
  means: 'a second npm start until the first response',
  async run(lab, { rounds, repeats }) {
    await timeStart(lab);
    const seconds: number[] = [];
    for (let nth = 0; nth < rounds; nth++) seconds.push((await undisturbed(() => timeStart(lab), repeats)).result);
    console.log(`npm start until 200 on /: ${seconds.map((one) => one.toFixed(2)).join(', ')} s`);
    return {
      goals: [goalOf('second start to first answer', seconds, { atMost: [2, 1], unit: 's' })],
      figures: { seconds },
    };
  },
};

/** Starts the panel, waits for the first page, and stops it. @returns seconds until that page */
async function timeStart(lab: Lab): Promise<number> {
  const port = await freePort();
  const own = { DATA_DIR: join(lab.folder, 'start'), HOST: '127.0.0.1', PORT: String(port) };
  const env = { ...process.env, ...serverEnv(lab, ''), ...own };
  const startedMs = performance.now();
  const child = spawn('npm', ['start'], { cwd: ROOT, env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  try {
    while (!((await isOpen(port)) && (await statusOf(`http://127.0.0.1:${port}/`, { limitMs: LIMIT_MS })) === 200)) {
      if (child.exitCode !== null || performance.now() - startedMs > LIMIT_MS) throw new Error('npm start has failed');
      await sleep(CHECK_EVERY_MS);
    }
    return (performance.now() - startedMs) / 1000;
  } finally {
    const supervisor = pidsBelow(child.pid ?? 0).find((pid) => commandOf(pid).endsWith('scripts/start.ts'));
    if (supervisor) signalTo(supervisor, 'SIGTERM');
    await ended;
  }
}

/** Costs a start no processor time, unlike a request every few milliseconds. */
async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const connected = await once(socket, 'connect').catch(() => undefined);
  socket.destroy();
  return connected !== undefined;
}
