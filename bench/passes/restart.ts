import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../db/testing/free-port.ts';
import { processesBelow, signalTo } from '../../scripts/chaos/processes.ts';
import type { Lab } from '../lab/lab.ts';
import { undisturbed } from '../lab/measure.ts';
import { median, rangeOf } from '../statistics.ts';
import type { Pass } from './pass.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LOOK_EVERY_MS = 5;
const LIMIT_MS = 180_000;

/** `npm start` as it is typed, on data that a first start has made, with the PostgreSQL that comes along. */
export const restart: Pass = {
  name: 'start',
  means: 'a second npm start until the first answer',
  async run(lab, { rounds, repeats }) {
    await timeStart(lab);
    const seconds: number[] = [];
    for (let nth = 0; nth < rounds; nth++) seconds.push((await undisturbed(() => timeStart(lab), repeats)).result);
    console.log(`npm start until 200 on /: ${seconds.map((one) => one.toFixed(2)).join(', ')} s`);
    return {
      goals: [
        {
          name: 'second start to first answer',
          value: median(seconds),
          range: rangeOf(seconds),
          unit: 's',
          gate: 2,
          goal: 1,
          better: 'lower',
        },
      ],
      figures: { seconds },
    };
  },
};

const jwtSecret = randomBytes(48).toString('base64url');

/** Starts the panel, waits for the first page, and stops it. @returns seconds until that page */
async function timeStart(lab: Lab): Promise<number> {
  const port = await freePort();
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    DATABASE_URL: '',
    DATA_DIR: join(lab.folder, 'start'),
    JWT_SECRET: jwtSecret,
    HOST: '127.0.0.1',
    PORT: String(port),
  };
  const startedMs = performance.now();
  const child = spawn('npm', ['start'], { cwd: ROOT, env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  try {
    while (!((await takesConnections(port)) && (await answers(`http://127.0.0.1:${port}/`)))) {
      if (child.exitCode !== null || performance.now() - startedMs > LIMIT_MS) throw new Error('npm start has failed');
      await sleep(LOOK_EVERY_MS);
    }
    return (performance.now() - startedMs) / 1000;
  } finally {
    const supervisor = processesBelow(child.pid ?? 0).find(({ command }) => command.endsWith('scripts/start.ts'));
    if (supervisor) signalTo(supervisor.pid, 'SIGTERM');
    await ended;
  }
}

/** Costs a start nothing of its processor, as a request every few milliseconds would. */
async function takesConnections(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isTaken = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isTaken;
}

async function answers(url: string): Promise<boolean> {
  const answer = await fetch(url, { headers: { connection: 'close' } }).catch(() => undefined);
  await answer?.arrayBuffer();
  return answer?.status === 200;
}
