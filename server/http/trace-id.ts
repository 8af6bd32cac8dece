import type { FastifyInstance } from 'fastify';

/** The name that proxies and log collectors know for it; what callers send under it is not believed. */
export const TRACE_ID_HEADER = 'x-request-id';

/** Tells with every answer the id under which the log has what went wrong. Whoever answers early has to be added later. */
export function tellTraceIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(TRACE_ID_HEADER, request.id);
    done();
  });
}
