import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { refusalBody } from './error-handler.ts';

/** Browsers send one at a time over a connection; scripts that send some ahead need not stop for that. */
const MOST_ON_A_CONNECTION = 32;

/** How many requests each connection has in flight. */
export interface RequestsAtOnce {
  /** Whether one more may be answered on it. */
  hasRoom: (socket: Socket) => boolean;
  began: (socket: Socket) => void;
  ended: (socket: Socket) => void;
}

/**
 * Refuses what one connection asks beyond so many requests at once. HTTP lets clients send requests ahead of the answers,
 * thousands of them in one packet, and every answer would wait in memory for the ones before it to be read.
 */
export function limitRequestsAtOnce(app: FastifyInstance): RequestsAtOnce {
  const inFlight = new WeakMap<Socket, { requests: number }>();
  const hasRoom = (socket: Socket) => (inFlight.get(socket)?.requests ?? 0) < MOST_ON_A_CONNECTION;
  const began = (socket: Socket) => {
    const known = inFlight.get(socket);
    if (known) known.requests++;
    else inFlight.set(socket, { requests: 1 });
  };
  const ended = (socket: Socket) => {
    const known = inFlight.get(socket);
    if (known) known.requests--;
  };
  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw;
    const isLetIn = hasRoom(socket);
    began(socket);
    reply.raw.once('close', () => ended(socket));
    if (isLetIn) return;
    const message = 'There are too many requests at once on this connection.';
    return reply
      .code(503)
      .headers({ connection: 'close', 'retry-after': '1' })
      .send(refusalBody(request, 503, 'busy', message));
  });
  return { hasRoom, began, ended };
}
