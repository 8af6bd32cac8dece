import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { refusalBody } from './error-handler.ts';

/** Browsers send one at a time over a connection; scripts that send some ahead need not stop for that. */
const MOST_ON_A_CONNECTION = 32;

/**
 * Refuses what one connection asks beyond so many requests at once. HTTP lets clients send requests ahead of the answers,
 * thousands of them in one packet, and every answer would wait in memory for the ones before it to be read.
 */
export function limitRequestsAtOnce(app: FastifyInstance): void {
  const inFlight = new WeakMap<Socket, number>();
  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw;
    const others = inFlight.get(socket) ?? 0;
    inFlight.set(socket, others + 1);
    reply.raw.once('close', () => inFlight.set(socket, (inFlight.get(socket) ?? 1) - 1));
    if (others < MOST_ON_A_CONNECTION) return;
    const message = 'There are too many requests at once on this connection.';
    return reply
      .code(503)
      .headers({ connection: 'close', 'retry-after': '1' })
      .send(refusalBody(request, 503, 'busy', message));
  });
}
