import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ephemeral ports of an operating system (32768 and up on Linux). */
const FIRST_PORT = 15_000;
/** Each worker of the test runner has its own range, so that two never choose the same port. */
const PORTS_OF_WORKER = 1_500;
const WORKERS = 10;

const ownFirst = FIRST_PORT + PORTS_OF_WORKER * (Number(process.env.VITEST_POOL_ID ?? 0) % WORKERS);
let next = randomInt(PORTS_OF_WORKER);

/**
 * A port without a listener. It stays free for the seconds until the caller's program listens; an ephemeral port may be taken by then.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PORTS_OF_WORKER; tries++) {
    const port = ownFirst + (next++ % PORTS_OF_WORKER);
    if (await isFree(port)) return port;
  }
  throw new Error('no free port');
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port);
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
