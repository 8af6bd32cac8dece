import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Connections } from './connections.ts';
import { refusalBody } from './error-handler.ts';

interface ClosingOptions {
  connections: Pick<Connections, 'sockets' | 'isIdleFor'>;
  /** How long the server accepts new requests after the signal to stop, so that load balancers can switch. */
  drainMs: number;
  /** After that: how long requests in flight may take. */
  limitMs?: number;
}

export interface Closing {
  /** Whether shutdown has begun. */
  hasBegun: () => boolean;
}

const LIMIT_MS = 8_000;
const CHECK_EVERY_MS = 20;
/** A client that has just connected or got a response may be sending a request. Its response has `connection: close`. */
const IDLE_FOR_MS = 250;
/** For sending the last responses. */
const FLUSH_MS = 200;

/**
 * Makes `app.close()` graceful and bounded. Every response closes its connection, idle connections are closed repeatedly, and requests
 * that still run at the limit get `busy` and are disconnected. Add it before any other hook.
 */
export function closeInOrder(
  app: FastifyInstance,
  { connections, drainMs, limitMs = LIMIT_MS }: ClosingOptions,
): Closing {
  const replies = new Set<FastifyReply>();
  let hasBegun = false;
  let closed: Promise<void> | undefined;

  app.addHook('onRequest', (_request, reply, done) => {
    replies.add(reply);
    reply.raw.on('close', () => replies.delete(reply));
    done();
  });
  app.addHook('preClose', async () => {
    hasBegun = true;
    for (const reply of replies) if (!reply.raw.headersSent) reply.header('connection', 'close');
    await sleep(drainMs);
    const startedMs = performance.now();
    closed = closeAll(startedMs + limitMs);
    // Node closes idle connections when it stops listening, no matter how short they have been idle.
    while (sockets().length > 0 && performance.now() - startedMs < IDLE_FOR_MS) await sleep(CHECK_EVERY_MS);
  });
  // Fastify waits for one server; localhost may have a second one for its other address.
  app.addHook('onClose', () => closed);
  return { hasBegun: () => hasBegun };

  function sockets(): Socket[] {
    return [...connections.sockets()];
  }

  async function closeAll(untilMs: number): Promise<void> {
    while (performance.now() < untilMs) {
      if (!app.server.listening && sockets().length === 0) return;
      for (const socket of sockets()) if (connections.isIdleFor(socket, IDLE_FOR_MS)) socket.destroy();
      await sleep(CHECK_EVERY_MS);
    }
    for (const reply of replies) refuse(reply);
    await sleep(FLUSH_MS);
    for (const socket of sockets()) socket.destroy();
  }
}

/** The client repeats the request with the same request id, because the outcome is unknown. */
function refuse(reply: FastifyReply): void {
  if (reply.sent || reply.raw.headersSent) return;
  const body = refusalBody(reply.request, 503, 'busy');
  void reply.code(503).headers({ connection: 'close', 'retry-after': '1' }).send(body);
}
