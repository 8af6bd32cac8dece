import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { refusalBody } from './error-handler.ts';

/** Whether a request names one host at most. Node keeps the first of several, and a proxy in front may go by the last. */
function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts <= 1;
}

/** Refuses requests with several `Host` headers with 400, as RFC 9112 (3.2) demands. */
export function refuseSeveralHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (hasOneHost(request.raw)) return done();
    void reply.code(400).send(refusalBody(request, 400, 'bad_input', 'There must be one Host header, not several.'));
  });
}
