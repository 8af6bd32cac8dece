import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FloodOutcome, FloodTask } from './task.ts';

/** A process of its own that logs in wrongly from as many addresses as there are clients, each again as soon as it may. */
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

process.on('message', (task: FloodTask) => void run(task).then((outcome) => process.send?.(outcome)));

async function run({ url, clients, seconds }: FloodTask): Promise<FloodOutcome> {
  const outcome: FloodOutcome = { comparedMs: [], refusedMs: [], others: 0 };
  const end = performance.now() + seconds * 1000;
  const floodBy = async (client: number) => {
    for (let nth = 0; performance.now() < end; nth++) {
      const startedAt = performance.now();
      // The panel counts by address too, and is to be kept busy with hashes here.
      const address = `10.${nth % 250}.${Math.floor(client / 250)}.${client % 250}`;
      const { status, retryAfterSeconds } = await guess(url, `name${client}x${nth}`, address);
      if (status === 401) outcome.comparedMs.push(performance.now() - startedAt);
      else if (status === 503) outcome.refusedMs.push(performance.now() - startedAt);
      else outcome.others++;
      await sleep(retryAfterSeconds * 1000);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => floodBy(client)));
  agent.destroy();
  return outcome;
}

interface Answer {
  /** Undefined where there was none. */
  status: number | undefined;
  retryAfterSeconds: number;
}

function guess(url: string, userName: string, address: string): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
  request(`${url}/trpc/auth.login`, { method: 'POST', agent, headers }, (response) => {
    const retryAfterSeconds = Number(response.headers['retry-after'] ?? 0);
    response.resume().once('end', () => resolve({ status: response.statusCode, retryAfterSeconds }));
  })
    .once('error', () => resolve({ status: undefined, retryAfterSeconds: 1 }))
    .end(JSON.stringify({ userName, password: 'a guess' }));
  return promise;
}
