import type { FastifyInstance } from 'fastify';
import type { Closing } from './closing.ts';
import { refusalBody } from './error-handler.ts';

/** Browsers send one at a time over a connection; scripts that send some ahead need not stop for that. */
const MOST_ON_A_CONNECTION = 32;

/**
 * Refuses what one connection asks beyond so many requests at once. HTTP lets clients send requests ahead of the answers,
 * thousands of them in one packet, and every answer would wait in memory for the ones before it to be read.
 * @param closing has counted the request already
 */
export function limitRequestsAtOnce(app: FastifyInstance, { inFlightOn }: Closing): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (inFlightOn(request.raw.socket) <= MOST_ON_A_CONNECTION) return done();
    const message = 'There are too many requests at once on this connection.';
    void reply
      .code(503)
      .headers({ connection: 'close', 'retry-after': '1' })
      .send(refusalBody(request, 503, 'busy', message));
  });
}
