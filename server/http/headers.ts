import type { FastifyInstance } from 'fastify';
import type { Config } from '../env.ts';

const ONE_YEAR_SECONDS = 31_536_000;

/**
 * The headers that every answer has: its type is never guessed, and a shop on https is never asked for over http again.
 * Browsers ignore the second one where it does not come over https.
 */
export function securityHeadersOf({ secureCookies }: Pick<Config, 'secureCookies'>): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    ...(secureCookies && { 'strict-transport-security': `max-age=${ONE_YEAR_SECONDS}; includeSubDomains` }),
  };
}

/** The name that proxies and log collectors know. What callers send under it is ignored. */
export const TRACE_ID_HEADER = 'x-request-id';

/** Sets `headers` and the trace id on every answer. Add hooks that answer early after it. */
export function addHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header(TRACE_ID_HEADER, request.id);
    done();
  });
}
