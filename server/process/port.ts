import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../base/env.ts';

/** A killed server may hold the port for this long. */
const TAKEN_LIMIT_MS = 2_000;
const TRY_EVERY_MS = 100;

/**
 * The port to serve on, once it is free. Port 0 is resolved here, because a restarted worker must get the same port.
 * @throws Error with advice if another program uses it
 */
export async function readyPort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<number> {
  const untilMs = performance.now() + TAKEN_LIMIT_MS;
  for (;;) {
    try {
      return await tryPort(host, port);
    } catch (error) {
      if (!isTaken(error)) throw error;
      if (performance.now() > untilMs) throw portTaken(port, error);
      await sleep(TRY_EVERY_MS);
    }
  }
}

/** @returns an error with a plain message if the port is in use, else the same error */
export function portTaken(port: number, cause: unknown): unknown {
  if (!isTaken(cause)) return cause;
  const message = `Port ${port} is taken by another program. Stop it, or choose another one: PORT=3001 npm start`;
  return new Error(message, { cause });
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

async function tryPort(host: string, port: number): Promise<number> {
  const server = createServer().listen({ host, port });
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error(`${host} has no free port.`);
  return address.port;
}
